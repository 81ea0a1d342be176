package api

import (
	"errors"
	"reflect"
	"slices"
	"strconv"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/printing"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// Encoding a request marks values that cannot be sent, such as strings that are not UTF-8.
// This file finds the places of the marks.

// cannotSend adds the values that are marked in the body of a request to its
// violations. A key inside a sensitive value is hidden, as in [Violation].
func cannotSend(err error, req request, body []byte) error {
	violations := markedViolations(body)
	for i, v := range violations {
		violations[i].Field = printing.Pointer(v.Field, redact.Keys{Records: true}, reflect.TypeOf(req))
	}
	if invalid, ok := errors.AsType[*ValidationError](err); ok {
		all := slices.Clone(invalid.Violations)
		for _, v := range violations {
			if !slices.ContainsFunc(all, func(known Violation) bool { return known.Field == v.Field }) {
				all = append(all, v)
			}
		}
		violations = all
	}
	return &ValidationError{Violations: violations[:min(len(violations), maxViolations)]}
}

// marked walks a text without its marks.
type marked struct {
	cursor.Cursor
	reasons map[int]int // by the offset of a mark
	found   []Violation
}

// markedViolations returns a violation for each marked value, up to fifty, and at least one.
func markedViolations(body []byte) []Violation {
	text, reasons := encode.Unmarked(body)
	m := marked{reasons: reasons}
	m.Start(text, cursor.Unlimited)
	m.value(nil)
	if len(m.found) == 0 { // the request is not of a generated type
		return []Violation{unsendable[encode.NotUTF8]}
	}
	return m.found
}

// value reads the value at a path.
func (m *marked) value(path []string) {
	switch m.Peek() {
	case '{':
		m.Open()
		for from := m.I; m.Next(); from = m.I {
			member := append(path, m.Key)
			for i := from + 1; i < m.I; i++ {
				m.note(i, member)
			}
			m.value(member)
		}
	case '[':
		i := 0
		for more := m.FirstItem(); more; more = m.NextItem() {
			m.value(append(path, strconv.Itoa(i)))
			i++
		}
	default:
		m.Skip()
	}
	m.note(m.I, path)
}

// note records the violation of the value or key that ends at an offset.
func (m *marked) note(offset int, path []string) {
	if m.reasons[offset] == 0 || len(m.found) == maxViolations {
		return
	}
	v := unsendable[m.reasons[offset]]
	v.Field = new(cursor.Path).Pointer(path...)
	m.found = append(m.found, v)
}

// unsendable are the violations by the reason of a mark.
var unsendable = [...]Violation{
	encode.NotUTF8:   {Rule: RuleUTF8, Message: "must be UTF-8"},
	encode.NotJSON:   {Rule: RuleType, Message: "must be a value that JSON can hold"},
	encode.Null:      {Rule: RuleType, Message: "must not be null; nil leaves the field out"},
	encode.Twice:     {Rule: RuleDuplicateField, Message: "is a field of its own and must not be a further key as well"},
	encode.NoVariant: {Rule: RuleRequired, Message: "is required"},
	encode.KnownTag:  {Rule: RuleVariant, Message: "is the tag of a variant that has a type of its own"},
}
