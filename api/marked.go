package api

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// Encoding a request marks values that cannot be sent, such as strings that are not UTF-8: n marks
// after a value or key are the reason with the number n, such as encode.NotUTF8. This file finds
// the places of the marks, which are carriage returns here, since JSON skips them. In
//
//	{"name":"\ufffd\r","size":null\r\r}
//
// the name is not UTF-8, and the size has no JSON. Writing marks instead of returning errors keeps the
// functions that append small enough to be inlined, and reports all values at once.

// cannotSend adds the values that are marked in the body of a request to its
// violations. A key inside a sensitive value is hidden, as in [Violation].
//
// A value that breaks a rule already is not reported again. Rules name some places in full that are
// hidden here, because only they know the variant of a union.
func cannotSend(err error, req request, body []byte) error {
	var violations []Violation
	if invalid, ok := errors.AsType[*ValidationError](err); ok {
		violations = slices.Clone(invalid.Violations)
	}
	for _, v := range markedViolations(body) {
		place := v.Field
		v.Field = genstruct.Pointer(place, redact.Keys{}, reflect.TypeOf(req))
		isAtPlace := func(other Violation) bool { return other.Field == place || other.Field == v.Field }
		if !slices.ContainsFunc(violations, isAtPlace) {
			violations = append(violations, v)
		}
	}
	return &ValidationError{Violations: violations[:min(len(violations), maxViolations)]}
}

// marked walks a text with space for marks.
type marked struct {
	cursor.Cursor
	violations []Violation // of the marks that were passed
}

// markedViolations returns a violation for each marked value, up to fifty, and at least one.
func markedViolations(body []byte) []Violation {
	var m marked
	m.Start(encode.WithSpaceForMarks(body), cursor.Unlimited)
	m.value(nil)
	if len(m.violations) == 0 { // the request is not of a generated type
		return []Violation{unsendable[encode.NotUTF8]}
	}
	return m.violations
}

// value reads the value at a path.
func (m *marked) value(path []string) {
	switch m.Peek() {
	case '{':
		m.Open()
		for from := m.I; m.Next(); from = m.I {
			member := append(path, m.Key)
			m.note(from, member)
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
	end := m.I
	m.I = cursor.SkipSpace(m.Text, end)
	m.note(end, path)
}

// note records the violation of the value or key with marks between an offset and the current one.
func (m *marked) note(from int, path []string) {
	reason := strings.Count(m.Text[from:m.I], "\r")
	if reason == 0 || len(m.violations) == maxViolations {
		return
	}
	v := unsendable[min(reason, len(unsendable)-1)]
	v.Field = new(cursor.Path).Pointer(path...)
	m.violations = append(m.violations, v)
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
