package plan

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

var update = flag.Bool("update", false, "rewrite the plans in testdata")

// head is the start of the catalog of every case.
const head = "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\n"

// A case of testdata is a catalog without its head, and the plans of its records
// and operations as pseudo-code.
func TestPlansAreAsInTheirGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			require.Equal(t, "catalog.yaml", archive.Files[0].Name)
			got := plans(load(t, archive.Files[0].Data))
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "plans", Data: []byte(got)})
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
			}
			require.Len(t, archive.Files, 2)
			require.Equal(t, string(archive.Files[1].Data), got, "update with: go test ./internal/plan -update")
		})
	}
}

func load(t *testing.T, text []byte) *catalog.Catalog {
	c, problems := catalog.Parse("catalog.yaml", append([]byte(head), text...))
	require.Empty(t, problems)
	return c
}

// plans writes the plans of all records and operations.
func plans(c *catalog.Catalog) string {
	var b strings.Builder
	for _, r := range c.Records {
		fmt.Fprintf(&b, "record %s\n%s", r.Name, text(Record(r)))
	}
	for op := range c.Operations() {
		fmt.Fprintf(&b, "request %s\n%s", op, text(Request(op)))
	}
	return b.String()
}

func text(p *Plan) string {
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\t%s\n\t\t%s\n", title, strings.Join(lines, "\n\t\t"))
		}
	}
	var send, check, settle []string
	for _, s := range p.Send {
		send = append(send, stepText(s)...)
	}
	for _, c := range p.Checks {
		check = append(check, checkText(c))
	}
	for _, r := range p.Rules {
		check = append(check, r.ID()+" "+strings.Join(catalog.Names(r.Fields), ", "))
	}
	for _, s := range p.Settle {
		settle = append(settle, stepText(s)...)
	}
	section("send", send)
	section("check", check)
	section("settle", settle)
	return b.String()
}

func stepText(s Step) []string {
	var lines []string
	switch s := s.(type) {
	case Member:
		return []string{memberText(s)}
	case FirstOf:
		lines = append(lines, "the first of")
	case Group:
		lines = append(lines, "together, if one is")
	}
	for _, m := range s.Members() {
		lines = append(lines, "\t"+memberText(m))
	}
	return lines
}

func memberText(m Member) string {
	line := m.Field.Name + ifText(m.When)
	if m.Default != nil {
		line += fmt.Sprintf(", else %#v", m.Default)
	}
	return line
}

func checkText(c Check) string {
	name := c.Field.Name
	if c.Items {
		name += "[i]"
	}
	limit := ""
	switch f := c.Field; c.Requirement {
	case MinItems:
		limit = fmt.Sprint(" ", *f.MinItems)
	case MaxItems:
		limit = fmt.Sprint(" ", *f.MaxItems)
	case MinLength:
		limit = fmt.Sprint(" ", *f.MinLength)
	case MaxLength:
		limit = fmt.Sprint(" ", *f.MaxLength)
	case Minimum:
		limit = " " + string(f.Minimum)
	case Maximum:
		limit = " " + string(f.Maximum)
	case Pattern:
		limit = " " + f.Pattern
	case Join:
		limit = fmt.Sprintf(" %q", f.Join)
	case Enum:
		limit = fmt.Sprint(" ", f.Enum)
		if e := f.Type.Item().Enum; e != nil {
			limit = " " + e.Name
		}
	}
	return fmt.Sprintf("%s: %s%s%s", name, c.Requirement, limit, ifText(c.When))
}

func ifText(c Condition) string {
	if c == nil {
		return ""
	}
	return " if " + conditionText(c)
}

func conditionText(c Condition) string {
	switch c := c.(type) {
	case NotNil:
		return c.Field.Name + " != nil"
	case NotNull:
		return c.Field.Name + " holds a value"
	case Given:
		return "given(" + c.Field.Name + ")"
	case FirstItemGiven:
		return "given(" + c.Field.Name + "[0])"
	default:
		panic(fmt.Sprintf("no text for a %T", c))
	}
}
