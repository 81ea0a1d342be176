package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// pageRequest is like a generated request that pages by numbers.
type pageRequest struct{ Page, Size *int }

// book is a service with a list of items for each page, and notes which pages it is asked for.
type book struct {
	pages map[int][]int
	asked []int
	last  *pageRequest
}

var errNoPage = errors.New("no such page")

func (b *book) get(_ context.Context, r *pageRequest, _ ...api.CallOption) (*[]int, error) {
	b.last = r
	b.asked = append(b.asked, *r.Page)
	items, ok := b.pages[*r.Page]
	if !ok {
		return nil, errNoPage
	}
	return &items, nil
}

// all returns a sequence over all pages of the book.
func (b *book) all(ctx context.Context, req *pageRequest, paging wire.Paging) iter.Seq2[int, error] {
	paging.Operation = opAsk
	fields := func(r *pageRequest) (page, size **int) { return &r.Page, &r.Size }
	items := func(res *[]int) ([]int, json.RawMessage) { return *res, nil }
	return wire.Pages(ctx, b.get, req, nil, paging, fields, items)
}

// gather returns the items of a sequence, and the error that ends it.
func gather[T any](all iter.Seq2[T, error]) (items []T, err error) {
	for item, err := range all {
		if err != nil {
			return items, err
		}
		items = append(items, item)
	}
	return items, nil
}

// Pages end after one that is not full. How many items a full one has is requested, is the default,
// or is known from the first page, since a service may send fewer than requested.
func TestPagesEndAfterAShortOne(t *testing.T) {
	byNumber := wire.Paging{First: new(1), Size: 3}
	byOffset := wire.Paging{First: new(0), Size: 3, Offset: true}
	const again = "the same page came again, so the service does not page; call the operation itself"
	const noList = "the response holds no array of items; a call of the operation itself shows what it holds"
	for name, test := range map[string]struct {
		req    *pageRequest
		paging wire.Paging
		pages  map[int][]int
		asked  []int
		items  []int
		err    string
	}{
		"an empty one": {nil, byNumber, map[int][]int{1: {}}, []int{1}, nil, ""},
		"a short one behind full ones": {
			nil, byNumber, map[int][]int{1: {1, 2, 3}, 2: {4, 5, 6}, 3: {7}},
			[]int{1, 2, 3}, []int{1, 2, 3, 4, 5, 6, 7}, "",
		},
		"an empty one behind a full one": {
			nil, byNumber, map[int][]int{1: {1, 2, 3}, 2: {}},
			[]int{1, 2}, []int{1, 2, 3}, "",
		},
		"a short first one is a full one": {
			nil, byNumber, map[int][]int{1: {1, 2}, 2: {3, 4}, 3: {5}},
			[]int{1, 2, 3}, []int{1, 2, 3, 4, 5}, "",
		},
		"a longer one is a full one": {
			nil, byNumber, map[int][]int{1: {1, 2, 3, 4}, 2: {5, 6, 7}, 3: {8}},
			[]int{1, 2, 3}, []int{1, 2, 3, 4, 5, 6, 7, 8}, "",
		},
		"the requested size": {
			&pageRequest{Page: new(7), Size: new(2)}, byNumber,
			map[int][]int{7: {1, 2}, 8: {3, 4}, 9: {5}},
			[]int{7, 8, 9}, []int{1, 2, 3, 4, 5}, "",
		},
		"a short one of the requested size": {
			&pageRequest{Size: new(5)}, byNumber,
			map[int][]int{1: {1, 2, 3}, 2: {4, 5}},
			[]int{1, 2}, []int{1, 2, 3, 4, 5}, "",
		},
		"one between the default and the requested size": {
			&pageRequest{Size: new(4)}, wire.Paging{First: new(1), Size: 2},
			map[int][]int{1: {1, 2, 3, 4}, 2: {5, 6, 7}},
			[]int{1, 2}, []int{1, 2, 3, 4, 5, 6, 7}, "",
		},
		"an unknown size": {
			nil, wire.Paging{First: new(0)}, map[int][]int{0: {1, 2}, 1: {3}, 2: {4, 5}, 3: {}},
			[]int{0, 1, 2, 3}, []int{1, 2, 3, 4, 5}, "",
		},
		"the first page is requested": {
			&pageRequest{Page: new(4)}, wire.Paging{Size: 2}, map[int][]int{4: {1, 2}, 5: {3}},
			[]int{4, 5}, []int{1, 2, 3}, "",
		},
		"offsets": {
			nil, byOffset, map[int][]int{0: {1, 2, 3}, 3: {4, 5, 6}, 6: {7}},
			[]int{0, 3, 6}, []int{1, 2, 3, 4, 5, 6, 7}, "",
		},
		"offsets count items that came": {
			&pageRequest{Page: new(10)}, byOffset, map[int][]int{10: {1, 2}, 12: {3, 4}, 14: {5}},
			[]int{10, 12, 14}, []int{1, 2, 3, 4, 5}, "",
		},
		"no first page": {
			nil, wire.Paging{Size: 3}, nil,
			nil, nil, "things.ask: page 1: the number of the first page is unspecified; set it in the request",
		},
		"no list": {
			nil, byNumber, map[int][]int{1: {1, 2, 3}, 2: nil},
			[]int{1, 2}, []int{1, 2, 3}, "things.ask: page 2: " + noList,
		},
		"a call fails": {
			nil, byNumber, map[int][]int{1: {1, 2, 3}},
			[]int{1, 2}, []int{1, 2, 3}, "no such page",
		},
		"the same page": {
			nil, byNumber, map[int][]int{1: {1, 2, 3}, 2: {1, 2, 3}},
			[]int{1, 2}, []int{1, 2, 3}, "things.ask: page 2: " + again,
		},
		"the same page that is short": {
			nil, byNumber, map[int][]int{1: {1, 2}, 2: {1, 2}},
			[]int{1, 2}, []int{1, 2}, "",
		},
		"the same page later": {
			nil, byNumber, map[int][]int{1: {1, 2}, 2: {3, 4}, 3: {3, 4}},
			[]int{1, 2, 3}, []int{1, 2, 3, 4}, "things.ask: page 3: " + again,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // a sequence can be walked again
				b := &book{pages: test.pages}
				items, err := gather(b.all(t.Context(), test.req, test.paging))
				require.Equal(t, test.asked, b.asked)
				require.Equal(t, test.items, items)
				if test.err != "" {
					require.EqualError(t, err, test.err)
				} else {
					require.NoError(t, err)
				}
			}
		})
	}
}

