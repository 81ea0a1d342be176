package api_test

import (
	"context"
	"encoding/json"
	"errors"
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

type listRequest struct{ Page, Limit *int }

type listResponse struct {
	Data []int
	Raw  json.RawMessage
}

// listOf serves pages of numbers from 0, and counts pages from 1.
func listOf(total int) func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
	return func(_ context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
		res := &listResponse{Data: []int{}}
		limit := wire.Or(r.Limit, 3)
		for i := (*r.Page - 1) * limit; i < min(*r.Page*limit, total); i++ {
			res.Data = append(res.Data, i)
		}
		res.Raw = fmt.Append(nil, res.Data)
		return res, nil
	}
}

func collect(ctx context.Context, req *listRequest, paging wire.Paging, call func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error)) (all []int, err error) {
	pages := wire.Pages(ctx, call, req, nil, paging,
		func(r *listRequest) (page, size **int) { return &r.Page, &r.Limit },
		func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw })
	for item, err := range pages {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

var opList = &api.Operation{Area: "things", Name: "list"}

var fromOne = wire.Paging{Operation: opList, First: new(1), Size: 3}

// If a service returns fewer items than the requested 3, nothing is lost.
func TestPagesYieldEveryItemOnce(t *testing.T) {
	for _, limit := range []int{1, 2, 3} {
		for total := range 14 {
			calls := 0
			all, err := collect(t.Context(), nil, fromOne, func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
				calls++
				return listOf(total)(ctx, &listRequest{Page: r.Page, Limit: new(min(limit, wire.Or(r.Limit, 3)))})
			})
			require.NoError(t, err)
			require.Len(t, all, total, "capped at %d", limit)
			for i, item := range all {
				require.Equal(t, i, item)
			}
			require.LessOrEqual(t, calls, total/limit+2)
			if limit == 3 && total >= 3 {
				require.Equal(t, total/3+1, calls, "a page that is not full is the last one")
			}
		}
	}
}

func TestPagesStartWhereTheRequestSays(t *testing.T) {
	req := &listRequest{Page: new(2), Limit: new(4)}
	all, err := collect(t.Context(), req, fromOne, listOf(10))
	require.NoError(t, err)
	require.Equal(t, []int{4, 5, 6, 7, 8, 9}, all)
	require.Equal(t, &listRequest{Page: new(2), Limit: new(4)}, req, "the request is not changed")
}

func TestPagesOfUnknownSizeEndWithAnEmptyOne(t *testing.T) {
	all, err := collect(t.Context(), nil, wire.Paging{First: new(1)}, listOf(7))
	require.NoError(t, err)
	require.Len(t, all, 7)
}

// A request without a field for the size is paged until a page is empty.
func TestPagesWithoutASize(t *testing.T) {
	for total := range 8 {
		req := &listRequest{Limit: new(1000)} // not a size here
		pages := wire.Pages(t.Context(), func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
			require.Equal(t, new(1000), r.Limit)
			return listOf(total)(ctx, &listRequest{Page: r.Page})
		}, req, nil, wire.Paging{Operation: opList, First: new(1)},
			func(r *listRequest) (page, size **int) { return &r.Page, nil },
			func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw })
		n := 0
		for item, err := range pages {
			require.NoError(t, err)
			require.Equal(t, n, item)
			n++
		}
		require.Equal(t, total, n)
		require.Nil(t, req.Page)
	}
}

func TestPagesEndWithAnError(t *testing.T) {
	const samePage = "the same page came again, so the service does not page; call the operation itself"
	for name, c := range map[string]struct {
		paging wire.Paging
		call   func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error)
		want   string
		page   string
	}{
		"the first page is unknown": {wire.Paging{Operation: opList}, listOf(1), "the number of the first page is unspecified; set it in the request", "1"},
		"no items": {fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
			return &listResponse{Raw: json.RawMessage(`[]`)}, nil
		}, "the response holds no array of items; a call of the operation itself shows what it holds", "1"},
		"paging is ignored": {fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
			return &listResponse{Data: []int{1, 2, 3}, Raw: json.RawMessage(`[1,2,3]`)}, nil
		}, samePage, "2"},
		"a call fails": {fromOne, func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
			if *r.Page == 2 {
				return nil, errors.New("no")
			}
			return listOf(9)(ctx, r)
		}, "no", ""},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := collect(t.Context(), nil, c.paging, c.call)
			require.ErrorContains(t, err, c.want)
			if c.page != "" { // otherwise the error names the call
				require.EqualError(t, err, "things.list: page "+c.page+": "+c.want)
			}
			require.LessOrEqual(t, len(all), 3)
		})
	}
}

