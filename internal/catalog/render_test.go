package catalog

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// TestProblemsShowTheirSnippet compares the text of problems, snippets included, with
// testdata/render.txtar: NAME.yaml and NAME.txt.
func TestProblemsShowTheirSnippet(t *testing.T) {
	const path = "testdata/render.txtar"
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	var out []txtar.File
	for i, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".yaml")
		if !ok {
			continue
		}
		got := check(Parse("spec/operations.yaml", f.Data)).Error()
		out = append(out, f, txtar.File{Name: name + ".txt", Data: []byte(got)})
		if !*update {
			require.Less(t, i+1, len(archive.Files), "run go test ./internal/catalog -run TestProblemsShowTheirSnippet -update")
			require.Equal(t, string(archive.Files[i+1].Data), got, "%s; go test ./internal/catalog -run TestProblemsShowTheirSnippet -update writes it anew", path)
		}
	}
	if *update {
		archive.Files = out
		require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
	}
}

// Messages contain no control characters, and are not too long or too many.
func TestRenderHarmless(t *testing.T) {
	text := check(Parse("x.yaml", []byte("catalog: \"\u202e\u0085\ufeff\"  # a\tb"))).Error()
	for _, r := range []string{"\u202e", "\u0085", "\ufeff", "\t"} {
		require.NotContains(t, text, r)
	}
	long := check(Parse("x.yaml", []byte("catalog: 1\n"+strings.Repeat("x", 5000)+": 1\n"))).Error()
	require.Less(t, len(long), 900)
	many := check(Parse("x.yaml", manyUnknown(250)))
	require.Greater(t, len(many), 250)
	require.Contains(t, many.Error(), "\n... and 15")
	require.Equal(t, 100, strings.Count(many.Error(), "x.yaml:"))
}

func manyUnknown(n int) []byte {
	var b strings.Builder
	for i := range n {
		b.WriteString("unknown" + strings.Repeat("y", i) + ": 1\n")
	}
	return []byte(b.String())
}
