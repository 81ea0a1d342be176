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
			at, more, wrong := nextCursor[Cursor](paging, received)
			with := next
			set(&with, at)
			switch {
			case wrong == nil && !more:
				return
			case wrong == nil && (seen.isRepeated(at) || same && page == 1 && reflect.DeepEqual(with, next)):
				wrong = errSameCursor
			}
			if wrong != nil {
				yield(none, failure(paging.Operation, page, wrong))
				return
			}
			list, received, err = further(ctx, &with)
		}
	}
}

// nextCursor returns the cursor of the next page, and whether there is one.
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
	kind, ok := "a string", false
	switch to := any(&at).(type) {
	case *string:
		*to, ok = cursor.New(text, cursor.Responses).String()
	case *int:
		n, fits := cursor.ParseInt64(text)
		kind, *to, ok = "an integer", int(n), fits && int64(int(n)) == n
	}
	if !ok {
		return at, false, fmt.Errorf("what %s of the response holds is not %s, "+
			"so it is no cursor", paging.Next, kind)
	}
	return at, true, nil
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