// A caller that leaves the loop asks for no further page, and its request stays what it was.
func TestPagesEndWithTheLoop(t *testing.T) {
	b := &book{pages: map[int][]int{4: {1, 2, 3}, 5: {4, 5, 6}, 6: {7, 8, 9}}}
	req := &pageRequest{Page: new(4), Size: new(3)}
	for item, err := range b.all(t.Context(), req, wire.Paging{}) {
		require.NoError(t, err)
		if item == 5 {
			break
		}
	}
	require.Equal(t, []int{4, 5}, b.asked)
	require.Equal(t, &pageRequest{Page: new(4), Size: new(3)}, req)
	require.Equal(t, req.Size, b.last.Size)
	first := new(1)
	b = &book{pages: map[int][]int{1: {1}, 2: {}}}
	_, err := gather(b.all(t.Context(), nil, wire.Paging{First: first}))
	require.NoError(t, err)
	require.Equal(t, 1, *first, "the description of an operation does not change")
}

// A request without a field for the size is paged by the default size.
func TestPagesOfRequestsWithoutASize(t *testing.T) {
	b := &book{pages: map[int][]int{1: {1, 2}, 2: {3, 4}, 3: {5}}}
	fields := func(r *pageRequest) (page, size **int) { return &r.Page, nil }
	items := func(res *[]int) ([]int, json.RawMessage) { return *res, nil }
	paging := wire.Paging{Operation: opAsk, First: new(1), Size: 2}
	all, err := gather(wire.Pages(t.Context(), b.get, nil, nil, paging, fields, items))
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5}, all)
	require.Equal(t, []int{1, 2, 3}, b.asked)
}

