package insurance

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// service returns the catalog of the service with overlays, and what its operations do.
func service(t testing.TB, overlays ...string) (*catalog.Catalog, *behavior.Behavior) {
	t.Helper()
	var sources []catalog.Source
	for _, name := range overlays {
		text, err := spec.Files.ReadFile("overlays/" + name)
		require.NoError(t, err)
		sources = append(sources, catalog.Source{Name: name, Text: text})
	}
	c, problems := catalog.Parse("operations.yaml", spec.Operations, sources...)
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", spec.Resources)
	require.NoError(t, err, "with %v", overlays)
	return c, b
}

// classes are the numbers of operations of each class.
var classes = map[behavior.Class]int{behavior.Stateful: 67, behavior.Seeded: 16, behavior.Assumed: 33, behavior.Canned: 23}

// Every operation has a behavior, which fits the catalog with and without overlays.
func TestEveryOperationHasBehavior(t *testing.T) {
	for _, overlays := range [][]string{nil, {"published.yaml"}, {"sdk.yaml"}, {"published.yaml",
		"sdk.yaml"}} {
		c, b := service(t, overlays...)
		n := map[behavior.Class]int{}
		for op := range c.Operations() {
			require.NotNil(t, b.Operations[op.String()], op)
			n[b.Operations[op.String()].Class]++
		}
		require.Equal(t, classes, n)
	}
}

// The documented example of each request succeeds in a new sandbox, or names a document that does
// not exist.
func TestExamplesOfDocumentsSucceed(t *testing.T) {
	c, b := service(t)
	for _, overlays := range [][]string{nil, {"published.yaml"}} {
		documented, _ := service(t, overlays...)
		for op := range documented.Operations() {
			example, ok := sample.ShownRequest(op)
			require.True(t, ok, "%s has no example", op)
			s, err := world(t.Context(), c, b, nil)
			require.NoError(t, err)
			w := post(s, op.Path, example.JSON())
			require.NoError(t, s.Close())
			missing := w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), `"detail":"there is no `)
			require.True(t, w.Code == http.StatusOK || missing, "%s %s: %d %s", op, example.JSON(),
				w.Code, w.Body)
		}
	}
}

// post calls an operation.
func post(s http.Handler, path, body string) *httptest.ResponseRecorder {
	r, w := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)), httptest.NewRecorder()
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, r)
	return w
}
