package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"

	"example.com/opgen/api"
)

// Paging describes the pages of an operation.
type Paging struct {
	Operation *api.Operation
	First     *int // number of the first page, nil if unspecified
	Size      int  // default page size in items, 0 if unspecified

	// Offset says that a page is addressed by the number of items before it: after the pages 0 and
	// 50 comes 100, and not 2.
	Offset bool
}

// step returns the difference between the numbers of a page with some items and the next page.
func (p Paging) step(items int) int {
	if p.Offset {
		return items
	}
	return 1
}

// The errors of paging. They say what the service got wrong, since the caller could not have done
// anything else.
var (
	errNoFirstPage = errors.New("the number of the first page is unspecified; " +
		"set it in the request")
	errNoItems  = errors.New("the response holds no array of items; a call of the operation itself shows what it holds")
	errSamePage = errors.New("the same page came again, so the service does not page; call the operation itself")
)

// failure returns an error of paging, prefixed with the operation and the page, counted from
// the first one that was called.
func failure(operation *api.Operation, page int, err error) error {
	return fmt.Errorf("%s: page %d: %w", operation, page, err)
}

// Pages calls an operation page by page and yields the items, by page numbers or by the number
// of items before the page. It starts with the page of the request, or with the first page, and
// ends after a page that is empty or shorter than a full one. A page is full if it has the requested size or, if the first page is shorter, as many
// items as the first. So the second page is requested even if the first one is short. Pages
// yields an error if a call fails, if a response has no list of items, or if a page is
// repeated. If a short first page is repeated, the service does not page and has returned all
// items, so that is not an error. The request does not change.
//
// The caller stops by leaving the loop; then no further page is requested:
//
//	for claim, err := range client.ListClaimsAll(ctx, request) {
//		if err != nil {
//			return err
//		}
//	}
func Pages[Req, Res, Item any](
	ctx context.Context,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), req *Req, opts []api.CallOption, paging Paging,
	fields func(*Req) (page, size **int), items func(*Res) ([]Item, json.RawMessage),
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		seen := cycleDetector[[]Item]{equal: func(a, b []Item) bool { return reflect.DeepEqual(a, b) }}
		isFirstShort := false
		request, number, full := firstPage(req, paging, fields)
		for n := 1; ; n++ {
			if number == nil {
				yield(none, failure(paging.Operation, n, errNoFirstPage))
				return
			}
			res, err := call(ctx, request, opts...)
			if err != nil {
				yield(none, err)
				return
			}
			list, _ := items(res)
			switch {
			case list == nil:
				yield(none, failure(paging.Operation, n, errNoItems))
				return
			case len(list) == 0:
				return
			case seen.isRepeated(list):
				if !isFirstShort || n > 2 {
					yield(none, failure(paging.Operation, n, errSamePage))
				}
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			switch {
			case n == 1 && len(list) < full:
				isFirstShort = true
				full = len(list) // perhaps the service sends fewer at once
			case len(list) < full:
				return
			}
			*number += paging.step(len(list))
		}
	}
}

// cycleDetector detects that a sequence repeats itself, in a cycle of any length: it keeps
// one value, replaced at growing intervals, and compares later ones with it (Brent's
// algorithm). It also keeps the last value, to detect a cycle of length one immediately.
// Keeping all values would take as much memory as the items of all pages.
type cycleDetector[T any] struct {
	equal       func(a, b T) bool
	last, kept  T
	steps, next int // values since the kept one, and the number after which it is replaced
}

// isRepeated reports whether a value is repeated.
func (l *cycleDetector[T]) isRepeated(v T) bool {
	if l.next > 0 && (l.equal(v, l.last) || l.equal(v, l.kept)) {
		return true
	}
	l.last = v
	l.steps++
	if l.steps > l.next {
		l.kept = v
		l.steps = 0
		l.next = max(1, 2*l.next)
	}
	return false
}

// firstPage returns a copy of the request with the number of the first page, a pointer to that
// number, nil if it is unknown, and the number of items of a full page, 0 if unknown.
func firstPage[Req any](
	req *Req, paging Paging, fields func(*Req) (page, size **int),
) (first *Req, number *int, full int) {
	first = new(Req)
	if req != nil {
		*first = *req
	}
	page, size := fields(first)
	switch {
	case *page != nil:
		*page = new(**page) // the caller's must not change
	case paging.First != nil:
		*page = new(*paging.First)
	}
	full = paging.Size
	if size != nil { // the request has a field for it
		full = Or(*size, full)
	}
	return first, *page, full
}