// A service without paging returns everything at once.
func TestPagesOfAServiceThatDoesNotPage(t *testing.T) {
	calls := 0
	all, err := collect(t.Context(), nil, fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
		calls++
		return &listResponse{Data: []int{1, 2}, Raw: fmt.Append(nil, calls)}, nil // such as the time of the response
	})
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, all)
	require.Equal(t, 2, calls)
}

// Repeated pages are an error, however long the cycle is.
func TestPagesThatRepeat(t *testing.T) {
	for length := 1; length < 40; length++ {
		for _, before := range []int{0, 1, 7} {
			calls := 0
			all, err := collect(t.Context(), nil, fromOne, func(_ context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
				calls++
				n := *r.Page
				if n > before {
					n = before + (n-before)%length
				}
				return &listResponse{Data: []int{n, n, n}, Raw: fmt.Append(nil, calls)}, nil
			})
			require.ErrorContains(t, err, "the same page came again")
			require.GreaterOrEqual(t, len(all), 3*length)
			require.LessOrEqual(t, calls, 4*(before+length)+4)
		}
	}
}

func TestPagesStopWhereTheCallerStops(t *testing.T) {
	calls := 0
	pages := wire.Pages(t.Context(), func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
		calls++
		return listOf(100)(ctx, r)
	}, nil, nil, fromOne,
		func(r *listRequest) (page, size **int) { return &r.Page, &r.Limit },
		func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw })
	for range 2 { // a sequence can be walked again, from the start
		for item := range pages {
			if item == 4 {
				break
			}
		}
	}
	require.Equal(t, 4, calls)
}

// byCursor is a request that takes a cursor, and records it.
type byCursor struct {
	Of     string
	Cursor *string
}

func (r *byCursor) AppendJSON(b []byte) []byte {
	return fmt.Appendf(b, `{"of":%q,"cursor":%q}`, r.Of, wire.Or(r.Cursor, ""))
}
func (r *byCursor) Validate() error { return nil }

// respond is a transport whose response depends on the cursor, "" for the first page.
type respond func(cursor string) string

func (f respond) RoundTrip(r *http.Request) (*http.Response, error) {
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

// follow reads all pages of a service and returns the items in order.
func follow(t *testing.T, paging wire.Cursors, service respond) (all []string, err error) {
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

// Repeated cursors are an error, however long the cycle is.
func TestCursorsThatRepeat(t *testing.T) {
	for _, length := range []int{1, 2, 3, 8, 59} {
		for _, before := range []int{0, 1, 9} {
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
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: respond(func(cursor string) string {
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

// A value that is not the cursor that the catalog describes is an error, and does not become 0 or "".
func TestCursorsOfAnotherType(t *testing.T) {
	type further struct{ Cursor int }
	items := func(res *api.RawResponse) ([]string, api.Received) { return []string{"a"}, res.Received }
	for _, next := range []string{`1.5`, `"1"`, `"x"`, `[]`, `{}`, `true`, `9223372036854775808`, `-9223372036854775809`, `1e400`} {
		calls := 0
		caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: respond(func(string) string {
			calls++
			return `{"next":` + next + `}`
		})}))
		require.NoError(t, err)
		call := func(ctx context.Context, _ *further, opts ...api.CallOption) (*api.RawResponse, error) {
			return wire.DoRaw(ctx, wire.Begin(caller, opList, opts), &byCursor{Of: "all"})
		}
		seen := 0
		var failed error
		for _, err := range wire.CursorPages(t.Context(), call, nil, nil, wire.Cursors{Operation: opList, Next: "/next"}, items,
			func(r *further, cursor int) { r.Cursor = cursor }) {
			if err != nil {
				failed = err
			} else {
				seen++
			}
		}
		require.EqualError(t, failed,
			"things.list: page 1: what /next of the response holds is not an integer, so it is no cursor", next)
		require.Equal(t, []int{1, 1}, []int{calls, seen}, next)
	}
}
