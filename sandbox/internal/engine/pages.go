package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A cursor is the place in the sequence of documents behind which the next page begins, so it stays
// valid while other documents come and go. The number of the epoch in front of it makes it invalid
// in a world that was reset.
//
// Four kinds of paging meet here. With a page number or an offset, the store skips documents. With
// the last item of the page before, or with a cursor of the sandbox, the page begins behind a place.
// With an operation that continues a list by the cursor alone, the query of the list is stored with
// the place, under the cursor.

// pageSize is the default size of a page.
const pageSize = 100

// mostListed is the maximum number of documents in a list without pages.
const mostListed = 10_000

// cursorKind is the kind of documents that store queries, for operations that continue a list
// with only a cursor.
const cursorKind = "_cursor"

// cursorLives is the lifetime of such a cursor, in the time of the world.
const cursorLives = 24 * time.Hour

// MaxEpoch is the largest epoch. A cursor contains the epoch and a place in 53 bits, which a
// JSON number represents exactly.
const MaxEpoch = 1<<(53-placeBits) - 1

// placeBits is the number of bits of the place in a cursor.
const placeBits = 32

// cursorNumber returns the cursor of a place in the epoch of the call.
func (r *run) cursorNumber(place int64) int64 { return r.call.Epoch<<placeBits | place }

// cursorPlace returns the place of a cursor, and false for another epoch. Zero is the start in
// every epoch.
func (r *run) cursorPlace(n int64) (int64, bool) {
	return n & (1<<placeBits - 1), n == 0 || n>>placeBits == r.call.Epoch
}

// listPage is a page of a list, with the query that a cursor stores.
type listPage struct {
	// After is the sequence after which the documents of the page begin. Of an ordered list it
	// is the number of documents before them, since documents may move in its order.
	After  int64       `json:"after,omitempty"`
	Offset int         `json:"-"`               // skips documents
	Limit  int         `json:"limit,omitempty"` // 0 for all documents
	Where  []condition `json:"where,omitempty"`

	behind *store.Document // the page begins after it; nil if After says where
}

// query returns the query for a page of the documents of a step. It also finds the first document
// after the page, which tells that there is another one.
func (l listPage) query(s *behavior.Step) store.Query {
	q := store.Query{
		Kind: s.Kind.Name, Order: s.Order,
		After: l.After, Offset: l.Offset,
		Limit: mostListed + 1,
	}
	if l.Limit > 0 {
		q.Limit = l.Limit + 1
	}
	if s.Order != "" {
		q.Offset += int(min(l.After, math.MaxInt32))
	}
	return q
}

// next returns the page after one with some documents.
func (l listPage) next(s *behavior.Step, docs []*store.Document) *listPage {
	n := len(docs)
	switch {
	case s.Order != "":
		l.After += int64(n)
	case n > 0:
		l.After = docs[n-1].Sequence
	}
	return &l
}

// list finds the documents of a list or of a page. Only the last step of an operation has pages,
// since it makes the response.
func (r *run) list(s *behavior.Step, item any, parents []reference, isLast bool) error {
	p, err := r.listPage(s, item, parents, isLast)
	if err != nil {
		return err
	}
	q := p.query(s)
	if isLast && p.Limit == 0 && !contains(r.op.Response, shows) {
		q.Limit = 1 // the response has at most the number of documents
	}
	docs, total, err := r.find(p.Where, q, contains(r.op.Response, counts))
	if err != nil {
		return err
	}
	if p.Limit == 0 && len(docs) > mostListed {
		const form = "there are more than %d documents of the kind %s, too many for a response; " +
			"request a page, or select fewer"
		return refused(form, mostListed, s.Kind.Name)
	}
	res := &r.result
	if p.Limit > 0 && len(docs) > p.Limit {
		docs = docs[:p.Limit]
		res.more = true
	}
	paging := r.op.pagination
	hasCursor := paging != nil && paging.Cursor != nil
	if isLast && hasCursor {
		res.next = p.next(s, docs)
	}
	res.docs = append(res.docs, docs...)
	res.total = total
	return nil
}

// listPage returns the page of a step with the conditions of its documents: those of the step, and
// for a continued list those that are stored with the cursor. Without pages, it is the whole list.
func (r *run) listPage(
	s *behavior.Step, item any, parents []reference, isLast bool,
) (p listPage, err error) {
	if isLast {
		p, err = r.page(s)
		if err != nil {
			return p, err
		}
	}
	p.Where = append(r.conditions(s.Kind, r.criteria(s.Where, item), parents), p.Where...)
	if p.behind != nil {
		p.After, err = r.placeOf(s, p)
	}
	return p, err
}