// A cycle of pages is found soon after it begins again, whatever its length.
func TestCyclesOfPagesAreFound(t *testing.T) {
	for _, test := range []struct{ before, length, asked int }{
		{0, 1, 2}, {3, 1, 5}, {0, 2, 3}, {1, 2, 5}, {2, 2, 5}, {0, 3, 6},
		{0, 4, 10}, {1, 4, 10}, {3, 5, 11}, {0, 7, 18}, {0, 8, 19}, {9, 8, 19},
	} {
		b := &book{pages: map[int][]int{}}
		for n := range 100 {
			page := n
			if n >= test.before {
				page = test.before + (n-test.before)%test.length
			}
			b.pages[n] = []int{page}
		}
		_, err := gather(b.all(t.Context(), nil, wire.Paging{First: new(0)}))
		require.ErrorContains(t, err, "the same page came again")
		require.Len(t, b.asked, test.asked, "%+v", test)
	}
}

// script is a service whose response depends on the cursor or the key of the request, "" for none.
type script map[string]string

func (s script) serve(_ context.Context, r *ask) (*api.RawResponse, error) {
	key := wire.Or(r.Of, "")
	if r.Offset != nil {
		key = fmt.Sprint(*r.Offset)
	}
	text, ok := s[key]
	if !ok {
		return nil, &api.Problem{Status: 404}
	}
	return &api.RawResponse{Raw: json.RawMessage(text)}, nil
}

// entry is an item of a page.
type entry struct {
	ID *int `json:"id"`
}

// entriesIn returns the items of a page, nil if it has no list.
func entriesIn(res *api.RawResponse) ([]entry, api.Received) {
	var page struct{ Items []entry }
	if err := res.Decode(&page); err != nil {
		panic(err)
	}
	return page.Items, res.Received
}

// caller returns a function that calls the service.
func (s script) caller(t *testing.T) func(context.Context, *ask, ...api.CallOption) (*api.RawResponse, error) {
	c := callerOf(t, s.serve)
	return func(ctx context.Context, r *ask, opts ...api.CallOption) (*api.RawResponse, error) {
		return wire.DoRaw(ctx, wire.Begin(c, opAsk, opts), r)
	}
}

// ids returns the ids of the items of a sequence, 0 for none, and the error that ends it.
func ids(all iter.Seq2[entry, error]) (list []int, err error) {
	entries, err := gather(all)
	for _, e := range entries {
		list = append(list, wire.Or(e.ID, 0))
	}
	return list, err
}

const (
	noCursor   = "the response says that there is a next page, and holds no cursor for it"
	sameCursor = "the service gave a cursor that it had given before, so its pages never end"
	noBoolean  = "/more is not a boolean, so it does not say whether there is a next page"
	notFound   = "page 2: things.ask: 404 Not Found"
)

// Pages follow the cursor of each response until there is none, or the response says that there is no
// next page.
func TestPagesFollowCursors(t *testing.T) {
	for name, test := range map[string]struct {
		service script
		ids     []int
		err     string
	}{
		"no cursor": {script{"": `{"items":[{"id":1}]}`}, []int{1}, ""},
		"null":      {script{"": `{"items":[{"id":1}],"next":null,"more":null}`}, []int{1}, ""},
		"empty":     {script{"": `{"items":[{"id":1}],"next":""}`}, []int{1}, ""},
		"no more":   {script{"": `{"items":[{"id":1}],"next":"a","more":false}`}, []int{1}, ""},
		"several": {script{
			"":   `{"items":[{"id":1},{"id":2}],"next":"a"}`,
			"a":  `{"items":[],"next":"b\u00e9","more":true}`,
			"bé": `{"next":"c"}`,
			"c":  `{"items":[{"id":3}]}`,
		}, []int{1, 2, 3}, ""},
		"more, and no cursor": {script{"": `{"items":[{"id":1}],"more":true}`},
			[]int{1}, "things.ask: page 1: " + noCursor},
		"more, and null": {script{"": `{"items":[{"id":1}],"next":null,"more":true}`},
			[]int{1}, "things.ask: page 1: " + noCursor},
		"more, and an empty one": {script{"": `{"items":[{"id":1}],"next":"","more":true}`},
			[]int{1}, "things.ask: page 1: " + noCursor},
		"no boolean": {script{"": `{"items":[{"id":1}],"next":"a","more":"true"}`},
			[]int{1}, "things.ask: page 1: " + noBoolean},
		"another type": {script{"": `{"items":[{"id":1}],"next":["a"]}`},
			[]int{1}, "things.ask: page 1: what /next of the response holds is not a string, so it is no cursor"},
		"the same": {script{"": `{"items":[{"id":1}],"next":"a"}`, "a": `{"items":[{"id":2}],"next":"a"}`},
			[]int{1, 2}, "things.ask: page 2: " + sameCursor},
		"a circle": {script{"": `{"next":"a"}`, "a": `{"next":"b"}`, "b": `{"next":"a"}`},
			nil, "things.ask: page 3: " + sameCursor},
		"a failing call": {script{"": `{"items":[{"id":1}],"next":"a"}`}, []int{1}, notFound},
	} {
		t.Run(name, func(t *testing.T) {
			paging := wire.Cursors{Operation: opAsk, Next: "/next", More: "/more"}
			set := func(r *ask, cursor string) { r.Of = &cursor }
			all := wire.CursorPages(t.Context(), test.service.caller(t), nil, nil, paging, entriesIn, set)
			for range 2 { // a sequence can be walked again
				got, err := ids(all)
				require.Equal(t, test.ids, got)
				if test.err != "" {
					require.ErrorContains(t, err, test.err)
				} else {
					require.NoError(t, err)
				}
			}
		})
	}
}

