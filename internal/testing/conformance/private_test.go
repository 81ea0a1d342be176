package conformance

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/proof"
)

// private is a catalog in which one field is marked. The record that it holds
// stands elsewhere too, without a mark: in a record, in another area, and
// included in a response.
const private = `catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
records:
  Home:
    open: true
    fields:
      street: {type: string, example: Secretville, max_length: 40}
      inner: {type: Inner}
  Inner: {fields: {floor: {type: string, example: Secretfloor, default: Secretdefault}}}
  Holder: {fields: {home: Home}}
areas:
  marked: {operations: {put: {fields: {home: {type: Home, sensitive: true}}}}}
  others:
    operations:
      get: {fields: {holder: {type: Holder, required: true}}, response: Home}
`

// Everything that shows values, or says which ones are shown, asks the catalog,
// so that a value is not hidden in one place and shown in another.
func TestPrivateEverywhere(t *testing.T) {
	c, problems := catalog.Parse("c.yaml", []byte(private))
	require.Empty(t, problems)
	op := c.Areas[1].Operations[0]
	holder := op.Request.Fields[0]
	home := holder.Type.Record.Fields[0]
	require.False(t, holder.Private())
	require.True(t, holder.HoldsPrivate())
	require.False(t, home.Private(), "the field may be told to be there")
	require.True(t, home.Type.Record.Private())
	require.True(t, home.HoldsPrivate())
	for _, f := range append(home.Type.Record.Fields, op.Response.Fields...) {
		require.True(t, f.Private(), f.Name)
		require.Nil(t, f.ShownExample())
	}
	require.True(t, op.Response.PrivateKeys())

	t.Run("generator", func(t *testing.T) {
		files, err := generator.Emit(c, nil, generator.Config{Source: "c.yaml", Import: "example.com/x"})
		require.NoError(t, err)
		var types strings.Builder // of one area, and of the record that several use
		for _, f := range files {
			text := string(f.Content)
			require.NotContains(t, text, "Secretville", f.Path)
			require.NotContains(t, text, "Secretfloor", f.Path)
			for line := range strings.Lines(text) {
				if strings.HasSuffix(f.Path, "types.go") && strings.Contains(line, "//") {
					require.NotContains(t, line, "Secretdefault", f.Path)
				}
			}
			if f.Path == "others/types.go" || f.Path == "internal/shared/types.go" {
				types.WriteString(text)
			}
		}
		text := types.String()
		require.Equal(t, 2, strings.Count(text, `json:"street,omitzero" sensitive:"true"`), "the record and the response")
		require.Equal(t, 1, strings.Count(text, `json:"floor,omitzero" sensitive:"true"`))
		require.Equal(t, 2, strings.Count(text, `json:"-" sensitive:"true"`), "further keys")
	})
	t.Run("documents", func(t *testing.T) {
		var page bytes.Buffer
		cfg := generator.Config{Source: "c.yaml", Import: "example.com/x"}
		require.NoError(t, reference.HTML(&page, c, cfg))
		pages, err := reference.Markdown(c, cfg)
		require.NoError(t, err)
		for _, p := range pages {
			page.Write(p.Content)
		}
		document := openapi.New(c, "catalog.yaml").YAML()
		page.Write(document)
		require.NotContains(t, page.String(), "Secret")
		// The marked field; the record, in requests and responses; the record in it.
		require.Equal(t, 7, bytes.Count(document, []byte("x-sensitive: true")), "%s", document)
	})
	t.Run("handler", func(t *testing.T) {
		found := interpreter.New(op).Decode(`{"holder":{"home":{"made up":{"x":1,"x":2}}}}`)
		require.Len(t, found.Violations, 1)
		require.Equal(t, "/holder/home/[redacted]", found.Violations[0].Field)
	})
	t.Run("lint", func(t *testing.T) {
		found, _ := lint.Catalog(c, time.Time{})
		var rules []string
		for _, f := range found {
			if strings.Contains(f.Rule, "sensitiv") {
				rules = append(rules, f.Rule+" "+f.Path)
			}
		}
		require.Equal(t, []string{"sensitive-example Home.street", "sensitive-example Inner.floor"}, rules, "street looks like an address, and is private")
	})
	t.Run("diff", func(t *testing.T) {
		head, problems := catalog.Parse("head.yaml", []byte(strings.ReplaceAll(strings.ReplaceAll(private, ": Secret", ": Other"), "40", "30")))
		require.Empty(t, problems)
		found := proof.Find(c, head, new(diff.Dates).Compare(c, head))
		require.Len(t, found, 4)
		said, err := json.Marshal(found)
		require.NoError(t, err)
		require.NotContains(t, string(said), "Secret")
		require.NotContains(t, string(said), "Other")
	})
}
