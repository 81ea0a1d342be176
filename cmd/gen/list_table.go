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

// printTable prints the operations of a selection, or the fields of its only operation.
func printTable(w io.Writer, _ *catalog.Catalog, s selection) error {
	if s.operation != nil {
		return printOperation(w, s.operation)
	}
	width := len("OPERATION")
	for _, area := range s.areas {
		for _, op := range area.Operations {
			width = max(width, len(op.Name)+2)
		}
	}
	row := func(name, effect, required string) { // in 80 columns, unless a name is long
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s  %-6s  %s", width, name, effect, required), " "))
	}
	row("OPERATION", "EFFECT", "REQUIRED")
	for _, area := range s.areas {
		fmt.Fprintln(w, area.Name)
		for _, op := range area.Operations {
			row("  "+op.Name, string(op.Effect), fitting(needed(op), 80-width-len("  effect  ")))
		}
	}
	_, err := fmt.Fprintln(w, size(s.areas))
	return err
}

// fitting lists as many names as fit into columns, and counts the others.
func fitting(names []string, columns int) string {
	list, more := strings.Join(names, ", "), ""
	for n := len(names) - 1; n >= 0 && len(list+more) > columns; n-- {
		list, more = strings.Join(names[:n], ", "), fmt.Sprintf(" +%d", len(names)-n)
	}
	return strings.TrimSpace(list + more)
}

// needed returns what a caller must supply: the required fields, and the fields of rules that
// require one of several.
func needed(op *catalog.Operation) []string {
	var names []string
	for _, fields := range plan.Request(op).Needed() {
		names = append(names, strings.Join(catalog.Names(fields), "|"))
	}
	return names
}

func printOperation(w io.Writer, op *catalog.Operation) error {
	say(w, "%s: %s", op, cmp.Or(oneLine(op.Summary), "no summary"))
	say(w, "POST %s, %s", op.Path, op.Effect)
	var about []string
	if op.Auth != nil {
		about = append(about, op.Auth.Words())
	}
	if op.Deprecated != nil {
		about = append(about, "Deprecated: "+op.Deprecated.Words())
	}
	about = append(about, op.BodyWords()...)
	if op.KeyHeader != "" {
		about = append(about, op.EffectWords())
	}
	for _, r := range op.Rules {
		about = append(about, r.Words())
	}
	if op.Pagination != nil {
		about = append(about, strings.Join(op.Pagination.Words(), " "))
	}
	if op.Envelope != nil {
		about = append(about, strings.Join(op.Envelope.Words(), " "))
	}
	if op.Failure != nil {
		about = append(about, op.Failure.Words())
	}
	for _, words := range about {
		fmt.Fprintln(w, oneLine(words))
	}
	fmt.Fprintf(w, "\n%s in the request\n", wording.Count(len(op.Request.Fields), "field"))
	if err := printFields(w, op.Request); err != nil {
		return err
	}
	if !op.Response.Shown {
		_, err := fmt.Fprintln(w, "\nthe shape of the response is unspecified")
		return err
	}
	if words := op.Response.LenientWords(); words != "" {
		fmt.Fprintln(w, "\n"+words)
	}
	if op.Response.Nothing {
		_, err := fmt.Fprintln(w, "\nthe response has no body")
		return err
	}
	if whole := op.Response.Whole; whole != nil {
		about := ""
		if whole.Private() {
			about = ", sensitive"
		}
		_, err := fmt.Fprintf(w, "\nthe response is %s%s\n", whole.Type, about)
		if err != nil || whole.Type.Kind != catalog.Record {
			return err
		}
		return printFields(w, whole.Type.Record)
	}
	fmt.Fprintf(w, "\n%s in the response\n", wording.Count(len(op.Response.Fields), "field"))
	return printFields(w, op.Response.Shape)
}

func printFields(w io.Writer, shape *catalog.Shape) error {
	if len(shape.Fields) == 0 {
		return nil
	}
	table := newTable(w, "FIELD", "TYPE", "REQUIRED", "NOTES")
	for _, f := range shape.Fields {
		required := "no"
		if f.Required {
			required = "yes"
		}
		table.row(f.Name, f.Type.String(), required, strings.Join(notes(f), "; "))
	}
	return table.Flush()
}

// notes returns the other keys of a field that have a value.
func notes(f *catalog.Field) []string {
	var all []string
	for _, m := range fieldOf(f).shown() {
		value := reflect.Indirect(reflect.ValueOf(m.value))
		switch m.key {
		case "name", "type", "required", "description", "example":
		case "assumed", "deprecated":
			all = append(all, m.key)
		case "enum":
			all = append(all, m.key+" "+strings.Join(f.Enum, ", "))
		case "join":
			all = append(all, fmt.Sprintf("%s %q", m.key, f.Join))
		default:
			if value.Kind() != reflect.Bool || m.key == "default" {
				all = append(all, fmt.Sprintf("%s %v", m.key, value))
			} else if value.Bool() {
				all = append(all, m.key)
			}
		}
	}
	return all
}

// table is a [tabwriter.Writer] for cells of one line.
type table struct{ *tabwriter.Writer }

func newTable(w io.Writer, header ...string) table {
	t := table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	t.row(header...)
	return t
}

// row adds a row. An empty cell shows a dash, so that columns can be counted.
func (t table) row(cells ...string) {
	for i, c := range cells {
		cells[i] = cmp.Or(oneLine(c), "-")
	}
	fmt.Fprintln(t, strings.Join(cells, "\t"))
}

// oneLine replaces every run of white space by one space, and control characters.
func oneLine(text string) string { return wording.OneLine(strings.Join(strings.Fields(text), " ")) }
