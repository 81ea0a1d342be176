package engine

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A store finds documents by equal values. What a query cannot express, a list of values or a
// comparison, is a condition that is tried on the documents that the rest of the query finds.

// criterion is a member that documents must have.
type criterion struct {
	behavior.Member
	value any
}

// match returns the first alternative with all values. It returns nil and true if the step
// has no alternatives, and false if none has all values.
func (r *run) match(s *behavior.Step, item any) ([]criterion, bool) {
	for _, m := range s.By {
		if match := r.criteria(m, item); len(match) == len(m) {
			return match, true
		}
	}
	return nil, s.By == nil
}

// criteria returns the members whose values are not missing.
func (r *run) criteria(m behavior.Match, item any) (all []criterion) {
	for _, member := range m {
		if v, ok := r.value(&member.Value, item); ok {
			all = append(all, criterion{member, r.split(&member.Value, v)})
		}
	}
	return all
}

// selectedBy returns the members that a step used to select a document.
func selectedBy(s *behavior.Step, match []criterion) (m behavior.Match) {
	for _, g := range match {
		m = append(m, g.Member)
	}
	for _, name := range s.Kind.ParentNames() {
		if v, ok := s.Parents[name]; ok && match == nil {
			m = append(m, behavior.Member{Pointer: name, Value: v})
		}
	}
	return m
}

