package catalog

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// seeds adds the cases of TestProblems to a fuzz target.
func seeds(f *testing.F) {
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	require.NoError(f, err)
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(f, err)
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".yaml" {
				f.Add(file.Data)
			}
		}
	}
	f.Add([]byte(everything))
	f.Add([]byte(aliasBomb()))
}

// FuzzCheck holds that no text makes Check panic, that its problems
// have places and can be printed, and that a catalog without any resolves.
func FuzzCheck(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		doc := Parse("x.yaml", src)
		ps := Check(doc)
		for _, p := range ps {
			require.Positive(t, p.Pos.Line)
			require.Positive(t, p.Pos.Col)
			require.NotEmpty(t, p.Message)
			if !bytes.Contains(src, []byte("%")) {
				require.NotContains(t, p.Error(), "%!") // a slip in a format
			}
		}
		_ = ps.Error()
		if ps == nil {
			c := Resolve(doc)
			require.NotEmpty(t, c.Areas)
			for _, a := range c.Areas {
				require.True(t, exported(a.GoName))
				for _, op := range a.Operations {
					require.True(t, exported(op.GoName))
					for _, field := range op.Request.Fields {
						require.NotNil(t, field.Type)
						require.True(t, exported(field.GoName))
					}
				}
			}
		}
	})
}

// FuzzTree holds that what our reader accepts, the parser of go-yaml accepts
// too and understands in the same way. The other direction does not hold:
// catalogs do without some of YAML.
func FuzzTree(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		doc := Parse("x.yaml", src)
		if doc.problems != nil {
			return
		}
		file, err := parser.ParseBytes([]byte(doc.src.text), 0)
		if err != nil && bytes.ContainsAny(src, "&*") {
			return // it refuses an anchor without a value, which is null
		}
		require.NoError(t, err)
		for _, d := range file.Docs {
			if d.Body != nil {
				sameTree(t, doc.root, d.Body, map[string]ast.Node{})
				return
			}
		}
	})
}

// sameTree compares a node with one of go-yaml.
func sameTree(t *testing.T, n *node, y ast.Node, anchors map[string]ast.Node) {
	switch y := y.(type) {
	case *ast.AnchorNode:
		anchors[y.Name.GetToken().Value] = y.Value
		sameTree(t, n, y.Value, anchors)
	case *ast.AliasNode:
		sameTree(t, n, anchors[y.Value.GetToken().Value], anchors)
	case *ast.MappingNode:
		require.Equal(t, mapNode, n.kind)
		require.Len(t, n.entries, len(y.Values))
		for i, v := range y.Values {
			require.Equal(t, v.Key.GetToken().Value, n.entries[i].key.text)
			sameTree(t, n.entries[i].value, v.Value, anchors)
		}
	case *ast.SequenceNode:
		require.Equal(t, listNode, n.kind)
		require.Len(t, n.items, len(y.Values))
		for i, v := range y.Values {
			sameTree(t, n.items[i], v, anchors)
		}
	case *ast.LiteralNode:
		require.Equal(t, stringNode, n.kind)
		require.Equal(t, y.Value.Value, n.text)
	case *ast.NullNode:
		require.Equal(t, nullNode, n.kind)
	default:
		require.Contains(t, []nodeKind{stringNode, numberNode, oddNumber, boolNode}, n.kind)
		require.Equal(t, y.GetToken().Value, n.text)
	}
}
