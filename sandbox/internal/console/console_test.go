package console

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"github.com/stretchr/testify/require"
)

// hostile is a catalog whose texts contain HTML.
const hostile = `
catalog: 1
info: {title: "</title><script>alert(1)</script>", version: "<b>1</b>", package: pad}
path: /{operation}
areas:
  notes:
    operations:
      add: {summary: "Adds </script><script>alert(2)</script>.", fields: {text: {type: string, required: true, example: "</code><img src=x onerror=alert(3)>"}}, response: {fields: {id: string}}}
      peek: {fields: {n: integer}, response: {fields: {id: string}}}
      drop: {summary: Drops., description: "Drops <b>all</b> notes.", deprecated: {since: v1}}
`

const resources = `
resources: 1
kinds: {note: {}}
operations:
  notes.add: {create: note, class: assumed, assumed: "<i>everything</i>"}
`

func open(t *testing.T, text, behaves string) *httptest.ResponseRecorder {
	c, problems := catalog.Parse("notes.yaml", []byte(text))
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte(behaves))
	require.NoError(t, err)
	s, err := simulator.New(c, b, simulator.Options{Seeds: []byte("note: [{text: a}, {text: b}]")})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/_sandbox/", nil)
	r.Host = "127.0.0.1:8080"
	New(s).ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code)
	return w
}

// Without its script, the page shows the effect of each operation, and an example to copy.
func TestThePageShowsOperations(t *testing.T) {
	page := open(t, hostile, resources).Body.String()
	for _, text := range []string{
		`<code>notes.<wbr>add</code> <span class="badge assumed">assumed</span>`,
		`Here it creates a note.`,
		`Drops &lt;b&gt;all&lt;/b&gt; notes.`,
		`Deprecated: since v1.`,
		`Assumed: &lt;i&gt;everything&lt;/i&gt;`,
		`curl http://127.0.0.1:8080/add`,
		`<span class="badge 501">501</span>`,
		`<span class="badge example">example</span>`,
		`Here it changes nothing, and gives the example of the catalog.`,
		`<a href="reference#notes.add">notes.add in the reference</a>`,
		`A new world has 2 documents;`,
	} {
		require.True(t, strings.Contains(page, text), text)
	}
}

// The policy allows only the style and the script of the page, and escapes keep texts of the catalog
// from becoming HTML.
func TestTextsStayTexts(t *testing.T) {
	w := open(t, hostile, resources)
	page := w.Body.String()
	require.Equal(t, 1, strings.Count(page, "<script>"))
	require.False(t, strings.Contains(page, "<img"))
	require.False(t, strings.Contains(page, "<b>1"))
	policy := w.Header().Get("Content-Security-Policy")
	for name, text := range map[string]string{"style-src": between(t, page, "<style>", "</style>"), "script-src": between(t, page, "<script>", "</script>")} {
		require.Contains(t, policy, name+" "+source(text))
	}
	require.True(t, strings.HasPrefix(policy, "default-src 'none'; connect-src 'self';"), policy)
	require.Contains(t, policy, "frame-ancestors 'none'")
	for _, elsewhere := range []string{"https:", "url(", "@import", "src="} {
		require.False(t, strings.Contains(between(t, page, "<style>", "</style>"), elsewhere),
			"the page loads nothing: %s", elsewhere)
	}
}

// The console links to a place of the reference for each operation.
func TestReferenceHasAPlaceForEachOperation(t *testing.T) {
	c, problems := catalog.Parse("notes.yaml", []byte(hostile))
	require.Empty(t, problems)
	w := httptest.NewRecorder()
	Reference(c).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/_sandbox/reference", nil))
	require.Equal(t, http.StatusOK, w.Code)
	for _, id := range []string{"notes.add", "notes.drop"} {
		require.True(t, strings.Contains(w.Body.String(), `id="`+id+`"`), id)
	}
}

func between(t *testing.T, page, from, to string) string {
	_, after, ok := strings.Cut(page, from)
	require.True(t, ok)
	text, _, ok := strings.Cut(after, to)
	require.True(t, ok)
	return text
}

const shop = `
catalog: 1
info: {title: Shop, version: v1, package: shops}
path: /api/{operation}
enums: {Color: {values: {red: {}, blue: {}}}}
areas:
  orders:
    operations:
      plan:
        fields:
          name: {type: string, required: true, non_blank: true}
          pages: {type: integer, minimum: 1}
          urgent: boolean
          color: Color
          tags: {type: [string], join: ","}
          note: {type: string, nullable: true}
          items: [string]
`

// Each field has an input of its kind, with the example in it and its rules beside it.
func TestFormsHaveAnInputForEachField(t *testing.T) {
	c, problems := catalog.Parse("c.yaml", []byte(shop))
	require.Nil(t, problems)
	got := map[string]string{}
	for _, in := range inputsOf(c.ByName()["orders.plan"]) {
		got[in.Name] = strings.TrimSpace(in.Kind + " " + in.Value + " " + strings.Join(in.Choices, "|"))
	}
	require.Equal(t, map[string]string{
		"name": "text some name", "pages": "number 1", "urgent": "number true true|false", "color": "choice red red|blue",
		"tags": "text item 1,item 2", "note": `json "some note"`, "items": "json [\n  \"some items 1\"\n]",
	}, got)
}

// A request is shown as command lines and as Go. One that cannot be written says why.
func TestRequestsAreShownAsCode(t *testing.T) {
	c, problems := catalog.Parse("c.yaml", []byte(shop))
	require.Nil(t, problems)
	op := interpreter.New(c.ByName()["orders.plan"])
	code := codeOf(op, `{"name":"it's","pages":2}`, "'http://host'")
	require.Equal(t, "curl 'http://host'/api/plan \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  \"name\": \"it'\\''s\",\n  \"pages\": 2\n}'", code["curl"])
	require.Equal(t, `gen call orders.plan --url 'http://host' --data '{"name":"it'\''s","pages":2}'`, code["gen"])
	require.Contains(t, code["go"], "client.Orders.Plan(ctx, &orders.PlanRequest{\n\tName:  \"it's\",\n\tPages: new(2),\n})")
	require.Contains(t, codeOf(op, `{"pages":"x"}`, "b")["go"], "// This request cannot be written in Go: ")
}
