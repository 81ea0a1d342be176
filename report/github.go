package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/wording"
)

// GitHub prints each finding as a workflow command, which GitHub Actions shows as an
// annotation at the line of a pull request. A finding in the base is shown at the
// file as a whole.
func GitHub(w io.Writer, r *Report) error {
	for _, f := range r.Findings {
		place := fmt.Sprintf("file=%s,line=%d,col=%d", property(f.Pos.File), f.Pos.Line, f.Pos.Col)
		if f.InBase {
			place = "file=" + property(r.Head)
		}
		if _, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", commands[f.Level], place,
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
