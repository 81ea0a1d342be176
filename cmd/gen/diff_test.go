package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkDiff compares catalogs of 10,000 operations, from the files to the
// report: of those that changed, or of nothing that did.
func BenchmarkDiff(b *testing.B) {
	b.Chdir(b.TempDir())
	for file, version := range map[string]int{"base.yaml": 0, "same.yaml": 0, "head.yaml": 1} {
		require.NoError(b, os.WriteFile(filepath.FromSlash(file), manyOperations(10_000, version), 0o644))
	}
	for _, head := range []string{"same.yaml", "head.yaml"} {
		b.Run(head, func(b *testing.B) {
			for b.Loop() {
				var out, errs bytes.Buffer
				require.Zero(b, run([]string{"diff", "base.yaml", head, "--fail-on", "none"}, &out, &errs), errs.String())
			}
		})
	}
}

// manyOperations returns a catalog of n operations, in areas of 100. Every
// hundredth has another field, and every thousandth another name, by version.
func manyOperations(n, version int) []byte {
	var b strings.Builder
	b.WriteString("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n")
	b.WriteString("records:\n  Thing: {fields: {a: string, b: integer}}\nareas:\n")
	for i := range n {
		if i%100 == 0 {
			fmt.Fprintf(&b, "  area%d:\n    operations:\n", i/100)
		}
		name, field := fmt.Sprintf("operation%d", i), "note"
		if i%1000 == 1 {
			name += fmt.Sprintf("_v%d", version)
		}
		if i%100 == 0 {
			field += fmt.Sprint(version)
		}
		fmt.Fprintf(&b, "      %s:\n        summary: Does a thing.\n        fields:\n          id: {type: string, required: true}\n"+
			"          thing: Thing\n          %s: {type: string, max_length: 9}\n        response:\n          fields: {ok: boolean}\n", name, field)
	}
	return []byte(b.String())
}
