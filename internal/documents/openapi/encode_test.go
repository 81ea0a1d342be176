package openapi

import (
	stdjson "encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata")

// Strings stay strings, whatever they look like.
func TestStringsStayStrings(t *testing.T) {
	var all object
	for i, s := range []string{"", " ", "null", "Yes", "~", "1", "1e3", "0x1", "-", "- a", "a: b", "a #b", "#", "&a", "*a", "!a", "%a", "@a", "`a`", "'a'",
		`"a"`, "{a}", "[a]", "a\nb", "a\tb", "\x00\x0b\x1f\x7f\u0085\u2028\ufeff", "a\u3000b", "é", "日本", "a:", ":", "a ", " a", "2020-01-31", "<<", "=", "...", "---", "?", "|", ">"} {
		all = append(all, pairOf(s, s), pairOf(fmt.Sprint("list ", i), []any{s, obj(s, list(obj(s, s)))}))
	}
	requireSame(t, &Document{all}, "strings")
}

func requireSame(t *testing.T, d *Document, name string) {
	t.Helper()
	var fromJSON, fromYAML any
	require.NoError(t, stdjson.Unmarshal(d.JSON(), &fromJSON), name)
	require.NoError(t, yaml.Unmarshal(d.YAML(), &fromYAML), "%s\n%s", name, d.YAML())
	text, err := stdjson.Marshal(fromYAML)
	require.NoError(t, err)
	require.NoError(t, stdjson.Unmarshal(text, &fromYAML))
	require.Equal(t, fromJSON, fromYAML, name)
}

// The document of a catalog with everything is a golden file, so that its changes are
// visible, and so is how that of OpenAPI 3.0 differs.
func TestDocumentOfEverythingIsAsInItsGolden(t *testing.T) {
	document := New(load(t, "../../plan/interpreter/testdata/everything.yaml"), "catalog.yaml")
	for golden, got := range map[string][]byte{
		"testdata/everything.yaml":     document.YAML(),
		"testdata/everything-3.0.diff": diff.Diff("3.1", document.YAML(), "3.0", document.In30().YAML()),
	} {
		if *update {
			require.NoError(t, os.WriteFile(golden, got, 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "update with: go test ./internal/documents/openapi -update")
	}
}