// contains reports whether a template or a member of it has a property.
func contains(t *behavior.Template, has func(*behavior.Template) bool) bool {
	isInMember := func(m behavior.TemplateMember) bool { return contains(m.Value, has) }
	return has(t) || slices.ContainsFunc(t.Object, isInMember)
}

// shows reports whether a template shows documents, and not only their number.
func shows(t *behavior.Template) bool {
	isResult := t.Value != nil && t.Value.Source == behavior.Result
	isList := t.List != nil || t.Group != nil
	return isResult || isList || t.Func != ""
}

// counts reports whether a template shows the number of documents.
func counts(t *behavior.Template) bool { return t.Count }

// page returns the page of the request, of the documents of a step.
func (r *run) page(s *behavior.Step) (listPage, error) {
	paging := r.op.pagination
	switch {
	case paging == nil:
		return listPage{}, nil
	case paging.Last != nil:
		return r.pageByItem(s, paging)
	case paging.Next != nil:
		return r.pageByCursor(paging)
	}
	return r.pageByNumber(paging)
}

// pageByNumber returns the page with a number or an offset and a size. A request with neither gets
// the whole list.
func (r *run) pageByNumber(paging *catalog.Pagination) (listPage, error) {
	first := wire.Or(paging.First, 1)
	if paging.Offset {
		first = 0
	}
	number, hasNumber, err := r.integer(paging.Page, first)
	if err != nil {
		return listPage{}, err
	}
	size, hasSize, err := r.integer(paging.Size, 1)
	if err != nil {
		return listPage{}, err
	}
	if !hasNumber && !hasSize {
		return listPage{}, nil
	}
	if !hasNumber {
		number = first
	}
	if !hasSize {
		size = wire.Or(paging.DefaultSize, pageSize)
	}
	before := int64(number - first)
	if !paging.Offset {
		before *= int64(size)
	}
	return listPage{Limit: size, Offset: int(min(before, math.MaxInt32))}, nil
}

// integer returns the integer in a field of the request, and false if there is none. A smaller
// one than the least is an error.
func (r *run) integer(f *catalog.Field, least int) (n int, isPresent bool, err error) {
	if f == nil {
		return 0, false, nil
	}
	v, _ := r.request[f.Name].(json.Number)
	n, errInteger := strconv.Atoi(v.String())
	if errInteger != nil {
		return 0, false, nil
	}
	if n < least {
		message := fmt.Sprintf("must be at least %d", least)
		return 0, true, unfitField(f, api.RuleMinimum, message, "")
	}
	return min(n, math.MaxInt32), true, nil
}

// unfitField returns the problem of a value in a field of the request.
func unfitField(f *catalog.Field, rule, message, detail string) error {
	field := "/" + jsonpointer.Escape(f.Name)
	return &api.Problem{
		Status: http.StatusUnprocessableEntity, Detail: detail,
		Errors: []api.Violation{{Field: field, Rule: rule, Message: message}},
	}
}

// pageByCursor returns the page of a cursor in the request, or the first one. An operation that
// another one continues has no cursor in its request: it always begins the list.
func (r *run) pageByCursor(paging *catalog.Pagination) (p listPage, err error) {
	if paging.Continue == nil {
		cursor, _ := keyOf(r.request[paging.Cursor.Name])
		p, err = r.pageAt(cursor)
		if errors.Is(err, errNoCursor) {
			const detail = "no list of this world has this cursor, or it has expired; " +
				"start with the first page"
			return p, unfitField(paging.Cursor, api.RuleFormat, "must be the cursor of a page", detail)
		}
		if err != nil {
			return p, err
		}
	}
	return p, r.setLimit(&p, paging)
}

// setLimit sets the size of a page with a cursor, unless the cursor has one.
func (r *run) setLimit(p *listPage, paging *catalog.Pagination) error {
	size, isPresent, err := r.integer(paging.Size, 1)
	switch {
	case err != nil:
		return err
	case isPresent:
		p.Limit = size
	case p.Limit == 0:
		p.Limit = pageSize
	}
	return nil
}

// pageByItem returns the page after an item in the request, or the first one. The member that names
// the item must be the id of the documents.
func (r *run) pageByItem(s *behavior.Step, paging *catalog.Pagination) (p listPage, err error) {
	if key, isPresent := keyOf(r.request[paging.Cursor.Name]); isPresent {
		p.behind, err = r.tx.Get(store.Key{Kind: s.Kind.Name, ID: key})
		if errors.Is(err, store.ErrNotFound) {
			const detail = "this world has no such item; start with the first page"
			return p, unfitField(paging.Cursor, api.RuleFormat, "must be the id of an item", detail)
		}
		if err != nil {
			return p, err
		}
	}
	return p, r.setLimit(&p, paging)
}