// parents returns the parents that a step names. A list ignores missing values.
func (r *run) parents(s *behavior.Step, item any) (all []reference, err error) {
	for _, name := range s.Kind.ParentNames() {
		v, named := s.Parents[name]
		if !named {
			continue
		}
		id, ok := r.value(&v, item)
		if !ok && s.Verb == behavior.List {
			continue
		}
		parent := s.Kind.Parents[name]
		by := behavior.Match{{Pointer: parent.ID, Value: v}}
		if !ok {
			return nil, notGiven(parent, by)
		}
		f, err := r.parentReference(s.Kind, name, id, missingDocument(parent, by))
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// condition holds for documents with a value that compares with any of some values. A value
// without a field is the key of a document.
type condition struct {
	Any     []store.Value    `json:"any"`
	Compare behavior.Compare `json:"compare,omitempty"`
}

// holds reports whether the condition holds for a document.
func (c condition) holds(doc *store.Document) bool {
	return slices.ContainsFunc(c.Any, func(than store.Value) bool {
		if than.Field == "" {
			return than.Text == doc.ID
		}
		return slices.ContainsFunc(doc.Values, func(v store.Value) bool {
			return v.Field == than.Field && compares(v.Text, c.Compare, than.Text)
		})
	})
}

// holdsFor reports whether the condition holds for a text of its field.
func (c condition) holdsFor(text string) bool {
	return slices.ContainsFunc(c.Any, func(than store.Value) bool {
		return compares(text, c.Compare, than.Text)
	})
}

// inQuery reports whether a query can contain the condition.
func (c condition) inQuery() bool {
	return c.Compare == behavior.Equal && len(c.Any) == 1 && c.Any[0].Field != ""
}

// inValues reports whether the condition compares with values of one field, on which a store can
// try it.
func (c condition) inValues() bool {
	return c.Compare != behavior.Equal && len(c.Any) > 0 && c.Any[0].Field != ""
}

// compares compares the texts of two values. Values of different types are neither equal nor
// ordered. Date-times are ordered as instants.
func compares(text string, how behavior.Compare, than string) bool {
	isText := text[0] == 's'
	switch {
	case how == behavior.Equal:
		return text == than
	case how == behavior.Date:
		return day(text) == day(than)
	case text[0] != than[0]:
		return false
	case how == behavior.Contains:
		in, part := strings.ToLower(text[1:]), strings.ToLower(than[1:])
		return isText && strings.Contains(in, part)
	}
	order := cmp.Compare(text, than)
	at, err := instant(text)
	limit, wrong := instant(than)
	if err == nil && wrong == nil {
		order = at.Compare(limit)
	}
	if how == behavior.From {
		return order >= 0
	}
	return order <= 0 || isText && strings.HasPrefix(text, than)
}

// instant returns the time of a text in an index that is a date-time of RFC 3339, or one with a space
// and without a zone, which is UTC.
func instant(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, strings.ToUpper(text[1:]))
	if err != nil {
		at, err = time.Parse(time.DateTime, text[1:])
	}
	return at, err
}

// day returns the text of a day in an index as YYYY-MM-DD, and other texts unchanged.
func day(text string) string {
	at, err := time.Parse("01/02/2006", text[1:])
	if err != nil {
		return text
	}
	return text[:1] + at.Format(time.DateOnly)
}

// conditions returns the conditions of documents with some members and parents. A list matches any
// of its values.
func (r *run) conditions(k *behavior.Kind, match []criterion, parents []reference) (all []condition) {
	for _, f := range parents {
		all = append(all, condition{Any: []store.Value{f.value()}})
	}
	for _, m := range match {
		values, isList := m.value.([]any)
		if !isList {
			values = []any{m.value}
		}
		c := condition{Compare: m.Compare}
		for _, v := range values {
			if than, ok := indexed(k, m.Pointer, v); ok {
				c.Any = append(c.Any, than)
			}
		}
		all = append(all, c)
	}
	return all
}

// indexed returns a value of a member as documents of a kind are found by it, and false for one
// that no document can have.
func indexed(k *behavior.Kind, pointer string, v any) (store.Value, bool) {
	if pointer == k.ID {
		key, ok := keyOf(v)
		return store.Value{Text: key}, ok
	}
	text := textOf(v)
	return store.Value{Field: pointer, Text: text}, text != ""
}

// find returns the documents of a page that fulfill all conditions, and if counted, their number on
// all pages.
func (r *run) find(
	where []condition, page store.Query, counted bool,
) (docs []*store.Document, total int, err error) {
	var others []condition
	for _, c := range where {
		switch {
		case c.inQuery():
			page.Where = append(page.Where, c.Any[0])
		case c.inValues():
			page.Among, err = r.among(page, c)
			if err != nil {
				return nil, 0, err
			}
		default:
			others = append(others, c)
		}
	}
	if len(others) > 0 {
		return r.findOthers(where, others, page)
	}
	if counted {
		total, err = r.tx.Count(page)
	}
	if err != nil {
		return nil, 0, err
	}
	docs, err = r.tx.Find(page)
	return docs, total, err
}

// among returns the sequences of documents that fulfill a condition, of those among which a query
// chooses.
func (r *run) among(q store.Query, c condition) ([]int64, error) {
	part := ""
	if c.Compare == behavior.Contains && len(c.Any) == 1 {
		part = c.Any[0].Text[1:] // after the type
	}
	found, err := r.tx.Holding(q.Kind, c.Any[0].Field, part, c.holdsFor)
	if err != nil {
		return nil, err
	}
	if q.Among != nil {
		isOther := func(sequence int64) bool {
			_, known := slices.BinarySearch(q.Among, sequence)
			return !known
		}
		found = slices.DeleteFunc(found, isOther)
	}
	return found, nil
}

// findOthers is find for a list of values, or a key, which no query can express: it tries all
// conditions on the documents that fulfill some.
func (r *run) findOthers(
	where, others []condition, page store.Query,
) (docs []*store.Document, total int, err error) {
	docs, err = r.candidates(others, page)
	if err != nil {
		return nil, 0, err
	}
	known := map[string]bool{}
	docs = slices.DeleteFunc(docs, func(doc *store.Document) bool {
		fails := func(c condition) bool { return !c.holds(doc) }
		twice := known[doc.ID]
		known[doc.ID] = true
		return twice || slices.ContainsFunc(where, fails)
	})
	slices.SortFunc(docs, func(a, b *store.Document) int {
		return store.CompareBy(page.Order, a, b)
	})
	total = len(docs)
	if page.Order == "" {
		isBefore := func(doc *store.Document) bool { return doc.Sequence <= page.After }
		docs = slices.DeleteFunc(docs, isBefore)
	}
	docs = docs[min(page.Offset, len(docs)):]
	if page.Limit > 0 {
		docs = docs[:min(page.Limit, len(docs))]
	}
	return docs, total, nil
}

// candidates returns all documents that fulfill the first list of values, or that a query without
// its page finds if there is none.
func (r *run) candidates(others []condition, q store.Query) (docs []*store.Document, err error) {
	isEqual := func(c condition) bool { return c.Compare == behavior.Equal }
	several := slices.IndexFunc(others, isEqual)
	if several < 0 {
		return r.tx.Find(store.Query{Kind: q.Kind, Where: q.Where, Among: q.Among})
	}
	for _, v := range others[several].Any {
		some, err := r.withValue(q.Kind, v)
		if err != nil {
			return nil, err
		}
		docs = append(docs, some...)
	}
	return docs, nil
}

// withValue returns the documents of a kind with a value, or the one with a key.
func (r *run) withValue(kind string, v store.Value) ([]*store.Document, error) {
	if v.Field != "" {
		return r.tx.Find(store.Query{Kind: kind, Where: []store.Value{v}})
	}
	doc, err := r.tx.Get(store.Key{Kind: kind, ID: v.Text})
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []*store.Document{doc}, nil
}
