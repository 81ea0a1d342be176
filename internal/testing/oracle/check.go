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

// This file checks values and rules. It is written from the documentation, with the slowest and
// plainest means: a regular expression for each check of a text.

// checkSize records the faults of an array or a map with n items.
func (m *model) checkSize(f *catalog.Field, n int, pointer string) {
	m.findIf(f.MinItems != nil && n < *f.MinItems, pointer, "min-items")
	m.findIf(f.MaxItems != nil && n > *f.MaxItems, pointer, "max-items")
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

// checkString records the faults of a text.
func (m *model) checkString(f *catalog.Field, t *catalog.Type, text, pointer string) {
	if f.OmitEmpty && text == "" {
		return
	}
	if t.Kind == catalog.Enumeration {
		isNamed := slices.ContainsFunc(t.Enum.Values, func(v *catalog.EnumValue) bool { return v.Value == text })
		m.findIf(!isNamed && !t.Enum.Open, pointer, "enum")
	}
	if t.Kind == catalog.String {
		n := utf8.RuneCountInString(text)
		m.findIf(f.NonBlank && strings.TrimFunc(text, unicode.IsSpace) == "", pointer, "non-blank")
		m.findIf(len(f.Enum) > 0 && !slices.Contains(f.Enum, text), pointer, "enum")
		m.findIf(f.MinLength != nil && n < *f.MinLength, pointer, "min-length")
		m.findIf(f.MaxLength != nil && n > *f.MaxLength, pointer, "max-length")
		m.findIf(f.Pattern != "" && !regexp.MustCompile(f.Pattern).MatchString(text), pointer, "pattern")
		// The runtime runs no expressions for formats.
		format := regexp.MustCompile(textformat.Named(string(f.Format)).Pattern())
		m.findIf(!format.MatchString(text), pointer, "format")
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
		givenCount, isUnknown := 0, false
		for _, f := range rule.Fields {
			if isSent(f, values) {
				givenCount++
			}
			isUnknown = isUnknown || m.isUnknown(f)
		}
		id, isBroken := "", false
		switch rule.Kind {
		case catalog.FirstOf:
			id, isBroken = "first-of", givenCount == 0
		case catalog.AtLeastOneOf:
			id, isBroken = "at-least-one-of", givenCount == 0
		case catalog.AtMostOneOf:
			id, isBroken = "at-most-one-of", givenCount > 1
		case catalog.AllOrNoneOf:
			id, isBroken = "all-or-none-of", givenCount > 0 && givenCount < len(rule.Fields)
		default:
			panic("no model of " + rule.Kind)
		}
		m.findIf(isBroken && !isUnknown, "", id)
	}
}

// unreadableRules are the rules whose faults leave open what a service receives of a field.
var unreadableRules = []string{"type", "duplicate-field", "required", "unknown-field", "variant"}

// isUnknown reports whether it is not known if a field carries a value, because of a fault in it.
func (m *model) isUnknown(f *catalog.Field) bool {
	pointer := memberPointer("", f.Name)
	isWithin := func(place string) bool { return strings.HasPrefix(place+"/", pointer+"/") }
	isOpen := func(fault Fault) bool {
		return isWithin(fault.At) && slices.Contains(unreadableRules, fault.Rule)
	}
	return slices.ContainsFunc(m.repeated, isWithin) || slices.ContainsFunc(m.Faults, isOpen)
}
