package wire

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/cursor"
)

// Paging by a cursor: each response has a text or number that the next request sends. The cursor may be
// anywhere in the response, so it is found by a JSON pointer in what was received. keyset.go takes it
// from the last item, and pages.go counts.

// Cursors describes an operation whose pages are addressed by a cursor.
type Cursors struct {
	Operation *api.Operation
	Next      string // JSON pointer of the next cursor in the response
	// JSON pointer of a boolean that says whether there is a next page, "" for none.
	More string
}

// The errors of paging by a cursor. They do not show the cursor, which may contain anything.
var (
	errNoCursor   = errors.New("the response says that there is a next page, and holds no cursor for it")
	errSameCursor = errors.New("the service gave a cursor that it had given before, so its pages never end")
)

// CursorPages calls an operation page by page and yields the items. It first sends the
// request unchanged, and then copies with the cursor of each response, until a response
// says that there is no next page. It yields an error if a call fails, or if a cursor is
// missing, repeated or of another type. A response without items is an empty page.
func CursorPages[Req, Res, Item any, Cursor string | int](
	ctx context.Context,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), req *Req, opts []api.CallOption, paging Cursors,
	items func(*Res) ([]Item, api.Received), set func(*Req, Cursor),
) iter.Seq2[Item, error] {
	var first Req
	if req != nil {
		first = *req
	}
	return followCursor(ctx, pageOf(call, opts, items), &first, pageOf(call, opts, items), first, true, paging, set)
}

// ContinuedPages is [CursorPages] for an operation whose further pages come from another
// operation, with a request type of its own.
func ContinuedPages[Req, Res, Next, NextRes, Item any, Cursor string | int](
	ctx context.Context,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), req *Req, opts []api.CallOption, paging Cursors,
	items func(*Res) ([]Item, api.Received),
	proceed func(context.Context, *Next, ...api.CallOption) (*NextRes, error), set func(*Next, Cursor),
	more func(*NextRes) ([]Item, api.Received),
) iter.Seq2[Item, error] {
	var none Next
	return followCursor(ctx, pageOf(call, opts, items), req, pageOf(proceed, opts, more), none, false, paging, set)
}

// pageOf returns a function that calls an operation and takes the items out of its response.
func pageOf[Req, Res, Item any](
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), opts []api.CallOption, items func(*Res) ([]Item, api.Received),
) func(context.Context, *Req) ([]Item, api.Received, error) {
	return func(ctx context.Context, req *Req) ([]Item, api.Received, error) {
		res, err := call(ctx, req, opts...)
		if err != nil {
			return nil, api.Received{}, err
		}
		list, received := items(res)
		return list, received, nil
	}
}

// followCursor yields the items of the first page and of the following ones. The request for
// each of these is a copy of next with the cursor. If same is set, next was also the request
// for the first page.
func followCursor[Req, Next, Item any, Cursor string | int](
	ctx context.Context,
	first func(context.Context, *Req) ([]Item, api.Received, error), req *Req,
	further func(context.Context, *Next) ([]Item, api.Received, error), next Next, same bool,
	paging Cursors, set func(*Next, Cursor),
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		seen := cycleDetector[Cursor]{equal: func(a, b Cursor) bool { return a == b }}
		list, received, err := first(ctx, req)
		for page := 1; ; page++ {
			if err != nil {
				yield(none, fmt.Errorf("page %d: %w", page, err))
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			at, hasNext, wrong := nextCursor[Cursor](paging, received)
			if wrong == nil && !hasNext {
				return
			}
			request := next
			set(&request, at)
			isSameRequest := same && page == 1 && reflect.DeepEqual(request, next)
			if wrong == nil && (isSameRequest || seen.isRepeated(at)) {
				wrong = errSameCursor
			}
			if wrong != nil {
				yield(none, failure(paging.Operation, page, wrong))
				return
			}
			list, received, err = further(ctx, &request)
		}
	}
}

// nextCursor returns the cursor of the next page, and whether there is one. The boolean of the response
// decides if it has one; otherwise, there is a next page if there is a cursor for it.
func nextCursor[Cursor string | int](
	paging Cursors, received api.Received,
) (at Cursor, more bool, err error) {
	body := envelopeOf(paging.Operation, received)
	flag, err := moreIn(body, paging.More)
	text := cursor.At(body, paging.Next)
	isNone := text == "" || text == "null" || text == `""`
	switch {
	case err != nil || flag == "false" || isNone && flag != "true":
		return at, false, err
	case isNone:
		return at, false, errNoCursor
	}
	at, err = cursorIn[Cursor](text, paging.Next)
	return at, err == nil, err
}

// cursorIn returns the cursor in a JSON text, which is at a place of the response.
func cursorIn[Cursor string | int](text, place string) (at Cursor, err error) {
	kind := "a string"
	var isCursor bool
	switch to := any(&at).(type) {
	case *string:
		*to, isCursor = cursor.New(text, cursor.Responses).String()
	case *int:
		kind = "an integer"
		n, isInt64 := cursor.ParseInt64(text)
		*to = int(n)
		isCursor = isInt64 && int64(int(n)) == n
	}
	if !isCursor {
		return at, fmt.Errorf("what %s of the response holds is not %s, so it is no cursor", place, kind)
	}
	return at, nil
}

// envelopeOf returns the body of a response, with its envelope if the catalog describes one.
func envelopeOf(op *api.Operation, received api.Received) string {
	if op.Envelope != nil && received.Envelope() != nil {
		return string(received.Envelope())
	}
	return string(received.Raw())
}

// moreIn returns the JSON of the boolean that says whether there is a next page, "" or null if
// there is none. It returns an error for another value.
func moreIn(body, pointer string) (flag string, err error) {
	if pointer != "" {
		flag = cursor.At(body, pointer)
	}
	if !slices.Contains([]string{"true", "false", "", "null"}, flag) {
		return "", fmt.Errorf("%s is not a boolean, so it does not say whether there is a next page", pointer)
	}
	return flag, nil
}
