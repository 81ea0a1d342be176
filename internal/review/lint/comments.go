package lint

import (
	"cmp"
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// A finding that is right in general may be wrong in one place, and whoever knows it says so at
// that place, with the reason. Comments are read from the text, because the catalog does not keep
// them.

// comment is a comment in a catalog that ignores findings, with the reason:
//
//	envelopeId: string # lint:ignore field-name-style the service spells it this way
//
//	# lint:ignore field-name-style the service spells it this way
//	envelopeId: string
//
//	# lint:file-ignore required-but-blank the service takes blanks
//
// The first two apply to what begins on the same or the next line, the last to the file.
type comment struct {
	pos       catalog.Position
	rule      string
	reason    string
	isForFile bool // it applies to the whole file
	target    int  // the line that it applies to: its own, or the next one if nothing precedes it
	isUsed    bool
}

// directive matches a line with such a comment: what precedes it, whether it is for the whole file,
// the rule, and the reason.
var directive = regexp.MustCompile(`^(.*?)#\s*lint:(file-)?ignore\b[ \t]*([^\s#]*)[ \t]*(.*?)\s*$`)

// commentsIn returns the comments of a file for lint, and similar text in strings, which is
// reported because it ignores nothing.
func commentsIn(file catalog.Source) []*comment {
	var comments []*comment
	lineNumber := 0
	for line := range strings.Lines(string(file.Text)) {
		lineNumber++
		if match := directive.FindStringSubmatch(line); match != nil {
			c := &comment{
				pos:       catalog.Position{File: file.Name, Line: lineNumber, Col: 1},
				rule:      cmp.Or(formerIDs[match[3]], match[3]),
				reason:    match[4],
				isForFile: match[2] != "",
				target:    lineNumber,
			}
			if strings.TrimSpace(match[1]) == "" {
				c.target++
			}
			comments = append(comments, c)
		}
	}
	// The line that comments apply to can follow several of them.
	for i := len(comments) - 2; i >= 0; i-- {
		next := comments[i+1]
		if comments[i].target == next.pos.Line {
			comments[i].target = next.target
		}
	}
	return comments
}

// ignoringComment returns the comment that ignores a finding, or nil. It marks the comment as used,
// since unused ones are findings.
func (l *linter) ignoringComment(f report.Finding) *comment {
	for _, c := range l.comments {
		isOfRule := c.rule == f.Rule && c.reason != ""
		isAtPlace := c.pos.File == f.Pos.File && (c.isForFile || c.target == f.Pos.Line)
		if isOfRule && isAtPlace {
			c.isUsed = true
			return c
		}
	}
	return nil
}

// The comment still ignores nothing then, so the finding that it is for is reported as well.
var _ = rule("bad-ignore", report.Error,
	"An ignore comment does not name a rule, or gives no reason.",
	"In a year, nobody will know whether it still applies.",
	example{
		bad:  "getClaim: {...} # lint:ignore name-style",
		good: "getClaim: {...} # lint:ignore name-style the service spells it this way",
	},
	func(l *linter) {
		for _, c := range l.comments {
			switch {
			case !isRule(c.rule):
				l.find(c.pos, "", "there is no rule %q; gen lint --rules lists them", c.rule)
			case c.reason == "":
				l.find(c.pos, "", "no reason; say why %s does not matter here", c.rule)
			}
		}
	})

// unusedIgnore runs last: it needs to know which comments were used.
var unusedIgnore = rule("unused-ignore", report.Warning,
	"An ignore comment has no finding to ignore.",
	"It would hide the next one.",
	example{
		bad:  "get_claim: {...} # lint:ignore name-style the service spells it this way",
		good: "get_claim: {...}",
	},
	func(l *linter) {
		for _, c := range l.comments {
			if !c.isUsed && c.reason != "" && isRule(c.rule) {
				l.find(c.pos, "",
					"nothing to ignore: %s finds nothing here; remove the comment", c.rule)
			}
		}
	})
