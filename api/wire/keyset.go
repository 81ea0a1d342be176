package wire

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"example.com/opgen/api"
)

// Keyset describes an operation whose pages begin after an item: a member of the last item of a
// page is the cursor of the next page.
type Keyset struct {
	Operation *api.Operation
	Last      string // member of the items
	// JSON pointer of a boolean that says whether there is a next page, "" for none.
	More string
}

// The errors of paging by the last item. They do not show the item, which may be personal.
var (
	errNoLastItem = errors.New("the response says that there is a next page, and holds no item for it to begin after")
	errSameItem   = errors.New("the page ends with the item that it was to begin after, or an earlier one, " +
		"so the service does not page; call the operation itself")
)

// KeysetPages calls an operation page by page and yields the items. It first sends the request
// unchanged, and then copies with the cursor in the last item of each page. It ends when a response
// says that there is no next page; if no response says so, with the first page without items. Other
// than with cursors that a response has elsewhere, a response without a list is an error: it would
// look like the end.
func KeysetPages[Req, Res, Item any, Cursor string | int](
	ctx context.Context,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), req *Req, opts []api.CallOption, paging Keyset,
	items func(*Res) ([]Item, api.Received), last func(*Item) *Cursor, set func(*Req, Cursor),
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		var request Req
		if req != nil {
			request = *req
		}
		read := pageOf(call, opts, items)
		seen := cycleDetector[Cursor]{equal: func(a, b Cursor) bool { return a == b }}
		for page := 1; ; page++ {
			list, received, err := read(ctx, &request)
			if err != nil {
				yield(none, fmt.Errorf("page %d: %w", page, err))
				return
			}
			at, hasNext, err := nextKey(paging, list, received, last)
			isChecked := err == nil && hasNext
			if isChecked && seen.isRepeated(at) { // before its items are yielded twice
				err = errSameItem
			}
			if err != nil {
				yield(none, failure(paging.Operation, page, err))
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			if !hasNext {
				return
			}
			next := request
			set(&next, at)
			request = next
		}
	}
}

// nextKey returns the cursor of the page after one with a list of items, and whether there is one. An
// empty list ends the pages if no boolean says whether there are more.
func nextKey[Item any, Cursor string | int](
	paging Keyset, list []Item, received api.Received, last func(*Item) *Cursor,
) (at Cursor, more bool, err error) {
	if list == nil {
		return at, false, errNoItems
	}
	flag, err := moreIn(envelopeOf(paging.Operation, received), paging.More)
	switch {
	case err != nil || flag == "false":
		return at, false, err
	case len(list) == 0 && flag == "true":
		return at, false, errNoLastItem
	case len(list) == 0:
		return at, false, nil
	}
	key := last(&list[len(list)-1])
	if key == nil {
		return at, false, fmt.Errorf("the last item has no %s, after which the next page begins", paging.Last)
	}
	return *key, true, nil
}
