package yamldoc

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
)

// FuzzTree checks that the parser of go-yaml reads every accepted text in the same way, except for
// colons in plain texts and the blanks at the end of a text after |-. It accepts more, because
// catalogs support only a part of YAML.
func FuzzTree(f *testing.F) {
	archives, err := filepath.Glob("../testdata/problems/*.txtar")
	require.NoError(f, err)
	require.NotEmpty(f, archives)
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(f, err)
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".yaml" {
				f.Add(file.Data)
			}
		}
	}
	f.Add(complete.Catalog)
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<14 {
			return
		}
		if !bytes.HasSuffix(src, []byte("\n")) {
			src = append(bytes.Clone(src), '\n') // otherwise, go-yaml drops or does not fold some last lines
		}
		c := NewChecker(nil)
		root := c.Parse(Source{Name: "x.yaml", Text: src}, Format{})
		if c.Problems() != nil {
			return
		}
		text, masked := maskColons(root.src.text)
		file, err := parser.ParseBytes([]byte(text), 0)
		if err != nil && bytes.ContainsAny(src, "&*") {
			return // it refuses an anchor without a value, which is null
		}
		require.NoError(t, err)
		for _, d := range file.Docs {
			if d.Body != nil {
				tree{t, masked, map[string]ast.Node{}}.same(root, d.Body)
				return
			}
		}
	})
}

// tree compares nodes with those of go-yaml.
type tree struct {
	*testing.T
	masked  masked
	anchors map[string]ast.Node
}

// same compares a node with one of go-yaml.
func (t tree) same(n *Node, y ast.Node) {
	switch y := y.(type) {
	case *ast.AnchorNode:
		t.anchors[y.Name.GetToken().Value] = y.Value
		t.same(n, y.Value)
	case *ast.AliasNode:
		t.same(n, t.anchors[y.Value.GetToken().Value])
	case *ast.MappingNode:
		require.Equal(t, Map, n.Kind)
		require.Len(t, n.Entries, len(y.Values))
		for i, v := range y.Values {
			require.Equal(t, t.masked.unmask(v.Key.GetToken().Value), n.Entries[i].Key.Text)
			t.same(n.Entries[i].Value, v.Value)
		}
	case *ast.SequenceNode:
		require.Equal(t, List, n.Kind)
		require.Len(t, n.Items, len(y.Values))
		for i, v := range y.Values {
			t.same(n.Items[i], v)
		}
	case *ast.LiteralNode:
		require.Equal(t, String, n.Kind)
		require.Equal(t, strings.TrimRight(t.masked.unmask(y.Value.Value), " "), strings.TrimRight(n.Text, " "))
	case *ast.NullNode:
		require.Equal(t, Null, n.Kind)
	default:
		require.Contains(t, []Kind{String, Number, OddNumber, Bool}, n.Kind)
		require.Equal(t, t.masked.unmask(y.GetToken().Value), n.Text)
	}
}
