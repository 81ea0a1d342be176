package sqlstore

import (
	"fmt"
	"strings"

	"example.com/opgen/sandbox/store"
)

// The column details has the rest of a document as lines: "id" and the id unless the column id
// has it, "parent", kind and id of each parent, and "value", field and text of each value. Texts
// are complete, unlike in keys.

var (
	quote   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\x00", `\0`)
	unquote = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\0`, "\x00")
)

func details(d *store.Document) string {
	var b strings.Builder
	line := func(texts ...string) {
		for i, text := range texts {
			if i > 0 {
				b.WriteByte('\t')
			}
			quote.WriteString(&b, text)
		}
		b.WriteByte('\n')
	}
	if key(d.ID) != d.ID {
		line("id", d.ID)
	}
	for _, p := range d.Parents {
		line("parent", p.Kind, p.ID)
	}
	for _, v := range d.Values {
		line("value", v.Field, v.Text)
	}
	return b.String()
}

// readDetails sets the fields of a document from its details.
func readDetails(d *store.Document, text string) error {
	for line := range strings.Lines(text) {
		what, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		one, other, _ := strings.Cut(rest, "\t")
		if strings.Contains(rest, `\`) {
			one, other = unquote.Replace(one), unquote.Replace(other)
		}
		switch what {
		case "id":
			d.ID = one
		case "parent":
			d.Parents = append(d.Parents, store.Key{Kind: one, ID: other})
		case "value":
			d.Values = append(d.Values, store.Value{Field: one, Text: other})
		default:
			return fmt.Errorf("details of a document start with %q", what)
		}
	}
	return nil
}
