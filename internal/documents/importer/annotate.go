package importer

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
)

// tidy returns a text without blanks at the ends of its lines.
func tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "\r\n", "\n"), "\n")
	var kept []string
	for i, line := range lines {
		if line = strings.TrimRight(line, " \t"); line != "" || lines[max(0, i-1)] != "" {
			kept = append(kept, line)
			lines[i] = line
		}
	}
	return strings.Join(kept, "\n")
}

// description returns the text of a schema: its description, or its title if that
// says more than the name.
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

// squeezed is what two spellings of a name have in common.
func squeezed(text string) string { return strings.ToLower(upper(text)) }

// annotate adds to a field what does not constrain it.
func (im *importer) annotate(f *field, about *flat, c context) {
	if text := im.description(about, f.name); text != "" {
		f.set("description", text, about.from)
	}
	if about.is("deprecated") {
		f.set("deprecated", "{}", about.word("deprecated"))
	}
	sensitive := about.is("x-sensitive")
	if sensitive {
		f.set("sensitive", "true", about.word("x-sensitive"))
	} else if !about.word("x-sensitive").ok() {
		if what := lint.Personal(f.name, f.typ.word); what != "" {
			sensitive = true
			f.set("sensitive", "true", f.from)
			f.note = "proposed: looks like " + what
		}
	}
	if w := about.word("default"); w.ok() && w.node.Kind != yamldoc.Null && c.side == request { // a client fills nothing in
		f.set("default", w.node.Flow(), w)
	}
	w := about.word("example")
	if examples := about.word("examples").items(); !w.ok() && len(examples) > 0 {
		w = examples[0]
	}
	if w.ok() && w.node.Kind != yamldoc.Null {
		if sensitive {
			im.loseAs(w, "example", c.subject, "a sensitive field shows no example", "nothing, unless the field is not sensitive: say so with x-sensitive: false")
		} else {
			f.set("example", w.node.Flow(), w)
		}
	}
}
