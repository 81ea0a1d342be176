package main

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/tabwriter"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/wording"
)

// This file prints lists for people. A list of all operations has one line for each, so that it can
// be searched by eye; one operation has a page.

// printTable prints the operations of areas, in 80 columns unless a name is long.
func printTable(w io.Writer, areas []*catalog.Area) {
	width := len("OPERATION")
	effects := len("EFFECT")
	for _, area := range areas {
		for _, op := range area.Operations {
			width = max(width, len(op.Name)+len("  "))
			effects = max(effects, len(op.Effect))
		}
	}
	printRow := func(name, effect, required string) {
		line := fmt.Sprintf("%-*s  %-*s  %s", width, name, effects, effect, required)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	printRow("OPERATION", "EFFECT", "REQUIRED")
	columns := 80 - width - effects - len("    ")
	for _, area := range areas {
		fmt.Fprintln(w, area.Name)
		for _, op := range area.Operations {
			printRow("  "+op.Name, string(op.Effect), joinFitting(requiredNames(op), columns))
		}
	}
	fmt.Fprintln(w, size(areas))
}

// joinFitting lists as many names as fit into columns, and counts the others.
func joinFitting(names []string, columns int) string {
	list := strings.Join(names, ", ")
	for n := len(names) - 1; n >= 0 && len(list) > columns; n-- {
		list = strings.Join(names[:n], ", ") + fmt.Sprintf(" +%d", len(names)-n)
	}
	return strings.TrimSpace(list)
}

// requiredNames returns what a caller must supply: the required fields, and the fields of rules
// that require one of several.
func requiredNames(op *catalog.Operation) []string {
	return each(plan.Request(op).Needed(), func(fields []*catalog.Field) string {
		return strings.Join(catalog.Names(fields), "|")
	})
}

// printOperation prints the path, the words and the fields of an operation.
func printOperation(w io.Writer, op *catalog.Operation) {
	say(w, "%s: %s", op, cmp.Or(oneLine(op.Summary), "no summary"))
	say(w, "POST %s, %s", op.Path, op.Effect)
	for _, words := range wordsAbout(op) {
		fmt.Fprintln(w, oneLine(words))
	}
	fmt.Fprintf(w, "\n%s in the request\n", wording.Count(len(op.Request.Fields), "field"))
	printFields(w, op.Request)
	printResponse(w, op.Response)
}

// wordsAbout returns sentences about an operation.
func wordsAbout(op *catalog.Operation) []string {
	var sentences []string
	if op.Auth != nil {
		sentences = append(sentences, op.Auth.Words())
	}
	if op.Deprecated != nil {
		sentences = append(sentences, "Deprecated: "+op.Deprecated.Words())
	}
	sentences = append(sentences, op.Conditions()...)
	if op.KeyHeader != "" {
		sentences = append(sentences, op.EffectWords())
	}
	if op.Envelope != nil {
		sentences = append(sentences, strings.Join(op.Envelope.Words(), " "))
	}
	if op.Failure != nil {
		sentences = append(sentences, op.Failure.Words())
	}
	return sentences
}

// printResponse prints what is known of a response. That nothing is known is said too, because it
// is different from an empty response.
func printResponse(w io.Writer, r *catalog.Response) {
	if words := r.LenientWords(); r.Shown && words != "" {
		fmt.Fprintln(w, "\n"+words)
	}
	switch {
	case !r.Shown:
		fmt.Fprintln(w, "\nthe shape of the response is unspecified")
	case r.Nothing:
		fmt.Fprintln(w, "\nthe response has no body")
	case r.Whole != nil:
		about := ""
		if r.Whole.Private() {
			about = ", sensitive"
		}
		fmt.Fprintf(w, "\nthe response is %s%s\n", r.Whole.Type, about)
		if r.Whole.Type.Kind == catalog.Record {
			printFields(w, r.Whole.Type.Record)
		}
	default:
		fmt.Fprintf(w, "\n%s in the response\n", wording.Count(len(r.Fields), "field"))
		printFields(w, r.Shape)
	}
}

// printFields prints a table of fields, nothing if there are none.
func printFields(w io.Writer, shape *catalog.Shape) {
	if len(shape.Fields) == 0 {
		return
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row(table, "FIELD", "TYPE", "REQUIRED", "NOTES")
	yesOrNo := map[bool]string{true: "yes", false: "no"}
	for _, f := range shape.Fields {
		row(table, f.Name, f.Type.String(), yesOrNo[f.Required], strings.Join(fieldNotes(f), "; "))
	}
	table.Flush()
}

// fieldNotes returns the other keys of a field that have a value: "max_length 20", "sensitive".
func fieldNotes(f *catalog.Field) []string {
	var notes []string
	for _, m := range fieldOf(f) {
		value := reflect.Indirect(reflect.ValueOf(m.Value))
		switch m.Key {
		case "name", "type", "required", "description", "example":
		case "assumed", "deprecated":
			notes = append(notes, m.Key)
		case "enum":
			notes = append(notes, m.Key+" "+strings.Join(f.Enum, ", "))
		case "join":
			notes = append(notes, fmt.Sprintf("%s %q", m.Key, f.Join))
		default:
			isFlag := value.Kind() == reflect.Bool && m.Key != "default"
			switch {
			case !isFlag:
				notes = append(notes, fmt.Sprintf("%s %v", m.Key, value))
			case value.Bool():
				notes = append(notes, m.Key)
			}
		}
	}
	return notes
}

// row adds a row to a table. An empty cell shows a dash, so that columns can be counted.
func row(table io.Writer, cells ...string) {
	for i, c := range cells {
		cells[i] = cmp.Or(oneLine(c), "-")
	}
	fmt.Fprintln(table, strings.Join(cells, "\t"))
}

// oneLine replaces every run of white space by one space, and control characters.
func oneLine(text string) string { return wording.OneLine(strings.Join(strings.Fields(text), " ")) }
