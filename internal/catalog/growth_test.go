package catalog

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Memory grows linearly with the catalog, whatever its mistakes.
func TestMemoryGrowsWithTheCatalog(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "@", fmt.Sprintf("%05d", i)))
		}
		return b.String()
	}
	const info = "catalog: 1\ninfo: {title: T, version: v1, package: example}\n"
	const head = info + "path: /{area}/{operation}\n"
	one := func(fields string) string {
		return head + "areas: {a: {operations: {o: {fields: {" + fields + "}}}}}\n"
	}
	for name, texts := range map[string]func(n int) []string{
		"a path with many faults": func(n int) []string {
			return []string{info + "path: /{operation}" + many(n, "//..{x@}") + "\nareas: {a: {operations: {o: {}}}}\n"}
		},
		"values of a large enum": func(n int) []string {
			return []string{head + "enums: {E: {values: {" + many(n, "v@: , ") + "}}}\nareas: {a: {operations: {o: {fields: {" + many(n, "f@: {type: E, default: v00000}, ") + "}}}}}\n"}
		},
		"records in a circle": func(n int) []string {
			text := head + "records:\n"
			for i := range n {
				text += fmt.Sprintf("  R%05d: {fields: {f: R%05d, g: R00000}}\n", i, i+1)
			}
			return []string{text + fmt.Sprintf("  R%05d: {}\nareas: {a: {operations: {o: {}}}}\n", n)}
		},
		"unknown types": func(n int) []string { return []string{one(many(n, "f@: strng@, "))} },
		"unknown fields": func(n int) []string {
			return []string{head + "areas: {a: {operations: {o: {fields: {" + many(n, "f@: string, ") + "}, rules: [{first_of: [" + many(n, "g@, ") + "]}]}}}}\n"}
		},
		"an overlay with the same values": func(n int) []string {
			fields := "f: {type: any, example: {" + many(n, "k@: 1, ") + "}}"
			return []string{one(fields), "overlay: 1\nareas: {a: {operations: {o: {fields: {" + strings.Replace(fields, "type: any, ", "", 1) + "}}}}}\n"}
		},
	} {
		allocated := func(n int) uint64 {
			all := texts(n)
			var overlays []Source
			for _, text := range all[1:] {
				overlays = append(overlays, Source{Name: "over.yaml", Text: []byte(text)})
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, problems := Parse("x.yaml", []byte(all[0]), overlays...)
			_ = problems.Error()
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		small, large := allocated(600), allocated(4*600)
		require.Less(t, large, 7*small, "%s: four times the catalog takes %d instead of %d bytes", name, large, small)
	}
}

// A record that many operations include is bounded, as aliases are.
func TestIncludesAreBounded(t *testing.T) {
	text := "catalog: 1\ninfo: {title: T, version: v1, package: example}\npath: /{area}/{operation}\nrecords:\n  R:\n    fields:\n"
	for i := range 1000 {
		text += fmt.Sprintf("      f%d: string\n", i)
	}
	text += "areas:\n  a:\n    operations:\n"
	for i := range maxIncluded/1000 + 1 {
		text += fmt.Sprintf("      o%d: {include: R}\n", i)
	}
	problems := check(Parse("x.yaml", []byte(text)))
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Message, "included records bring more than 500000 fields")
}
