package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"example.com/opgen/api"
)

// Paging is what a catalog says of the pages of an operation.
type Paging struct {
	Operation *api.Operation
	First     *int // number of the first page, nil if unspecified
	Size      int  // items of a page unless the request says, 0 if unspecified
}

// The errors of paging.
var (
	errNoFirstPage = errors.New("the number of the first page is unspecified; set it in the request")
	errNoItems     = errors.New("the response holds no array of items; a call of the operation itself shows what it holds")
	errSamePage    = errors.New("the same page came again, so the service does not page; call the operation itself")
)

// failure is an error of paging, with the operation in front as all have it.
func (p Paging) failure(err error) error { return fmt.Errorf("%s: %w", p.Operation, err) }

// Pages calls an operation page by page and yields the items. It starts with the
// page of the request, or with the first page, and ends after a page that is empty
// or shorter than the requested size. It yields an error if a call fails, if a
// response holds no items, or if the same page comes twice in a row. The request
// does not change.
func Pages[Req, Res, Item any](
	ctx context.Context,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), req *Req, opts []api.CallOption, paging Paging,
	fields func(*Req) (page, size **int), items func(*Res) ([]Item, json.RawMessage),
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		var last json.RawMessage
		for pages := newPages(req, paging, fields); ; pages.next() {
			if pages.number == nil {
				yield(none, paging.failure(errNoFirstPage))
				return
			}
			res, err := call(ctx, &pages.request, opts...)
			if err != nil {
				yield(none, err)
				return
			}
			list, raw := items(res)
			switch {
			case list == nil:
				err = paging.failure(errNoItems)
			case len(list) > 0 && bytes.Equal(raw, last):
				err = paging.failure(errSamePage)
			}
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range list {
				if !yield(item, nil) {
					return
				}
			}
			if len(list) == 0 || len(list) < pages.size {
				return
			}
			last = raw
		}
	}
}

// pages is a copy of the request that moves from page to page.
type pages[Req any] struct {
	request Req
	number  *int // in the request, nil if unknown
	size    int  // items of a full page, 0 if unknown
}

func newPages[Req any](req *Req, paging Paging, fields func(*Req) (page, size **int)) *pages[Req] {
	p := &pages[Req]{size: paging.Size}
	if req != nil {
		p.request = *req
	}
	page, size := fields(&p.request)
	switch {
	case *page != nil:
		*page = new(**page) // the caller keeps its own
	case paging.First != nil:
		*page = new(*paging.First)
	}
	p.number = *page
	if *size != nil {
		p.size = **size
	}
	return p
}

func (p *pages[Req]) next() { *p.number++ }
