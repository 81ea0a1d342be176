package verify_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/verify"
)

const shelves = `
records:
  Book: {fields: {title: {type: string, required: true}, subtitle: string}}
  Film: {fields: {length: integer}}
unions:
  Item: {by: kind, open: true, of: {book: Book, film: Film, empty: }}
areas:
  shelves:
    operations:
      get:
        effect: read
        response:
          fields:
            name: string
            books: [Book]
            by_year: {string: Book}
            items: [Item]
            anything: object
`

// A field that no response has may have another name, so its operation does not conform.
func TestFieldsThatNoResponseHasAreUnseen(t *testing.T) {
	c := parse(t, shelves)
	for response, want := range map[string][]string{
		`{"name":"a","books":[],"by_year":{},"items":[],"anything":{}}`:  nil, // nothing is known of what is in them
		`{"name":null,"books":[],"by_year":{},"items":[],"anything":{}}`: nil,
		`{"Name":"a","books":[],"by_year":{},"items":[],"anything":{}}`:  {"/name"},
		`{}`: {"/anything", "/books", "/by_year", "/items", "/name"},
		`{"name":"a","books":[{"title":"b"},{"title":"c"}],"by_year":{"1":{"title":"d","subtitle":"e"}},"items":[],"anything":{}}`:                                  nil,
		`{"name":"a","books":[{"title":"b"},{"title":"c"}],"by_year":{"1":{"title":"d"}},"items":[],"anything":{}}`:                                                 {"/books/*/subtitle"},
		`{"name":"a","books":[],"by_year":{},"items":[{"kind":"film"},{"kind":"book","title":"b","subtitle":"c"},{"kind":"other"},{"kind":"empty"}],"anything":{}}`: {"/items/*/length"},
	} {
		r := run(t, c, service(t, c, map[string]string{"shelves.get": response}), verify.Options{})
		var unseen []string
		for _, f := range r.Operations[0].Facts {
			if f.Verdict == verify.Unseen {
				require.NotEmpty(t, f.Why)
				require.NotZero(t, f.Pos.Line)
				unseen = append(unseen, f.ID)
			}
		}
		var ids []string
		verdict := verify.Conforms
		for _, pointer := range want {
			ids = append(ids, "response "+pointer+" seen")
			verdict = verify.Unseen
		}
		require.Equal(t, ids, unseen, response)
		require.Equal(t, verdict, r.Operations[0].Verdict, response)
	}
}

// One response, such as that of a write, is too little to say that a field is not used.
func TestOneResponseIsTooLittleForUnseen(t *testing.T) {
	c := parse(t, "areas: {things: {operations: {add: {response: {fields: {size: integer}}}}}}\n")
	r := run(t, c, service(t, c, map[string]string{"things.add": "{}"}), verify.Options{Writes: true})
	require.Equal(t, verify.Conforms, r.Operations[0].Verdict)
}
