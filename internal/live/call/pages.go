package call

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
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
	caller, err := api.NewCaller(c.Base, c.Client...)
	if err != nil {
		return nil, err
	}
	f := follower{Call: c, caller: caller, described: &api.Operation{Area: c.Op.Area.Name, Name: c.Op.Name}}
	if c.Op.Envelope != nil {
		f.described.Envelope = new(api.Envelope)
	}
	switch {
	case p.Cursor == nil:
		return f.numbered(ctx, given), nil
	case p.Cursor.Type.Kind == catalog.Integer:
		return follow[int](ctx, f, given), nil
	}
	return follow[string](ctx, f, given), nil
}

// follower calls an operation for each page.
type follower struct {
	*Call
	caller    *api.Caller
	described *api.Operation
}

// call calls an operation with the request of a page.
func (f follower) call(op *interpreter.Operation) func(context.Context, *paged, ...api.CallOption) (*api.RawResponse, error) {
	return func(ctx context.Context, r *paged, opts ...api.CallOption) (*api.RawResponse, error) {
		return op.Call(ctx, f.caller, jsonOf(r.request(f.Op.Pagination)), opts...)
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
	paging := wire.Paging{Operation: f.described, First: p.First}
	if p.DefaultSize != nil {
		paging.Size = *p.DefaultSize
	}
	first := &paged{}
	first.page, given = takeInt(given, p.Page)
	first.size, given = takeInt(given, p.Size)
	first.given = given
	fields := func(r *paged) (page, size **int) { return &r.page, &r.size }
	items := func(res *api.RawResponse) ([]json.RawMessage, json.RawMessage) {
		return itemsAt(res, p.At), nil
	}
	return wire.Pages(ctx, f.call(f.Op), first, f.Options, paging, fields, items)
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
	set := func(r *paged, at Cursor) {
		r.cursor = at
		r.given = without(r.given, p.Cursor)
	}
	items := func(at *catalog.Place) func(res *api.RawResponse) ([]json.RawMessage, api.Received) {
		return func(res *api.RawResponse) ([]json.RawMessage, api.Received) {
			return itemsAt(res, at), res.Received
		}
	}
	if p.Continue == nil {
		return wire.CursorPages(ctx, f.call(f.Op), first, f.Options, paging, items(p.At), set)
	}
	next := f.call(interpreter.New(p.Continue))
	return wire.ContinuedPages(ctx, f.call(f.Op), first, f.Options, paging, items(p.At), next, set, items(p.ThenAt))
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
