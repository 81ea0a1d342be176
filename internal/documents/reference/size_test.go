package reference

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// What an operation may add to the page: bytes, and nodes of its document, which are
// elements and the texts between them. A browser needs time and memory for both.
const (
	bytesPerOperation = 4100
	nodesPerOperation = 180
)

// A page grows by a bounded size for each operation.
func TestSizeOfThePage(t *testing.T) {
	const few, many = 100, 300
	size := func(operations int) (length, nodes int) {
		c, problems := catalog.Parse("large.yaml", []byte(random.Large(operations, 50).YAML()))
		require.Empty(t, problems)
		var page bytes.Buffer
		require.NoError(t, HTML(&page, c, config))
		return page.Len(), strings.Count(page.String(), "</") + texts(page.String())
	}
	fewLength, fewNodes := size(few)
	manyLength, manyNodes := size(many)
	length, nodes := (manyLength-fewLength)/(many-few), (manyNodes-fewNodes)/(many-few)
	t.Logf("%d bytes and %d nodes for each operation", length, nodes)
	require.LessOrEqual(t, length, bytesPerOperation)
	require.LessOrEqual(t, nodes, nodesPerOperation)
}

// texts counts the texts between tags.
func texts(page string) (n int) {
	for {
		end := strings.IndexByte(page, '>')
		if end < 0 {
			return n
		}
		page = page[end+1:]
		if !strings.HasPrefix(page, "<") {
			n++
		}
	}
}
