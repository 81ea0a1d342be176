package engine_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
)

// library returns a service with books, whose pages are selected in each way.
func library(t *testing.T, books int) *service {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  books:
    operations:
      numbered:
        effect: read
        fields: {page: integer, size: integer}
        pagination: {page: page, size: size, items: ids}
        response: {fields: {ids: [integer]}}
      sized:
        effect: read
        fields: {page: integer, size: integer}
        pagination: {page: page, size: size, first: 0, default_size: 3, items: ids}
        response: {fields: {ids: [integer]}}
      unsized:
        effect: read
        fields: {page: integer}
        pagination: {page: page, items: ids}
        response: {fields: {ids: [integer]}}
      offset:
        effect: read
        fields: {from: integer, size: integer}
        pagination: {offset: from, size: size, items: ids}
        response: {fields: {ids: [integer]}}
      scrolled:
        effect: read
        fields: {cursor: string, size: integer}
        pagination: {cursor: cursor, next: next, items: ids, size: size}
        response: {fields: {ids: [integer], next: string}}
      after:
        effect: read
        fields: {last: integer, size: integer}
        pagination: {cursor: last, last: id, size: size, more: more, items: books}
        response: {fields: {books: [Book], more: boolean}}
records: {Book: {fields: {id: integer}}}
`, `
resources: 1
kinds: {book: {}}
operations:
  books.numbered: {list: book, response: {ids: [/id]}}
  books.sized: {list: book, response: {ids: [/id]}}
  books.unsized: {list: book, response: {ids: [/id]}}
  books.offset: {list: book, response: {ids: [/id]}}
  books.scrolled: {list: book, response: {ids: [/id]}}
  books.after: {list: book}
`))
	require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		for range books {
			if err := s.engine.Insert(tx, noon, "book", map[string]any{}); err != nil {
				return err
			}
		}
		return nil
	}))
	return s
}

// A page without a size has a hundred documents, and a list without a page has all.
func TestSizesOfPages(t *testing.T) {
	s := library(t, 250)
	for _, c := range []struct{ operation, request, ids string }{
		{"numbered", `{}`, "1 to 250"},
		{"numbered", `{"page": 1}`, "1 to 100"},
		{"numbered", `{"page": 3}`, "201 to 250"},
		{"numbered", `{"page": 2, "size": 30}`, "31 to 60"},
		{"numbered", `{"size": 30}`, "1 to 30"},
		{"numbered", `{"page": 9, "size": 30}`, "241 to 250"},
		{"numbered", `{"page": 10, "size": 30}`, "none"},
		{"numbered", `{"page": 1, "size": 9223372036854775807}`, "1 to 250"},
		{"numbered", `{"page": 9223372036854775807}`, "none"},
		{"sized", `{"page": 0}`, "1 to 3"},
		{"sized", `{"page": 1}`, "4 to 6"},
		{"sized", `{"page": 1, "size": 1}`, "2 to 2"},
		{"unsized", `{"page": 2}`, "101 to 200"},
		{"unsized", `{}`, "1 to 250"},
		{"offset", `{"from": 0}`, "1 to 100"},
		{"offset", `{"from": 240}`, "241 to 250"},
		{"offset", `{"from": 1, "size": 2}`, "2 to 3"},
		{"offset", `{"size": 2}`, "1 to 2"},
		{"offset", `{"from": 250}`, "none"},
		{"scrolled", `{}`, "1 to 100 and more"},
		{"scrolled", `{"cursor": "100"}`, "101 to 200 and more"},
		{"scrolled", `{"cursor": "200"}`, "201 to 250"},
		{"scrolled", `{"cursor": "11", "size": 9223372036854775807}`, "12 to 250"},
		{"scrolled", `{"cursor": "0", "size": 250}`, "1 to 250"},
		{"scrolled", `{"cursor": "250", "size": 1}`, "none"},
		{"after", `{}`, "1 to 100 and more"},
		{"after", `{"last": 200}`, "201 to 250"},
		{"after", `{"last": 100, "size": 149}`, "101 to 249 and more"},
	} {
		response, err := s.call(t, "books."+c.operation, c.request, "")
		require.NoError(t, err)
		require.Equal(t, c.ids, pageIn(t, response), "%s %s", c.operation, c.request)
	}
}

// pageIn returns the first and last ids of a page, and whether there is another one.
func pageIn(t *testing.T, response json.RawMessage) string {
	t.Helper()
	var page struct {
		IDs   []int              `json:"ids"`
		Books []struct{ ID int } `json:"books"`
		Next  string             `json:"next"`
		More  bool               `json:"more"`
	}
	require.NoError(t, json.Unmarshal(response, &page))
	for _, book := range page.Books {
		page.IDs = append(page.IDs, book.ID)
	}
	if len(page.IDs) == 0 {
		return "none"
	}
	first, last := page.IDs[0], page.IDs[len(page.IDs)-1]
	require.Len(t, page.IDs, last-first+1)
	text := fmt.Sprintf("%d to %d", first, last)
	if page.More || page.Next != "" {
		text += " and more"
	}
	return text
}

// Pages and sizes begin at their least number, and a page that is no integer is none.
func TestLeastNumbersOfPages(t *testing.T) {
	s := library(t, 3)
	for _, c := range []struct{ operation, request, outcome string }{
		{"numbered", `{"page": 0}`, "422 ; /page must be at least 1 (minimum)"},
		{"numbered", `{"size": 0}`, "422 ; /size must be at least 1 (minimum)"},
		{"numbered", `{"page": 1, "size": -1}`, "422 ; /size must be at least 1 (minimum)"},
		{"sized", `{"page": -1}`, "422 ; /page must be at least 0 (minimum)"},
		{"offset", `{"from": -1}`, "422 ; /from must be at least 0 (minimum)"},
		{"scrolled", `{"size": 0}`, "422 ; /size must be at least 1 (minimum)"},
		{"scrolled", `{"size": 0, "cursor": "x"}`, "422 no list of this world has this cursor, or it has expired; " +
			"start with the first page; /cursor must be the cursor of a page (format)"},
		{"after", `{"size": 0}`, "422 ; /size must be at least 1 (minimum)"},
		{"after", `{"last": 4}`, "422 this world has no such item; start with the first page; " +
			"/last must be the id of an item (format)"},
	} {
		response, err := s.call(t, "books."+c.operation, c.request, "")
		require.Equal(t, c.outcome, outcome(t, response, err), "%s %s", c.operation, c.request)
	}
}

// A list in an order continues behind its last item, even if that is no longer in the list.
func TestOrderedListsContinueBehindAnItem(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  books:
    operations:
      sell:
        effect: write
        fields: {id: integer}
        response: {fields: {id: integer}}
      unsold:
        effect: read
        fields: {last: integer, size: integer}
        pagination: {cursor: last, last: id, size: size, more: more, items: books}
        response: {fields: {books: [Book], more: boolean}}
records: {Book: {fields: {id: integer}}}
`, `
resources: 1
kinds: {book: {}}
operations:
  books.sell: {update: book, by: {/id: /id}, set: {/state: {$constant: sold}}}
  books.unsold: {list: book, by: {/state: {$constant: unsold}}, order: /title}
`))
	const books = 10_003
	require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		for i := range books {
			book := map[string]any{"title": fmt.Sprintf("%05d", i), "state": "unsold"}
			if err := s.engine.Insert(tx, noon, "book", book); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, c := range []struct{ request, ids string }{
		{`{"last": 2, "size": 2}`, "3 to 4 and more"},
		{`{"last": 9999, "size": 2}`, "10000 to 10001 and more"},
		{`{"last": 10001, "size": 2}`, "10002 to 10003"},
		{`{"last": 10003, "size": 2}`, "none"},
	} {
		response, err := s.call(t, "books.unsold", c.request, "")
		require.NoError(t, err)
		require.Equal(t, c.ids, pageIn(t, response), c.request)
	}
	for _, id := range []int{2, 10003} {
		_, err := s.call(t, "books.sell", fmt.Sprintf(`{"id": %d}`, id), "")
		require.NoError(t, err)
	}
	for _, c := range []struct{ request, ids string }{
		{`{"last": 2, "size": 2}`, "3 to 4 and more"},
		{`{"last": 10001, "size": 2}`, "10002 to 10002"},
		{`{"last": 10003, "size": 2}`, "none"},
	} {
		response, err := s.call(t, "books.unsold", c.request, "")
		require.NoError(t, err)
		require.Equal(t, c.ids, pageIn(t, response), c.request)
	}
}