// A cursor may be an integer. The first request has its own, and the caller's is not changed.
func TestCursorsThatAreIntegers(t *testing.T) {
	paging := wire.Cursors{Operation: opAsk, Next: "/next"}
	set := func(r *ask, cursor int) { r.Offset = &cursor }
	largest := strconv.Itoa(math.MaxInt)
	for next, want := range map[string]string{
		`-7`:                   "",
		`2.0`:                  "",
		largest:                "",
		`9223372036854775808`:  "is not an integer",
		`-9223372036854775809`: "is not an integer",
		`1.5`:                  "is not an integer",
		`"1"`:                  "is not an integer",
		`{}`:                   "is not an integer",
		`true`:                 "is not an integer",
		`5`:                    sameCursor,
	} {
		const last = `{"items":[{"id":2}]}`
		service := script{
			"5":  `{"items":[{"id":1}],"next":` + next + `,"more":7}`,
			"-7": last, "2": last, largest: last,
		}
		req := &ask{Offset: new(5)}
		call := func(ctx context.Context, r *ask, _ ...api.CallOption) (*api.RawResponse, error) {
			caller := callerOf(t, service.serve)
			of := new(fmt.Sprint(*r.Offset))
			return wire.DoRaw(ctx, wire.Begin(caller, opAsk, nil), &ask{Of: of})
		}
		got, err := ids(wire.CursorPages(t.Context(), call, req, nil, paging, entriesIn, set))
		if want != "" {
			require.ErrorContains(t, err, want, next)
			require.Equal(t, []int{1}, got)
		} else {
			require.NoError(t, err, next)
			require.Equal(t, []int{1, 2}, got)
		}
		require.Equal(t, &ask{Offset: new(5)}, req)
	}
}

// Further pages may come from another operation. Its first request has nothing but the cursor, so that
// this cursor may be empty, too.
func TestCursorsOfAnotherOperation(t *testing.T) {
	paging := wire.Cursors{Operation: opAsk, Next: "/next"}
	first := script{"all": `{"items":[{"id":1}],"next":0}`}
	second := script{"0": `{"items":[{"id":2}],"next":3}`, "3": `{"items":[{"id":3}]}`}
	type further struct{ cursor int }
	proceed := func(ctx context.Context, r *further, opts ...api.CallOption) (*api.RawResponse, error) {
		return second.caller(t)(ctx, &ask{Offset: &r.cursor}, opts...)
	}
	all := wire.ContinuedPages(t.Context(), first.caller(t), &ask{Of: new("all")}, nil, paging, entriesIn,
		proceed, func(r *further, cursor int) { r.cursor = cursor }, entriesIn)
	for range 2 {
		got, err := ids(all)
		require.NoError(t, err)
		require.Equal(t, []int{1, 2, 3}, got)
	}
	second["3"] = `{"items":[{"id":3}],"next":0}`
	got, err := ids(all)
	require.EqualError(t, err, "things.ask: page 3: "+sameCursor)
	require.Equal(t, []int{1, 2, 3}, got)
}

