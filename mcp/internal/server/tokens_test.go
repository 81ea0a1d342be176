package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/brief"
	"example.com/opgen/mcp/internal/server"
)

// The bounds of what a model reads for the 139 operations of the shipped catalog.
const (
	maxList   = 500 // tokens of tools/list
	maxMedian = 100 // of the description of an operation
	maxOne    = 900
)

func insurance(t *testing.T) *catalog.Catalog {
	c, err := catalog.Load("../../../spec/operations.yaml", "../../../spec/overlays/published.yaml")
	require.NoError(t, err)
	return c
}

func TestWhatAModelReadsIsShort(t *testing.T) {
	c := insurance(t)
	for _, encoding := range []tokenizer.Encoding{tokenizer.O200kBase, tokenizer.Cl100kBase} {
		codec, err := tokenizer.Get(encoding)
		require.NoError(t, err)
		count := func(text string) int {
			n, err := codec.Count(text)
			require.NoError(t, err)
			return n
		}
		list := count(toolList(t, c, false))
		all := count(toolList(t, c, true))
		var described []int
		for op := range c.Operations() {
			described = append(described, count(brief.Operation(op)))
		}
		slices.Sort(described)
		median, most := described[len(described)/2], described[len(described)-1]
		fmt.Printf("%s: tools/list %d tokens, with --tools all %d; descriptions of %d operations: median %d, at most %d\n",
			encoding, list, all, len(described), median, most)
		require.LessOrEqual(t, list, maxList)
		require.LessOrEqual(t, median, maxMedian)
		require.LessOrEqual(t, most, maxOne)
	}
}

// toolList returns the response to tools/list as it is sent.
func toolList(t *testing.T, c *catalog.Catalog, each bool) string {
	a := connect(t, newService(t), func(cfg *server.Config) {
		cfg.Catalog = c
		cfg.Each = each
	})
	res, err := a.ListTools(t.Context(), &mcp.ListToolsParams{})
	require.NoError(t, err)
	text, err := json.Marshal(res)
	require.NoError(t, err)
	return string(text)
}
