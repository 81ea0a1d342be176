package dynamic

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/catalog"
)

// model decides from a catalog alone whether a body keeps the rules of
// docs/catalog.md, and what becomes of it. It shares nothing with the runtime:
// neither its reading of JSON, nor its checks, nor its names of rules.
type model struct {
	op      *catalog.Operation
	wire    bool // lists that are joined are strings; nothing is of its type for sure
	unknown bool // keys that nothing names are let pass
	found   []fault
	unclear bool // there is more that may be found
	refused bool // something is wrong of which the place is not said
	beyond  bool // the documentation does not say what comes of it
}

// fault is a rule that is broken at a place, a rule over several fields at none.
// One that may be explained by another one need not be listed.
type fault struct {
	at, rule string
	may      bool
}

func (m *model) find(at, rule string) { m.found = append(m.found, fault{at: at, rule: rule}) }

// unreadable is the value of a field that cannot be read.
type unreadable struct{}

// below is a JSON pointer of something in what another one points at.
func below(at, name string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// read returns the values of an object of a shape by their names.
func (m *model) read(s *catalog.Shape, o object, at string) map[string]any {
	values, keys := map[string]any{}, map[string]bool{}
	for _, e := range o {
		here := below(at, e.key)
		if keys[e.key] {
			m.find(here, "duplicate-field")
			m.unclear = true
			values[e.key] = unreadable{}
			continue
		}
		keys[e.key] = true
		f := s.Field(e.key)
		switch {
		case f != nil && e.value != nil:
			values[e.key] = m.value(f, f.Type, e.value, here)
		case f != nil:
		case s.Open:
			values[e.key] = m.free(e.value)
		case !m.unknown:
			m.find(here, "unknown-field")
		}
		if f == nil {
			m.free(e.value)
		}
	}
	for _, f := range s.Fields {
		if values[f.Name] != nil || !f.Required {
			continue
		}
		if zero := m.zero(f.Type, below(at, f.Name)); zero != nil {
			values[f.Name] = zero
		} else {
			m.find(below(at, f.Name), "required")
		}
	}
	return values
}

// zero is what Go holds of a required field that nobody set, nil where
// that is nothing, or the body has travelled.
func (m *model) zero(t *catalog.Type, at string) any {
	if m.wire {
		return nil
	}
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return ""
	case catalog.Boolean:
		return false
	case catalog.Integer:
		return json.Number("0")
	case catalog.Number:
		m.refused, m.unclear = true, true // it is no number
		return unreadable{}
	case catalog.Record:
		return m.read(t.Record, nil, at)
	default:
		return nil
	}
}

var wholeNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,17})$`)

// value returns a value of a field, and finds where it is of another type.
func (m *model) value(f *catalog.Field, t *catalog.Type, v any, at string) any {
	fits := true
	switch x := v.(type) {
	case string:
		switch {
		case t.Kind == catalog.Array && f.Join != "" && m.wire:
			var items []any
			for _, item := range strings.Split(x, f.Join) {
				if x != "" {
					items = append(items, item)
				}
			}
			return append([]any{}, items...)
		case t.Kind == catalog.Any || t.Kind == catalog.Unspecified || t.Kind == catalog.Enumeration:
		default:
			fits = t.Kind == catalog.String
		}
	case bool:
		fits = t.Kind == catalog.Boolean || isFree(t)
	case json.Number:
		fits = t.Kind == catalog.Number || t.Kind == catalog.Integer || isFree(t)
		m.beyond = m.beyond || t.Kind == catalog.Integer && !wholeNumber.MatchString(string(x))
	case []any:
		if t.Kind == catalog.Array && (f.Join == "" || !m.wire) {
			items := []any{}
			for i, item := range x {
				m.beyond = m.beyond || item == nil && !isFree(t.Elem)
				items = append(items, m.value(f, t.Elem, item, below(at, strconv.Itoa(i))))
			}
			return items
		}
		fits = isFree(t)
	case object:
		if t.Kind == catalog.Record {
			return m.read(t.Record, x, at)
		}
		fits = t.Kind == catalog.Object || isFree(t)
	}
	if !fits {
		m.find(at, "type")
		m.unclear = true
		return unreadable{}
	}
	return m.free(v)
}

func isFree(t *catalog.Type) bool { return t.Kind == catalog.Any || t.Kind == catalog.Unspecified }

// free returns a value of which the catalog says nothing more.
func (m *model) free(v any) any {
	switch x := v.(type) {
	case []any:
		items := []any{}
		for _, item := range x {
			items = append(items, m.free(item))
		}
		return items
	case object:
		values := map[string]any{}
		for _, e := range x {
			if _, twice := values[e.key]; twice {
				m.refused, m.unclear = true, true
			}
			values[e.key] = m.free(e.value)
		}
		return values
	}
	return v
}

// check finds what is wrong with the values of a shape.
func (m *model) check(s *catalog.Shape, values map[string]any, at string) {
	for _, f := range s.Fields {
		m.checkValue(f, f.Type, values[f.Name], below(at, f.Name))
	}
}

func (m *model) checkValue(f *catalog.Field, t *catalog.Type, v any, at string) {
	switch x := v.(type) {
	case string:
		m.checkString(f, t, x, at)
	case json.Number:
		if t.Kind == catalog.Integer || t.Kind == catalog.Number {
			m.when(f.Minimum != "" && rational(x).Cmp(rational(f.Minimum)) < 0, at, "minimum")
			m.when(f.Maximum != "" && rational(x).Cmp(rational(f.Maximum)) > 0, at, "maximum")
		}
	case map[string]any:
		if t.Kind == catalog.Record {
			m.check(t.Record, x, at)
		}
	case []any:
		if t.Kind != catalog.Array {
			return
		}
		m.when(f.MinItems != nil && len(x) < *f.MinItems, at, "min-items")
		m.when(f.MaxItems != nil && len(x) > *f.MaxItems, at, "max-items")
		for i, item := range x {
			text, _ := item.(string)
			m.when(f.Join != "" && (text == "" || strings.Contains(text, f.Join)), at, "join")
			if f.Join != "" && strings.HasPrefix(f.Join, text[len(text)-min(1, len(text)):]) {
				m.found = append(m.found, fault{at, "join", true}) // its end and the separator look like another one
			}
			m.checkValue(new(catalog.Field), t.Elem, item, below(at, strconv.Itoa(i)))
		}
	}
}

func (m *model) when(broken bool, at, rule string) {
	if broken {
		m.find(at, rule)
	}
}

func (m *model) checkString(f *catalog.Field, t *catalog.Type, s, at string) {
	if f.OmitEmpty && s == "" {
		return
	}
	if t.Kind == catalog.Enumeration {
		named := slices.ContainsFunc(t.Enum.Values, func(v *catalog.EnumValue) bool { return v.Value == s })
		m.when(!named && !t.Enum.Open, at, "enum")
	}
	if t.Kind == catalog.String {
		n := utf8.RuneCountInString(s)
		m.when(f.NonBlank && strings.TrimFunc(s, unicode.IsSpace) == "", at, "non-blank")
		m.when(len(f.Enum) > 0 && !slices.Contains(f.Enum, s), at, "enum")
		m.when(f.MinLength != nil && n < *f.MinLength, at, "min-length")
		m.when(f.MaxLength != nil && n > *f.MaxLength, at, "max-length")
		m.when(f.Pattern != "" && !compiled(f.Pattern).MatchString(s), at, "pattern")
	}
}

var patterns = map[string]*regexp.Regexp{}

func compiled(pattern string) *regexp.Regexp {
	if patterns[pattern] == nil {
		patterns[pattern] = regexp.MustCompile(pattern)
	}
	return patterns[pattern]
}

func rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		panic("no number: " + string(n))
	}
	return r
}

// isNothing reports whether a value counts as none in a rule or a condition.
func isNothing(t *catalog.Type, v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case map[string]any:
		if t.Kind == catalog.Record {
			return len(sentRecord(t.Record, x)) == 0
		}
		return len(x) == 0
	}
	return false
}

// checkRules finds the rules over several fields that are broken.
func (m *model) checkRules(values map[string]any) {
	for _, rule := range m.op.Rules {
		given, explained := 0, false
		for _, f := range rule.Fields {
			if !isNothing(f.Type, values[f.Name]) {
				given++
			}
			at := below("", f.Name)
			explained = explained || slices.ContainsFunc(m.found, func(known fault) bool {
				return known.at == at || strings.HasPrefix(known.at, at+"/")
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
		}
		if broken || explained {
			m.found = append(m.found, fault{"", id, explained || m.unclear})
		}
	}
}

// sentField is what travels of a field, nil for nothing.
func sentField(f *catalog.Field, v any) any {
	list, isList := v.([]any)
	if s, ok := v.(string); ok && s == "" && f.OmitEmpty {
		v = nil
	}
	if f.SendIf != "" && (len(list) == 0 || isNothing(f.Type.Elem, list[0])) {
		return nil
	}
	record := f.Record()
	switch x := v.(type) {
	case nil:
		return f.Default
	case map[string]any:
		if record != nil {
			return sentRecord(record, x)
		}
	case []any:
		items := []any{}
		for _, item := range x {
			if r, ok := item.(map[string]any); ok && record != nil {
				item = sentRecord(record, r)
			}
			items = append(items, item)
		}
		if isList && f.Join != "" {
			var texts []string
			for _, item := range items {
				texts = append(texts, fmt.Sprint(item))
			}
			return strings.Join(texts, f.Join)
		}
		return items
	}
	return v
}

func sentRecord(s *catalog.Shape, values map[string]any) map[string]any {
	sent := map[string]any{}
	for name, v := range values {
		if s.Field(name) == nil {
			sent[name] = v
		}
	}
	for _, f := range s.Fields {
		if v := sentField(f, values[f.Name]); v != nil {
			sent[f.Name] = v
		}
	}
	return sent
}

// sent is the body that travels, and that the service is given.
func (m *model) sent(values map[string]any) map[string]any {
	body := sentRecord(m.op.Request, values)
	for _, rule := range m.op.Rules {
		won := false
		for _, f := range rule.Fields {
			if rule.Kind == catalog.FirstOf {
				if won || isNothing(f.Type, values[f.Name]) {
					delete(body, f.Name)
				} else {
					won = true
				}
			}
		}
	}
	if p := m.op.Pagination; p != nil && (values[p.Page.Name] != nil || values[p.Size.Name] != nil) {
		for f, otherwise := range map[*catalog.Field]*int{p.Page: p.First, p.Size: p.DefaultSize} {
			if values[f.Name] == nil && otherwise != nil {
				body[f.Name] = *otherwise
			}
		}
	}
	return body
}