// Pages that begin after the last item end with one that is empty, or that says so.
func TestPagesBeginAfterAnItem(t *testing.T) {
	const noItem = "the response says that there is a next page, and holds no item for it to begin after"
	const sameItem = "the page ends with the item that it was to begin after, or an earlier one, " +
		"so the service does not page; call the operation itself"
	const noList = "the response holds no array of items; a call of the operation itself shows what it holds"
	for name, test := range map[string]struct {
		service script
		ids     []int
		err     string
	}{
		"an empty page": {script{
			"":  `{"items":[{"id":1},{"id":5}]}`,
			"5": `{"items":[{"id":3}]}`,
			"3": `{"items":[]}`,
		}, []int{1, 5, 3}, ""},
		"no more": {script{
			"":  `{"items":[{"id":1}],"more":true}`,
			"1": `{"items":[{"id":2},{}],"more":false}`,
		}, []int{1, 2, 0}, ""},
		"no more at once": {script{"": `{"items":[],"more":false}`}, nil, ""},
		"no list":         {script{"": `{"more":false}`}, nil, "things.ask: page 1: " + noList},
		"no id": {script{"": `{"items":[{"id":1},{}]}`},
			nil, "things.ask: page 1: the last item has no id, after which the next page begins"},
		"more, and no item": {script{"": `{"items":[{"id":1}]}`, "1": `{"items":[],"more":true}`},
			[]int{1}, "things.ask: page 2: " + noItem},
		"no boolean": {script{"": `{"items":[{"id":1}],"more":1}`}, nil, "things.ask: page 1: " + noBoolean},
		"the same": {script{"": `{"items":[{"id":1}]}`, "1": `{"items":[{"id":1}]}`},
			[]int{1}, "things.ask: page 2: " + sameItem},
		"a circle": {script{
			"":  `{"items":[{"id":1}]}`,
			"1": `{"items":[{"id":2}]}`,
			"2": `{"items":[{"id":1}]}`,
		}, []int{1, 2}, "things.ask: page 3: " + sameItem},
		"a failing call": {script{"": `{"items":[{"id":1}]}`}, []int{1}, notFound},
	} {
		t.Run(name, func(t *testing.T) {
			paging := wire.Keyset{Operation: opAsk, Last: "id", More: "/more"}
			last := func(e *entry) *int { return e.ID }
			set := func(r *ask, at int) { r.Offset = &at }
			all := wire.KeysetPages(t.Context(), test.service.caller(t), nil, nil, paging, entriesIn, last, set)
			for range 2 {
				got, err := ids(all)
				require.Equal(t, test.ids, got)
				if test.err != "" {
					require.ErrorContains(t, err, test.err)
				} else {
					require.NoError(t, err)
				}
			}
		})
	}
}

// A caller that leaves the loop asks for no further page, and the sequence does not go on.
func TestLoopsOverPagesEndEarly(t *testing.T) {
	service := script{
		"":  `{"items":[{"id":1},{"id":2}],"next":"2"}`,
		"2": `{"items":[{"id":3},{"id":4}],"next":"4"}`,
	}
	byCursor := wire.Cursors{Operation: opAsk, Next: "/next"}
	byKey := wire.Keyset{Operation: opAsk, Last: "id"}
	for stop, pages := range map[int]int{1: 1, 2: 1, 3: 2} {
		asked := 0
		call := func(ctx context.Context, r *ask, opts ...api.CallOption) (*api.RawResponse, error) {
			asked++
			return service.caller(t)(ctx, r, opts...)
		}
		setCursor := func(r *ask, cursor string) { r.Of = &cursor }
		setKey := func(r *ask, key int) { r.Offset = &key }
		last := func(e *entry) *int { return e.ID }
		for e, err := range wire.CursorPages(t.Context(), call, nil, nil, byCursor, entriesIn, setCursor) {
			require.NoError(t, err)
			if *e.ID == stop {
				break
			}
		}
		require.Equal(t, pages, asked, "cursors, until %d", stop)
		asked = 0
		for e, err := range wire.KeysetPages(t.Context(), call, nil, nil, byKey, entriesIn, last, setKey) {
			require.NoError(t, err)
			if *e.ID == stop {
				break
			}
		}
		require.Equal(t, pages, asked, "keys, until %d", stop)
	}
}
