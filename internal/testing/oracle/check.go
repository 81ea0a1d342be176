package oracle

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/textformat"
)

// checkSize records the faults of an array or a map with n items.
func (m *model) checkSize(f *catalog.Field, n int, at string) {
	m.findIf(f.MinItems != nil && n < *f.MinItems, at, "min-items")
	m.findIf(f.MaxItems != nil && n > *f.MaxItems, at, "max-items")
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
