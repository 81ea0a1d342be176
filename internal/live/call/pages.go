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
	given      vectors.Object
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
		return nil, fmt.Errorf("the catalog does not say which list of the response of %s has the items of a page", c.Op)
	}
	value, err := vectors.ParseValue(c.Request)
	if err != nil {
		return nil, err
	}
	given, _ := value.(vectors.Object)
	client, err := api.NewCaller(c.Base, c.Client...)
	if err != nil {
		return nil, err
	}
	f := follower{Call: c, client: client, described: &api.Operation{Area: c.Op.Area.Name, Name: c.Op.Name}}
	if c.Op.Envelope != nil {
		f.described.Envelope = new(api.Envelope)
	}
	isInteger := p.Cursor != nil && p.Cursor.Type.Kind == catalog.Integer
	switch {
	case p.Cursor == nil:
		return f.numbered(ctx, given), nil
	case p.Last != nil && isInteger:
		return after[int](ctx, f, given), nil
	case p.Last != nil:
		return after[string](ctx, f, given), nil
	case isInteger:
		return follow[int](ctx, f, given), nil
	}
	return follow[string](ctx, f, given), nil
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
func (f follower) listing(op *interpreter.Operation, at *catalog.Place) caller {
	call := f.call(op)
	return func(ctx context.Context, r *paged, opts ...api.CallOption) (*api.RawResponse, error) {
		res, err := call(ctx, r, opts...)
		if err == nil && itemsAt(res, at) == nil {
			return nil, fmt.Errorf("%s: %s: %w", op, at.Name, errNoList)
		}
		return res, err
	}
}

// request returns the JSON object of a request.
func (r *paged) request(p *catalog.Pagination) vectors.Object {
	object := append(vectors.Object{}, r.given...)
	if r.page != nil {
		object = append(object, vectors.Member{Key: p.Page.Name, Value: json.Number(strconv.Itoa(*r.page))})
	}
	if r.size != nil {
		object = append(object, vectors.Member{Key: p.Size.Name, Value: json.Number(strconv.Itoa(*r.size))})
	}
	switch at := r.cursor.(type) {
	case int:
		object = append(object, vectors.Member{Key: p.Cursor.Name, Value: json.Number(strconv.Itoa(at))})
	case string:
		object = append(object, vectors.Member{Key: p.Cursor.Name, Value: at})
	}
	return object
}

// numbered yields the items of pages with numbers.
func (f follower) numbered(ctx context.Context, given vectors.Object) iter.Seq2[json.RawMessage, error] {
	p := f.Op.Pagination
	paging := wire.Paging{Operation: f.described, First: p.First, Offset: p.Offset}
	if p.Offset {
		paging.First = new(0)
	}
	if p.DefaultSize != nil {
		paging.Size = *p.DefaultSize
	}
	first := &paged{}
	first.page, given = takeInt(given, p.Page)
	first.size, given = takeInt(given, p.Size)
	first.given = given
	fields := func(r *paged) (page, size **int) { return &r.page, &r.size }
	list := func(res *api.RawResponse) ([]json.RawMessage, json.RawMessage) {
		return itemsAt(res, p.At), nil
	}
	return wire.Pages(ctx, f.call(f.Op), first, f.Options, paging, fields, list)
}

// takeInt returns the value of an integer field, and the members without it.
func takeInt(given vectors.Object, f *catalog.Field) (value *int, rest vectors.Object) {
	for _, m := range given {
		text, isNumber := m.Value.(json.Number)
		if f == nil || m.Key != f.Name || !isNumber {
			rest = append(rest, m)
			continue
		}
		if n, err := strconv.Atoi(text.String()); err == nil {
			value = &n
		}
	}
	return value, rest
}

// follow yields the items of pages with cursors.
func follow[Cursor string | int](ctx context.Context, f follower, given vectors.Object) iter.Seq2[json.RawMessage, error] {
	p := f.Op.Pagination
	paging := wire.Cursors{Operation: f.described, Next: p.Next.Pointer}
	if p.More != nil {
		paging.More = p.More.Pointer
	}
	first := &paged{given: given}
	if p.Continue == nil {
		return wire.CursorPages(ctx, f.listing(f.Op, p.At), first, f.Options, paging, items(p.At), setCursor[Cursor](p))
	}
	next := f.listing(interpreter.New(p.Continue), p.ThenAt)
	return wire.ContinuedPages(ctx, f.listing(f.Op, p.At), first, f.Options, paging, items(p.At), next, setCursor[Cursor](p), items(p.ThenAt))
}

// after yields the items of pages that begin after an item.
func after[Cursor string | int](ctx context.Context, f follower, given vectors.Object) iter.Seq2[json.RawMessage, error] {
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
	return wire.KeysetPages(ctx, f.call(f.Op), &paged{given: given}, f.Options, paging, items(p.At), last, setCursor[Cursor](p))
}

// setCursor returns the function that sets the cursor in a request.
func setCursor[Cursor string | int](p *catalog.Pagination) func(*paged, Cursor) {
	return func(r *paged, at Cursor) {
		r.cursor = at
		r.given = without(r.given, p.Cursor)
	}
}

// items returns the function that takes the items at a place out of a response.
func items(at *catalog.Place) func(*api.RawResponse) ([]json.RawMessage, api.Received) {
	return func(res *api.RawResponse) ([]json.RawMessage, api.Received) {
		return itemsAt(res, at), res.Received
	}
}

// without returns the members but that of a field.
func without(given vectors.Object, f *catalog.Field) (rest vectors.Object) {
	for _, m := range given {
		if m.Key != f.Name {
			rest = append(rest, m)
		}
	}
	return rest
}

// itemsAt returns the list at a place in a response, nil if there is none.
func itemsAt(res *api.RawResponse, at *catalog.Place) []json.RawMessage {
	body := res.Received.Envelope()
	if body == nil {
		body = res.Received.Raw()
	}
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(cursor.At(string(body), at.Pointer)), &items); err != nil {
		return nil
	}
	return items
}
