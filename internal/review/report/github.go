package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// GitHub prints each finding as a workflow command, which GitHub Actions shows as an
// annotation at the line of a pull request. What is gone is shown where it was.
func GitHub(w io.Writer, r *Report) error {
	for _, f := range r.Findings {
		at := f.inHead(r)
		if _, err := fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", commands[f.Level], property(at.File), at.Line, at.Col,
			property(f.Rule), data(f.lines())); err != nil {
			return err
		}
	}
	for _, n := range r.Notices {
		if _, err := fmt.Fprintf(w, "::warning file=%s::%s\n", property(r.Head), data(wording.OneLine(n))); err != nil {
			return err
		}
	}
	return nil
}

var commands = map[Level]string{Error: "error", Warning: "warning", Info: "notice"}

// Characters that would end a workflow command or start another one.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func data(text string) string     { return dataEscapes.Replace(text) }
func property(text string) string { return propertyEscapes.Replace(text) }
