package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// byCursor is a request that takes a cursor, and says which one it took.
type byCursor struct {
	Of     string
	Cursor *string
}

func (r *byCursor) AppendJSON(b []byte) []byte {
	return fmt.Appendf(b, `{"of":%q,"cursor":%q}`, r.Of, wire.Or(r.Cursor, ""))
}
func (r *byCursor) Validate() error { return nil }

// answers is a service whose response follows from the cursor, "" for the first page.
type answers func(cursor string) string

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) {
	var body struct{ Of, Cursor string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, err
	}
	res := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	if body.Of == "" {
		res.StatusCode = 422
	}
	text := f(body.Cursor)
	res.Body, res.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	return res, nil
}

// follow pages through a service and returns the items as they came.
func follow(t *testing.T, paging wire.Cursors, service answers) (all []string, err error) {
	t.Helper()
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: service}))
	require.NoError(t, err)
	paging.Operation = opList
	call := func(ctx context.Context, r *byCursor, opts ...api.CallOption) (*api.RawResponse, error) {
		return wire.DoRaw(ctx, wire.Begin(caller, opList, opts), r)
	}
	req := &byCursor{Of: "all"}
	for item, err := range wire.CursorPages(t.Context(), call, req, nil, paging,
		func(res *api.RawResponse) ([]any, api.Received) {
			var page struct{ Items []any }
			require.NoError(t, res.Decode(&page))
			return page.Items, res.Received
		},
		func(r *byCursor, cursor string) { r.Cursor = &cursor }) {
		if err != nil {
			return all, err
		}
		all = append(all, fmt.Sprint(item))
	}
	require.Equal(t, &byCursor{Of: "all"}, req, "the request is not changed")
	return all, nil
}

var inMeta = wire.Cursors{Next: "/meta/next", More: "/more"}

func TestCursorsLeadToEveryItem(t *testing.T) {
	for end, last := range map[string]string{
		"missing": `{"items":[9],"meta":{}}`,
		"null":    `{"items":[9],"meta":{"next":null}}`,
		"empty":   `{"items":[9],"meta":{"next":""}}`,
		"no meta": `{"items":[9]}`,
		"no more": `{"items":[9],"more":false,"meta":{"next":"d"}}`,
	} {
		t.Run(end, func(t *testing.T) {
			all, err := follow(t, inMeta, func(cursor string) string {
				return map[string]string{
					"":   `{"items":[1,2],"meta":{"next":"a"}}`,
					"a":  `{"items":[],"more":true,"meta":{"next":"b"}}`,
					"b":  `{"meta":{"next":"c\u00e9"},"more":null}`,
					"cé": last,
				}[cursor]
			})
			require.NoError(t, err)
			require.Equal(t, []string{"1", "2", "9"}, all, "a page without items does not end the pages")
		})
	}
}

func TestCursorsThatCannotBeFollowed(t *testing.T) {
	for page, want := range map[string]string{
		`{"items":[1],"more":true}`:                        "things.list: page 1: the response says that there is a next page, and holds no cursor for it",
		`{"items":[1],"more":true,"meta":{"next":""}}`:     "things.list: page 1: the response says that there is a next page, and holds no cursor for it",
		`{"items":[1],"more":"secret"}`:                    "things.list: page 1: /more is not a boolean, so it does not say whether there is a next page",
		`{"items":[1],"meta":{"next":["secret"]}}`:         "things.list: page 1: what /meta/next of the response holds is not a string, so it is no cursor",
		`{"items":[1],"meta":{"next":"secret"},"more":0}`:  "things.list: page 1: /more is not a boolean, so it does not say whether there is a next page",
		`{"items":[1],"meta":{"next":"secret"}}`:           "things.list: page 2: the service gave a cursor that it had given before, so its pages never end",
		`{"items":[1],"meta":{"next":"fail"},"more":true}`: "page 2: things.list: 200 OK: cannot read the response",
	} {
		all, err := follow(t, inMeta, func(cursor string) string {
			if cursor == "fail" {
				return "{"
			}
			return page
		})
		require.ErrorContains(t, err, want, page)
		require.NotContains(t, err.Error(), "secret")
		require.NotEmpty(t, all, "what came before is not lost")
	}
}

// A service that repeats a cursor ends in an error, however long the cycle is.
func TestCursorsThatRepeat(t *testing.T) {
	for length := 1; length < 60; length++ {
		for _, before := range []int{0, 1, 2, 5, 9} {
			calls := 0
			all, err := follow(t, inMeta, func(cursor string) string {
				calls++
				n, _ := strconv.Atoi(cursor)
				if n++; n > before {
					n = before + (n-before)%length
				}
				return fmt.Sprintf(`{"items":[1],"meta":{"next":"%d"}}`, n)
			})
			require.EqualError(t, err, fmt.Sprintf("things.list: page %d: the service gave a cursor that it had given before, so its pages never end", calls))
			require.GreaterOrEqual(t, len(all), length)
			require.LessOrEqual(t, calls, 4*(before+length)+4)
		}
	}
}

// Another operation may take the cursor, which is an integer here.
func TestCursorsOfAnotherOperation(t *testing.T) {
	type further struct{ Cursor int }
	var asked []int
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: answers(func(cursor string) string {
		return map[string]string{"": `{"items":["a"],"next":1}`, "1": `{"items":["b"],"next":-7}`, "-7": `{"items":["c"]}`}[cursor]
	})}))
	require.NoError(t, err)
	items := func(res *api.RawResponse) ([]string, api.Received) {
		var page struct{ Items []string }
		require.NoError(t, res.Decode(&page))
		return page.Items, res.Received
	}
	call := func(ctx context.Context, r *byCursor, opts ...api.CallOption) (*api.RawResponse, error) {
		return wire.DoRaw(ctx, wire.Begin(caller, opList, opts), r)
	}
	pages := wire.ContinuedPages(t.Context(), call, &byCursor{Of: "all"}, nil, wire.Cursors{Operation: opList, Next: "/next"}, items,
		func(ctx context.Context, r *further, opts ...api.CallOption) (*api.RawResponse, error) {
			asked = append(asked, r.Cursor)
			return call(ctx, &byCursor{Of: "more", Cursor: new(strconv.Itoa(r.Cursor))}, opts...)
		},
		func(r *further, cursor int) { r.Cursor = cursor }, items)
	for range 2 { // a sequence can be walked again, from the start
		var all []string
		for item, err := range pages {
			require.NoError(t, err)
			all = append(all, item)
		}
		require.Equal(t, []string{"a", "b", "c"}, all)
	}
	require.Equal(t, []int{1, -7, 1, -7}, asked)
}