// placeOf returns the place of a page behind a document, as in After. In an ordered list, that is the
// number of documents up to it, even if the list has lost the document itself.
func (r *run) placeOf(s *behavior.Step, p listPage) (int64, error) {
	if s.Order == "" {
		return p.behind.Sequence, nil
	}
	isAfter := func(doc *store.Document) bool { return store.CompareBy(s.Order, doc, p.behind) > 0 }
	query := store.Query{Kind: s.Kind.Name, Order: s.Order, Limit: mostListed}
	for {
		docs, _, err := r.find(p.Where, query, false)
		if err != nil {
			return 0, err
		}
		if after := slices.IndexFunc(docs, isAfter); after >= 0 {
			return int64(query.Offset + after), nil
		}
		query.Offset += len(docs)
		if len(docs) < query.Limit {
			return int64(query.Offset), nil
		}
	}
}

// errNoCursor is the error of a text that is the cursor of no page.
var errNoCursor = errors.New("no cursor of a list")

// pageAt returns the place of a cursor, which is a number. In a continued list, it is the id of a
// document with the place and the query.
func (r *run) pageAt(cursor string) (p listPage, err error) {
	if cursor == "" {
		return p, nil
	}
	n, err := strconv.ParseInt(cursor, 10, 64)
	place, ours := r.cursorPlace(n)
	if err != nil || n < 0 || !ours {
		return p, errNoCursor
	}
	if !r.op.continued {
		return listPage{After: place}, nil
	}
	isCursor, err := store.Kept(r.tx, store.Key{Kind: cursorKind, ID: cursor}, r.call.Now, &p)
	if err != nil {
		return p, err
	}
	if !isCursor {
		return p, errNoCursor
	}
	return p, nil
}

// cursorOf returns the cursor of a place. The query of a continued list may have personal
// values, so its cursor is only the number of a stored query.
func (r *run) cursorOf(p *listPage) (string, error) {
	if !r.op.continued {
		return strconv.FormatInt(r.cursorNumber(p.After), 10), nil
	}
	body, _ := encode(p) // texts and numbers
	n, err := r.tx.Next(cursorKind)
	if err != nil {
		return "", err
	}
	cursor := strconv.FormatInt(r.cursorNumber(n), 10)
	doc := &store.Document{Key: store.Key{Kind: cursorKind, ID: cursor}, Body: body}
	return cursor, store.InsertFor(r.tx, cursorLives, r.call.Now, doc)
}

// addCursor adds the cursor of the next page to a response, and returns members of its envelope
// separately.
func (r *run) addCursor(response any) (paged any, beside map[string]any, err error) {
	paging, next := r.op.pagination, r.result.next
	if next == nil {
		return response, nil, nil
	}
	w := &pageWriter{run: r, response: response, beside: map[string]any{}}
	if paging.More != nil {
		w.set(paging.More, r.result.more)
	}
	if paging.Next != nil {
		cursor, isSent, err := r.nextCursor(paging, next)
		if err != nil {
			return nil, nil, err
		}
		if isSent {
			w.set(paging.Next, cursor)
		}
	}
	return w.response, w.beside, nil
}

// nextCursor returns what a response has in the place of the cursor, and whether it has anything. At
// the end of a list, a required cursor is null or empty, and another one is left out. A number that
// may not be null can only be sent as if there were another page, which is then empty. Where the
// response says whether there are more pages, it always has the cursor.
func (r *run) nextCursor(paging *catalog.Pagination, next *listPage) (v any, isSent bool, err error) {
	f := paging.Next.Field()
	isRequired := f != nil && f.Required
	isNumber := paging.Cursor.Type.Kind == catalog.Integer
	cannotBeNull := isRequired && isNumber && !f.Type.Nullable
	hasCursor := r.result.more || paging.More != nil || cannotBeNull
	switch {
	case hasCursor:
		cursor, err := r.cursorOf(next)
		if isNumber {
			return json.Number(cursor), true, err
		}
		return cursor, true, err
	case isRequired && isNumber:
		return nil, true, nil
	case isRequired:
		return "", true, nil
	}
	return nil, false, nil
}

// pageWriter writes what a response says about its page.
type pageWriter struct {
	*run
	response any            // of the template
	beside   map[string]any // members of the envelope
}

// set sets the member at a place, unless the template has set it. A response that is a list has no
// members.
func (w *pageWriter) set(p *catalog.Place, v any) {
	if p.Beside {
		put(w.beside, p.Pointer, v)
		return
	}
	pointer := behavior.ResponsePointer(w.op.Operation.Operation, p)
	object, isObject := w.response.(map[string]any)
	_, exists := lookup(w.response, pointer)
	if isObject && !exists {
		put(object, pointer, v)
	}
}
