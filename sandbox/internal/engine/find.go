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
//
// So there are three ways, the cheapest first: a value that must be equal goes into the query; a
// comparison with one field is tried by the store on its index, without reading documents; and
// everything else reads candidates and tries all conditions on them here.

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
func (r *run) criteria(m behavior.Match, item any) (list []criterion) {
	for _, member := range m {
		if v, ok := r.value(&member.Value, item); ok {
			list = append(list, criterion{member, r.split(&member.Value, v)})
		}
	}
	return list
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
func (r *run) parents(s *behavior.Step, item any) (references []reference, err error) {
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
		selection := behavior.Match{{Pointer: parent.ID, Value: v}}
		if !ok {
			return nil, notGiven(parent, selection)
		}
		f, err := r.parentReference(s.Kind, name, id, missingDocument(parent, selection))
		if err != nil {
			return nil, err
		}
		references = append(references, f)
	}
	return references, nil
}

// condition holds for documents with a value that compares with any of some values. A value
// without a field is the key of a document.
type condition struct {
	Any     []store.Value    `json:"any"`
	Compare behavior.Compare `json:"compare,omitempty"`
}

// holds reports whether the condition holds for a document.
func (c condition) holds(doc *store.Document) bool {
	holdsFor := func(operand store.Value) bool {
		if operand.Field == "" {
			return operand.Text == doc.ID
		}
		isFound := func(v store.Value) bool {
			return v.Field == operand.Field && compares(v.Text, c.Compare, operand.Text)
		}
		return slices.ContainsFunc(doc.Values, isFound)
	}
	return slices.ContainsFunc(c.Any, holdsFor)
}

// holdsFor reports whether the condition holds for a text of its field.
func (c condition) holdsFor(text string) bool {
	isFound := func(operand store.Value) bool { return compares(text, c.Compare, operand.Text) }
	return slices.ContainsFunc(c.Any, isFound)
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

// compares compares the texts of two values, as texts.go makes them: the first letter is the type.
// Values of different types are neither equal nor ordered. Date-times are ordered as instants. An
// upper bound that is the beginning of a text includes it, so that the day "2030-01-31" includes
// "2030-01-31T12:00:00Z".
func compares(text string, comparison behavior.Compare, operand string) bool {
	isText := text[0] == 's'
	isOfOneType := text[0] == operand[0]
	switch comparison {
	case behavior.Equal:
		return text == operand
	case behavior.Date:
		return day(text) == day(operand)
	case behavior.Contains:
		whole, part := strings.ToLower(text[1:]), strings.ToLower(operand[1:])
		return isOfOneType && isText && strings.Contains(whole, part)
	case behavior.From:
		return isOfOneType && order(text, operand) >= 0
	default: // behavior.To
		isBeginning := isText && strings.HasPrefix(text, operand)
		return isOfOneType && (isBeginning || order(text, operand) <= 0)
	}
}

// order compares two texts of one type in an index: date-times as instants, and others as texts.
func order(text, operand string) int {
	first, err := instant(text)
	second, errSecond := instant(operand)
	if err != nil || errSecond != nil {
		return cmp.Compare(text, operand)
	}
	return first.Compare(second)
}

// instant returns the time of a text in an index that is a date-time of RFC 3339, or one with a space
// and without a zone, which is UTC.
func instant(text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, strings.ToUpper(text[1:]))
	if err != nil {
		t, err = time.Parse(time.DateTime, text[1:])
	}
	return t, err
}

// day returns the text of a day in an index as YYYY-MM-DD, and other texts unchanged: "s01/31/2030"
// becomes "s2030-01-31".
func day(text string) string {
	date, err := time.Parse("01/02/2006", text[1:])
	if err != nil {
		return text
	}
	return text[:1] + date.Format(time.DateOnly)
}

// conditions returns the conditions of documents with some members and parents. A list matches any
// of its values.
func (r *run) conditions(k *behavior.Kind, match []criterion, parents []reference) (list []condition) {
	for _, f := range parents {
		list = append(list, condition{Any: []store.Value{f.value()}})
	}
	for _, m := range match {
		values, isList := m.value.([]any)
		if !isList {
			values = []any{m.value}
		}
		c := condition{Compare: m.Compare}
		for _, v := range values {
			if operand, ok := indexed(k, m.Pointer, v); ok {
				c.Any = append(c.Any, operand)
			}
		}
		list = append(list, c)
	}
	return list
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
	var unindexed []condition
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
			unindexed = append(unindexed, c)
		}
	}
	if len(unindexed) > 0 {
		return r.findOthers(where, unindexed, page)
	}
	if counted {
		total, err = r.tx.Count(page)
		if err != nil {
			return nil, 0, err
		}
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
	sequences, err := r.tx.Holding(q.Kind, c.Any[0].Field, part, c.holdsFor)
	if err != nil {
		return nil, err
	}
	if q.Among != nil {
		isOther := func(sequence int64) bool {
			_, isAmong := slices.BinarySearch(q.Among, sequence)
			return !isAmong
		}
		sequences = slices.DeleteFunc(sequences, isOther)
	}
	return sequences, nil
}

// findOthers is find for a list of values, or a key, which no query can express: it tries all
// conditions on the documents that fulfill some.
func (r *run) findOthers(
	where, unindexed []condition, page store.Query,
) (docs []*store.Document, total int, err error) {
	docs, err = r.candidates(unindexed, page)
	if err != nil {
		return nil, 0, err
	}
	seen := map[string]bool{} // a document can have several of the values
	isOther := func(doc *store.Document) bool {
		fails := func(c condition) bool { return !c.holds(doc) }
		isRepeated := seen[doc.ID]
		seen[doc.ID] = true
		return isRepeated || slices.ContainsFunc(where, fails)
	}
	docs = slices.DeleteFunc(docs, isOther)
	byOrder := func(a, b *store.Document) int { return store.CompareBy(page.Order, a, b) }
	slices.SortFunc(docs, byOrder)
	return pageOf(docs, page), len(docs), nil
}

// pageOf returns the documents of a page, as a store does that executes the query.
func pageOf(docs []*store.Document, page store.Query) []*store.Document {
	if page.Order == "" {
		isBefore := func(doc *store.Document) bool { return doc.Sequence <= page.After }
		docs = slices.DeleteFunc(slices.Clone(docs), isBefore)
	}
	docs = docs[min(page.Offset, len(docs)):]
	if page.Limit > 0 {
		docs = docs[:min(page.Limit, len(docs))]
	}
	return docs
}

// candidates returns all documents that fulfill the first list of values, or that a query without
// its page finds if there is none.
func (r *run) candidates(unindexed []condition, q store.Query) (docs []*store.Document, err error) {
	isEqual := func(c condition) bool { return c.Compare == behavior.Equal }
	several := slices.IndexFunc(unindexed, isEqual)
	if several < 0 {
		return r.tx.Find(store.Query{Kind: q.Kind, Where: q.Where, Among: q.Among})
	}
	for _, v := range unindexed[several].Any {
		matches, err := r.withValue(q.Kind, v)
		if err != nil {
			return nil, err
		}
		docs = append(docs, matches...)
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
