package engine

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"example.com/opgen/sandbox/behavior"
	"example.com/opgen/sandbox/store"
)

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

// wanted returns the members that a step used to select a document.
func wanted(s *behavior.Step, match []criterion) (m behavior.Match) {
	for _, g := range match {
		m = append(m, g.Member)
	}
	if match == nil {
		for name, v := range s.Parents {
			m = append(m, behavior.Member{Pointer: name, Value: v})
		}
		slices.SortFunc(m, func(a, b behavior.Member) int { return cmp.Compare(a.Pointer, b.Pointer) })
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
		f, err := r.refer(s.Kind, name, id, missingDocument(parent, by))
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// search is a selection of documents of a kind.
type search struct {
	kind  *behavior.Kind
	byID  bool
	ids   []string // if byID
	where []condition
}

// condition holds for documents with a value that compares with any of some values.
type condition struct {
	Any     []store.Value    `json:"any"`
	Compare behavior.Compare `json:"compare,omitempty"`
}

func (c condition) holds(doc *store.Document) bool {
	return slices.ContainsFunc(c.Any, func(than store.Value) bool {
		return slices.ContainsFunc(doc.Values, func(v store.Value) bool { return v.Field == than.Field && compares(v.Text, c.Compare, than.Text) })
	})
}

// compares compares the texts of two values. Values of different types are neither equal nor
// ordered. Date-times are ordered as instants.
func compares(text string, how behavior.Compare, than string) bool {
	switch {
	case how == behavior.Equal:
		return text == than
	case text[0] != than[0]:
		return false
	case how == behavior.Contains:
		return text[0] == 's' && strings.Contains(strings.ToLower(text[1:]), strings.ToLower(than[1:]))
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
	return order <= 0 || text[0] == 's' && strings.HasPrefix(text, than)
}

// instant returns the time of a text in an index that is a date-time of RFC 3339.
func instant(text string) (time.Time, error) {
	return time.Parse(time.RFC3339, strings.ToUpper(text[1:]))
}

// search returns the selection of documents with some members and parents. A list matches any
// of its values.
func (r *run) search(k *behavior.Kind, match []criterion, parents []reference) search {
	s := search{kind: k}
	for _, f := range parents {
		s.where = append(s.where, condition{Any: []store.Value{f.value()}})
	}
	for _, m := range match {
		values, isList := m.value.([]any)
		if !isList {
			values = []any{m.value}
		}
		var any []store.Value
		for _, v := range values {
			if key, ok := keyOf(v); ok && m.Pointer == k.ID {
				s.ids = append(s.ids, key)
			} else if text := textOf(v); text != "" {
				any = append(any, store.Value{Field: m.Pointer, Text: text})
			}
		}
		if m.Pointer == k.ID {
			s.byID = true
		} else {
			s.where = append(s.where, condition{any, m.Compare})
		}
	}
	return s
}

// query returns a query that finds all documents, and whether it finds no others.
func (s search) query(order string) (q store.Query, whole bool) {
	q, whole = store.Query{Kind: s.kind.Name, Order: order}, !s.byID
	for _, c := range s.where {
		if c.Compare != behavior.Equal || len(c.Any) != 1 {
			whole = false
		} else {
			q.Where = append(q.Where, c.Any[0])
		}
	}
	return q, whole
}

// find returns the selected documents, at most limit if it is not 0 and one query finds them.
func (r *run) find(s search, order string, limit int) ([]*store.Document, error) {
	q, whole := s.query(order)
	if whole {
		q.Limit = limit
		return r.tx.Find(q)
	}
	var docs []*store.Document
	several := slices.IndexFunc(s.where, func(c condition) bool { return c.Compare == behavior.Equal && len(c.Any) != 1 })
	switch {
	case s.byID:
		for _, id := range s.ids {
			doc, err := r.tx.Get(store.Key{Kind: s.kind.Name, ID: id})
			if err == nil {
				docs = append(docs, doc)
			} else if !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
		}
	case several < 0:
		var err error
		if docs, err = r.tx.Find(q); err != nil {
			return nil, err
		}
	default:
		for _, v := range s.where[several].Any {
			some, err := r.tx.Find(store.Query{Kind: s.kind.Name, Where: []store.Value{v}})
			if err != nil {
				return nil, err
			}
			docs = append(docs, some...)
		}
	}
	known := map[string]bool{}
	docs = slices.DeleteFunc(docs, func(doc *store.Document) bool {
		twice := known[doc.ID]
		known[doc.ID] = true
		return twice || slices.ContainsFunc(s.where, func(c condition) bool { return !c.holds(doc) })
	})
	slices.SortFunc(docs, func(a, b *store.Document) int { return store.CompareBy(order, a, b) })
	return docs, nil
}
