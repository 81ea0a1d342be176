package lint

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// comment is a comment in a catalog that tells lint to ignore a finding, and why:
//
//	envelopeId: string # lint:ignore field-name-style the service spells it so
//
//	# lint:ignore field-name-style the service spells it so
//	envelopeId: string
//
//	# lint:file-ignore required-but-blank the service takes blanks
//
// The first two apply to what begins on the line or on the next one, the last to
// the whole file.
type comment struct {
	in     string // the file
	line   int
	rule   string
	reason string
	file   bool // it applies to the whole file
	about  int  // the line that it applies to: its own, or the next one if it stands alone
	used   bool
}

var directive = regexp.MustCompile(`#\s*lint:(file-)?ignore\b[ \t]*([^\s#]*)[ \t]*(.*)$`)

// commentsIn returns the comments of a file for lint. Text in a string that looks
// like one counts, too; it ignores nothing and is reported.
func commentsIn(file catalog.Source) []*comment {
	var all []*comment
	n := 0
	for line := range strings.Lines(string(file.Text)) {
		n++
		if m := directive.FindStringSubmatchIndex(strings.TrimRight(line, "\r\n")); m != nil {
			group := func(i int) string {
				if m[2*i] < 0 {
					return ""
				}
				return line[m[2*i]:m[2*i+1]]
			}
			c := &comment{
				in: file.Name, line: n, about: n,
				rule: group(2), reason: strings.TrimSpace(group(3)), file: group(1) != "",
			}
			if strings.TrimSpace(line[:m[0]]) == "" {
				c.about++
			}
			all = append(all, c)
		}
	}
	// Several can stand above the line that they apply to.
	for i := len(all) - 2; i >= 0; i-- {
		if next := all[i+1]; all[i].about == next.line && next.about > next.line {
			all[i].about = next.about
		}
	}
	return all
}

// ignoring returns the comment that ignores a finding, or nil.
func (l *linter) ignoring(f report.Finding) *comment {
	for _, c := range l.comments {
		if c.in == f.Pos.File && c.rule == f.Rule && c.reason != "" && (c.file || c.about == f.Pos.Line) {
			c.used = true
			return c
		}
	}
	return nil
}

var badIgnore = rule("bad-ignore", report.Error,
	"An ignore comment does not name a rule, or gives no reason.",
	"In a year nobody knows whether it still applies.",
	example{bad: "getClaim: {...} # lint:ignore name-style", good: "getClaim: {...} # lint:ignore name-style the service spells it so"},
	func(l *linter) {
		for _, c := range l.comments {
			switch {
			case !l.known(c.rule):
				l.find(c.pos(), "", "there is no rule %q; gen lint --rules lists them", c.rule)
			case c.reason == "":
				l.find(c.pos(), "", "no reason; say why %s does not matter here", c.rule)
			}
		}
	})

// unusedIgnore runs last: it needs to know which comments were used.
var unusedIgnore = rule("unused-ignore", report.Warning,
	"An ignore comment has no finding to ignore.",
	"It would hide the next one.",
	example{bad: "get_claim: {...} # lint:ignore name-style the service spells it so", good: "get_claim: {...}"},
	func(l *linter) {
		for _, c := range l.comments {
			if !c.used && c.reason != "" && l.known(c.rule) {
				l.find(c.pos(), "", "nothing to ignore: %s finds nothing here; remove the comment", c.rule)
			}
		}
	})

func (c *comment) pos() catalog.Position {
	return catalog.Position{File: c.in, Line: c.line, Col: 1}
}
