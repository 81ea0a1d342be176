package call

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/vectors"
)

// This file follows pages as the iterators of generated clients do: it gives the functions of
// the runtime requests and responses that are JSON instead of structs.

// paged is a request with the fields that address a page, which are not in given.
type paged struct {
	members    vectors.Object
	page, size *int
	cursor     any
}

// Items makes the call page by page and yields the JSON of the items.
func (c *Call) Items(ctx context.Context) (iter.Seq2[json.RawMessage, error], error) {
	p := c.Op.Pagination
	switch {
	case p == nil:
		return nil, fmt.Errorf("%s has no pages in the catalog", c.Op)
	case p.Items == nil:
		return nil, fmt.Errorf("the catalog does not say which list of the response of %s "+
			"has the items of a page", c.Op)
	}
	value, err := vectors.ParseValue(c.Request)
	if err != nil {
		return nil, err
	}
	members, _ := value.(vectors.Object)
	client, err := api.NewCaller(c.Base, c.Client...)
	if err != nil {
		return nil, err
	}
	described := &api.Operation{Area: c.Op.Area.Name, Name: c.Op.Name}
	f := follower{Call: c, client: client, described: described}
	if c.Op.Envelope != nil {
		f.described.Envelope = new(api.Envelope)
	}
	isInteger := p.Cursor != nil && p.Cursor.Type.Kind == catalog.Integer
	switch {
	case p.Cursor == nil:
		return f.numbered(ctx, members), nil
	case p.Last != nil && isInteger:
		return pagesAfterItem[int](ctx, f, members), nil
	case p.Last != nil:
		return pagesAfterItem[string](ctx, f, members), nil
	case isInteger:
		return pagesByCursor[int](ctx, f, members), nil
	}
	return pagesByCursor[string](ctx, f, members), nil
}

// follower calls an operation for each page.
type follower struct {
	*Call
	client    *api.Caller
	described *api.Operation
}

// caller calls an operation with the request of a page.
type caller = func(context.Context, *paged, ...api.CallOption) (*api.RawResponse, error)

// call calls an operation with the request of a page.
func (f follower) call(op *interpreter.Operation) caller {
	return func(ctx context.Context, r *paged, opts ...api.CallOption) (*api.RawResponse, error) {
		return op.Call(ctx, f.client, jsonOf(r.request(f.Op.Pagination)), opts...)
	}
}

// errNoList is the error of a page without the list of its items. A client whose field for the list
// is optional takes that for an empty page; here, somebody tries out what the catalog says.
var errNoList = errors.New("the response has no list of items there")

// listing is call for an operation whose response has the items at a place.
func (f follower) listing(op *interpreter.Operation, itemsPlace *catalog.Place) caller {
	call := f.call(op)
	return func(ctx context.Context, r *paged, opts ...api.CallOption) (*api.RawResponse, error) {
		res, err := call(ctx, r, opts...)
		if err == nil && itemsAt(res, itemsPlace) == nil {
			return nil, fmt.Errorf("%s: %s: %w", op, itemsPlace.Name, errNoList)
		}
		return res, err
	}
}

// request returns the JSON object of a request: its members, and the page that it asks for.
func (r *paged) request(p *catalog.Pagination) vectors.Object {
	object := append(vectors.Object{}, r.members...)
	if r.page != nil {
		object = append(object, vectors.Member{Key: p.Page.Name, Value: json.Number(strconv.Itoa(*r.page))})
	}
	if r.size != nil {
		object = append(object, vectors.Member{Key: p.Size.Name, Value: json.Number(strconv.Itoa(*r.size))})
	}
	switch cursor := r.cursor.(type) {
	case int:
		object = append(object, vectors.Member{Key: p.Cursor.Name, Value: json.Number(strconv.Itoa(cursor))})
	case string:
		object = append(object, vectors.Member{Key: p.Cursor.Name, Value: cursor})
	}
	return object
}

