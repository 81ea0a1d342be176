package oracle

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/textformat"
)

// check records the faults of the values of a shape.
func (m *model) check(s *catalog.Shape, values map[string]any, at string) {
	for _, f := range s.Fields {
		m.checkValue(f, f.Type, values[f.Name], memberPointer(at, f.Name))
	}
}

func (m *model) checkValue(f *catalog.Field, t *catalog.Type, v any, at string) {
	switch x := v.(type) {
	case string:
		m.checkString(f, t, x, at)
	case json.Number:
		if t.Kind == catalog.Integer || t.Kind == catalog.Number {
			m.findIf(f.Minimum != "" && Rational(x).Cmp(Rational(f.Minimum)) < 0, at, "minimum")
			m.findIf(f.Maximum != "" && Rational(x).Cmp(Rational(f.Maximum)) > 0, at, "maximum")
		}
	case map[string]any:
		switch t.Kind {
		case catalog.Record, catalog.Union:
			if s := shapeOf(t, x); s != nil {
				m.check(s, x, at)
			}
		case catalog.Map:
			m.findIf(f.MinItems != nil && len(x) < *f.MinItems, at, "min-items")
			m.findIf(f.MaxItems != nil && len(x) > *f.MaxItems, at, "max-items")
			for key, value := range x {
				m.checkValue(elementRules(f), t.Elem, value, entryPointer(f, at, key))
			}
		}
	case []any:
		if t.Kind != catalog.Array {
			return
		}
		m.findIf(f.MinItems != nil && len(x) < *f.MinItems, at, "min-items")
		m.findIf(f.MaxItems != nil && len(x) > *f.MaxItems, at, "max-items")
		if f.Join != "" {
			m.findIf(slices.Contains(x, any("")) || !slices.Equal(split(joined(x, f.Join), f.Join), x), at, "join")
			m.Undecided = m.Undecided || len(x) == 1 && x[0] == "" // joined, it looks like no items
		}
		for i, item := range x {
			m.checkValue(elementRules(f), t.Elem, item, memberPointer(at, strconv.Itoa(i)))
		}
	}
}

// elementRules returns the rules of a field for the values in its array or map.
func elementRules(f *catalog.Field) *catalog.Field { return &catalog.Field{Sensitive: f.Private()} }

// joined is an array as it is sent.
func joined(items []any, separator string) string {
	var texts []string
	for _, item := range items {
		text, _ := item.(string)
		texts = append(texts, text)
	}
	return strings.Join(texts, separator)
}

func (m *model) checkString(f *catalog.Field, t *catalog.Type, s, at string) {
	if f.OmitEmpty && s == "" {
		return
	}
	if t.Kind == catalog.Enumeration {
		named := slices.ContainsFunc(t.Enum.Values, func(v *catalog.EnumValue) bool { return v.Value == s })
		m.findIf(!named && !t.Enum.Open, at, "enum")
	}
	if t.Kind == catalog.String {
		n := utf8.RuneCountInString(s)
		m.findIf(f.NonBlank && strings.TrimFunc(s, unicode.IsSpace) == "", at, "non-blank")
		m.findIf(len(f.Enum) > 0 && !slices.Contains(f.Enum, s), at, "enum")
		m.findIf(f.MinLength != nil && n < *f.MinLength, at, "min-length")
		m.findIf(f.MaxLength != nil && n > *f.MaxLength, at, "max-length")
		m.findIf(f.Pattern != "" && !regexp.MustCompile(f.Pattern).MatchString(s), at, "pattern")
		m.findIf(!regexp.MustCompile(textformat.Named(string(f.Format)).Pattern()).MatchString(s), at, "format") // the runtime runs no expressions
	}
}

// Rational is the value of a number.
func Rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		panic("no number: " + string(n))
	}
	return r
}

// checkRules records the rules over several fields that are broken. It is unknown whether a
// field carries a value if it, or a value in it, has another type or is unknown, repeated or
// missing.
func (m *model) checkRules(values map[string]any) {
	for _, rule := range m.op.Rules {
		given, unknown := 0, false
		for _, f := range rule.Fields {
			if isSent(f, values) {
				given++
			}
			at := memberPointer("", f.Name)
			within := func(place string) bool { return strings.HasPrefix(place+"/", at+"/") }
			unknown = unknown || slices.ContainsFunc(m.repeated, within) || slices.ContainsFunc(m.Faults, func(found Fault) bool {
				return within(found.At) && slices.Contains([]string{"type", "duplicate-field", "required", "unknown-field", "variant"}, found.Rule)
			})
		}
		id, broken := "", false
		switch rule.Kind {
		case catalog.FirstOf:
			id, broken = "first-of", given == 0
		case catalog.AtLeastOneOf:
			id, broken = "at-least-one-of", given == 0
		case catalog.AtMostOneOf:
			id, broken = "at-most-one-of", given > 1
		case catalog.AllOrNoneOf:
			id, broken = "all-or-none-of", given > 0 && given < len(rule.Fields)
		default:
			panic("no model of " + rule.Kind)
		}
		m.findIf(broken && !unknown, "", id)
	}
}
