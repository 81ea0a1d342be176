package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/wording"
)

// printTable prints the operations of a selection, or the fields of the one
// operation that it holds.
func printTable(w io.Writer, _ *catalog.Catalog, s selection) error {
	if s.operation != nil {
		return printOperation(w, s.operation)
	}
	table := newTable(w, "AREA", "OPERATION", "EFFECT", "PATH", "FIELDS", "REQUIRED")
	for _, area := range s.areas {
		for _, op := range area.Operations {
			table.row(area.Name, op.Name, string(op.Effect), op.Path, fmt.Sprint(len(op.Request.Fields)), strings.Join(needed(op), ", "))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, size(s.areas))
	return err
}

// needed returns what a caller must supply: the required fields, and the rules
// that ask for one of several.
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
	if op.Auth != nil {
		fmt.Fprintln(w, oneLine(op.Auth.Words()))
	}
	if op.Deprecated != nil {
		say(w, "Deprecated: %s", oneLine(op.Deprecated.Words()))
	}
	for _, words := range op.BodyWords() {
		fmt.Fprintln(w, words)
	}
	if op.KeyHeader != "" {
		fmt.Fprintln(w, oneLine(op.EffectWords()))
	}
	for _, r := range op.Rules {
		fmt.Fprintln(w, oneLine(r.Words()))
	}
	if op.Pagination != nil {
		fmt.Fprintln(w, oneLine(strings.Join(op.Pagination.Words(), " ")))
	}
	if op.Envelope != nil {
		fmt.Fprintln(w, oneLine(strings.Join(op.Envelope.Words(), " ")))
	}
	if op.Failure != nil {
		fmt.Fprintln(w, oneLine(op.Failure.Words()))
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
		_, err := fmt.Fprintln(w, "\nthe response carries nothing")
		return err
	}
	if whole := op.Response.Whole; whole != nil {
		about := ""
		if whole.Private() {
			about = ", sensitive"
		}
		_, err := fmt.Fprintf(w, "\nthe response is %s%s\n", whole.Type, about)
		return err
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

// notes returns the rest of what the catalog says of a field, in its words.
func notes(f *catalog.Field) []string {
	var all []string
	add := func(given bool, format string, args ...any) {
		if given {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(f.Private(), "sensitive")
	add(f.Type.Nullable, "nullable")
	add(f.NonBlank, "non_blank")
	for _, b := range []struct {
		name string
		n    *int
	}{
		{"min_items", f.MinItems}, {"max_items", f.MaxItems},
		{"min_length", f.MinLength}, {"max_length", f.MaxLength},
	} {
		if b.n != nil {
			add(true, "%s %d", b.name, *b.n)
		}
	}
	add(f.Minimum != "", "minimum %s", f.Minimum)
	add(f.Maximum != "", "maximum %s", f.Maximum)
	add(f.Pattern != "", "pattern %s", f.Pattern)
	add(f.Format != "", "format %s", string(f.Format))
	add(len(f.Enum) > 0, "enum %s", strings.Join(f.Enum, ", "))
	add(f.ShownDefault() != nil, "default %v", f.ShownDefault())
	add(f.Join != "", "join %q", f.Join)
	add(f.SendIf != "", "send_if %s", f.SendIf)
	add(f.OmitEmpty, "omit_empty")
	add(f.Codes != "", "codes %s", f.Codes)
	add(f.Deprecated != nil, "deprecated")
	add(f.Assumed != "", "assumed")
	return all
}

// table is a [tabwriter.Writer] that keeps text in its cell.
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

// oneLine replaces every run of white space by one space, and what a terminal
// would obey instead of showing.
func oneLine(text string) string { return wording.OneLine(strings.Join(strings.Fields(text), " ")) }
