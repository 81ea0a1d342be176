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

// clean is tidy for documents of others.
func (im *importer) clean(text string) string {
	if im.own {
		return text
	}
	return tidy(text)
}

// description returns the text of a schema: its description, or its title if that
// says more than the name.
func (im *importer) description(f *flat, name string) string {
	if own := f.text("x-description"); im.own && f.word("x-description").ok() && strings.Contains(spaced(f.text("description")), strings.TrimRight(spaced(own), ".")) {
		return own // and nobody has changed the words that were made of it
	}
	if text := im.clean(f.text("description")); text != "" {
		return text
	}
	title := tidy(f.text("title"))
	if squeezed(title) == squeezed(name) || strings.HasSuffix(squeezed(name), squeezed(title)) {
		return ""
	}
	return title
}

// spaced is a text with single spaces.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// squeezed is what two spellings of a name have in common.
func squeezed(text string) string { return strings.ToLower(upper(text)) }

// annotate adds to a field what does not constrain it.
func (im *importer) annotate(f *field, about *flat, c context) {
	if text := im.description(about, f.name); text != "" {
		f.set("description", text, about.from)
	}
	if about.is("deprecated") {
		f.set("deprecated", deprecation(about.word("x-deprecated")), about.word("deprecated"))
	}
	extensions(f, about)
	sensitive := f.get("sensitive") != nil
	if !sensitive && !im.own && !about.word("x-sensitive").ok() {
		if what := lint.Personal(f.name, f.typ.word); what != "" {
			sensitive = true
			f.set("sensitive", "true", f.from)
			f.notes = append(f.notes, "proposed: looks like "+what)
		}
	}
	if w := about.word("default"); w.ok() && w.node.Kind != yamldoc.Null {
		switch {
		case c.side == answer: // a client fills nothing in
		case f.get("required") != nil:
			im.lose(w, c.subject, "a required field has no default, since it is always sent", "take it out of required, if it may be absent")
		case !hasDefault(f.typ):
			im.lose(w, c.subject, "only texts, numbers, booleans and enums have a default", describe)
		default:
			f.set("default", flow(w.node), w)
		}
	}
	w := about.word("example")
	if examples := about.word("examples").items(); !w.ok() && len(examples) > 0 {
		w = examples[0]
	}
	if w.ok() && w.node.Kind != yamldoc.Null {
		if sensitive {
			im.loseAs(w, "example", c.subject, "a sensitive field shows no example", "nothing, unless the field is not sensitive: say so with x-sensitive: false")
		} else {
			f.set("example", flow(w.node), w)
		}
	}
}

func hasDefault(t *typ) bool {
	return t.enum != nil || t.word == "string" || t.word == "boolean" || t.word == "integer" || t.word == "number"
}

// flow writes a value of the document on one line.
func flow(n *yamldoc.Node) string {
	switch n.Kind {
	case yamldoc.String:
		return yamldoc.Scalar(n.Text)
	case yamldoc.List:
		items := make([]string, len(n.Items))
		for i, item := range n.Items {
			items[i] = flow(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case yamldoc.Map:
		entries := make([]string, len(n.Entries))
		for i, e := range n.Entries {
			entries[i] = yamldoc.Scalar(e.Key.Text) + ": " + flow(e.Value)
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case yamldoc.Bool:
		if n.True() {
			return "true"
		}
		return "false"
	case yamldoc.Number, yamldoc.OddNumber:
		return n.Text
	}
	return "null"
}
