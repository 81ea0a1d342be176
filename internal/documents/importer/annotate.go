package importer

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
)

// tidy returns a text without spaces at the ends of lines, and with at most one blank line
// in a row.
func tidy(text string) string {
	return blankLines.ReplaceAllString(lineEnd.ReplaceAllString(strings.TrimSpace(text), "\n"), "\n\n")
}

var (
	lineEnd    = regexp.MustCompile(`[ \t]*\r?\n`)
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// description returns the description of a schema, or its title if that says more than
// the name.
func (im *importer) description(f *flat, name string) string {
	if text := tidy(f.text("description")); text != "" {
		return text
	}
	title := tidy(f.text("title"))
	if squeezed(title) == squeezed(name) || strings.HasSuffix(squeezed(name), squeezed(title)) {
		return ""
	}
	return title
}

// squeezed returns a text that all spellings of a name have in common.
func squeezed(text string) string { return strings.ToLower(upper(text)) }

// annotate adds keys to a field that do not constrain its values.
func (im *importer) annotate(f *node, about *flat, c context) {
	f.set("description", text(im.description(about, f.key)), about.from)
	if about.is("deprecated") {
		f.set("deprecated", raw("{}"), about.word("deprecated"))
	}
	sensitive := about.is("x-sensitive")
	if sensitive {
		f.set("sensitive", raw("true"), about.word("x-sensitive"))
	} else if !about.word("x-sensitive").ok() {
		if what := lint.Personal(f.key, f.typ().word); what != "" {
			sensitive = true
			f.set("sensitive", raw("true"), f.from)
			f.comment = "proposed: looks like " + what
		}
	}
	if w := about.word("default"); w.ok() && w.node.Kind != yamldoc.Null && c.side == inRequest { // clients do not fill in defaults of responses
		f.set("default", raw(w.node.Flow()), w)
	}
	w := about.word("example")
	if examples := about.word("examples").items(); !w.ok() && len(examples) > 0 {
		w = examples[0]
	}
	if w.ok() && w.node.Kind != yamldoc.Null {
		if sensitive {
			im.loseAs(w, "example", c.subject, "a sensitive field shows no example", "nothing; add x-sensitive: false if the field is not sensitive")
		} else {
			f.set("example", raw(w.node.Flow()), w)
		}
	}
}