// numbered yields the items of pages with numbers.
func (f follower) numbered(ctx context.Context, members vectors.Object) iter.Seq2[json.RawMessage, error] {
	p := f.Op.Pagination
	paging := wire.Paging{Operation: f.described, First: p.First, Offset: p.Offset}
	if p.Offset {
		paging.First = new(0)
	}
	if p.DefaultSize != nil {
		paging.Size = *p.DefaultSize
	}
	first := &paged{}
	first.page, members = takeInt(members, p.Page)
	first.size, members = takeInt(members, p.Size)
	first.members = members
	fields := func(r *paged) (page, size **int) { return &r.page, &r.size }
	list := func(res *api.RawResponse) ([]json.RawMessage, json.RawMessage) {
		return itemsAt(res, p.At), nil
	}
	return wire.Pages(ctx, f.call(f.Op), first, f.Options, paging, fields, list)
}

// takeInt returns the value of an integer field, and the members without it.
func takeInt(members vectors.Object, f *catalog.Field) (value *int, others vectors.Object) {
	for _, m := range members {
		text, isNumber := m.Value.(json.Number)
		if f == nil || m.Key != f.Name || !isNumber {
			others = append(others, m)
			continue
		}
		if n, err := strconv.Atoi(text.String()); err == nil {
			value = &n
		}
	}
	return value, others
}

// follow yields the items of pages with cursors.
func pagesByCursor[Cursor string | int](ctx context.Context, f follower, members vectors.Object) iter.Seq2[json.RawMessage, error] {
	p := f.Op.Pagination
	paging := wire.Cursors{Operation: f.described, Next: p.Next.Pointer}
	if p.More != nil {
		paging.More = p.More.Pointer
	}
	first := &paged{members: members}
	if p.Continue == nil {
		begin := f.listing(f.Op, p.At)
		return wire.CursorPages(ctx, begin, first, f.Options, paging, items(p.At), setCursor[Cursor](p))
	}
	next := f.listing(interpreter.New(p.Continue), p.ThenAt)
	begin := f.listing(f.Op, p.At)
	return wire.ContinuedPages(
		ctx, begin, first, f.Options, paging, items(p.At), next, setCursor[Cursor](p), items(p.ThenAt))
}

// after yields the items of pages that begin after an item.
func pagesAfterItem[Cursor string | int](ctx context.Context, f follower, members vectors.Object) iter.Seq2[json.RawMessage, error] {
	p := f.Op.Pagination
	paging := wire.Keyset{Operation: f.described, Last: p.Last.Name}
	if p.More != nil {
		paging.More = p.More.Pointer
	}
	pointer := "/" + jsonpointer.Escape(p.Last.Name)
	last := func(item *json.RawMessage) *Cursor {
		var key *Cursor
		if err := json.Unmarshal([]byte(cursor.At(string(*item), pointer)), &key); err != nil {
			return nil
		}
		return key
	}
	first := &paged{members: members}
	return wire.KeysetPages(
		ctx, f.call(f.Op), first, f.Options, paging, items(p.At), last, setCursor[Cursor](p))
}

// setCursor returns the function that sets the cursor in a request.
func setCursor[Cursor string | int](p *catalog.Pagination) func(*paged, Cursor) {
	return func(r *paged, cursor Cursor) {
		r.cursor = cursor
		r.members = without(r.members, p.Cursor)
	}
}

// items returns the function that takes the items at a place out of a response.
func items(place *catalog.Place) func(*api.RawResponse) ([]json.RawMessage, api.Received) {
	return func(res *api.RawResponse) ([]json.RawMessage, api.Received) {
		return itemsAt(res, place), res.Received
	}
}

// without returns the members but that of a field.
func without(members vectors.Object, f *catalog.Field) (others vectors.Object) {
	for _, m := range members {
		if m.Key != f.Name {
			others = append(others, m)
		}
	}
	return others
}

// itemsAt returns the list at a place in a response, nil if there is none.
func itemsAt(res *api.RawResponse, place *catalog.Place) []json.RawMessage {
	body := res.Received.Envelope()
	if body == nil {
		body = res.Received.Raw()
	}
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(cursor.At(string(body), place.Pointer)), &items); err != nil {
		return nil
	}
	return items
}
