// Package oracle decides from a catalog, as docs/catalog.md says, how a client and a server
// must treat a request: which rules it breaks, what is sent, and what the service receives.
// Tests compare generated code with it.
//
// It is deliberately simple and slow, and shares no code with what it judges: no plans, JSON
// readers, checks or names of rules.
package oracle

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// Object is a JSON object whose keys may be repeated. A value is an Object, a []any, or a
// value that encoding/json returns.
type Object []Member

// Member is a member of an [Object].
type Member struct {
	Key   string
	Value any
}

// count returns how often an object has a key.
func (o Object) count(key string) int {
	n := 0
	for _, m := range o {
		if m.Key == key {
			n++
		}
	}
	return n
}

// Fault is a rule that is broken at a place. The place of a rule over several fields is "".
type Fault struct{ At, Rule string }

// Verdict is the required behavior of one side for a request.
type Verdict struct {
	Faults    []Fault
	Unclear   bool // there may be more faults, because a value cannot be read
	Refused   bool // there is a fault at an unknown place
	Undecided bool // the documentation does not decide

	// Sent is the body that a client sends, even without validation. For a server, it is
	// the body that a client would send with the values that the service receives.
	Sent map[string]any
	// Held are the values that the service receives, if there are no faults. A
	// joined array is an array.
	Held map[string]any
}

// Client returns the verdict for the client of an operation. The request has the values of
// the Go struct: a joined array is an array, and a missing required field is zero.
func Client(op *catalog.Operation, request Object) Verdict {
	m := &model{op: op, isRequest: true}
	values := m.read(op.Request, request, "")
	m.checkRules(values)
	m.Sent = replaceNulls(bodyOf(op, values, true))
	return m.Verdict
}

// Server returns the verdict for the server of an operation. If unknown is set, it accepts
// keys that the catalog does not name.
func Server(op *catalog.Operation, body Object, unknown bool) Verdict {
	m := &model{op: op, isServer: true, allowsUnknown: unknown, isRequest: true}
	values := m.read(op.Request, body, "")
	m.checkRules(values)
	held := bodyOf(op, values, false)
	m.Held = replaceNulls(held)
	m.Sent = replaceNulls(bodyOf(op, held, true))
	return m.Verdict
}

// Response returns the values that a client reads from a response, without defaults. It
// returns nil if the client may fail to read it.
func Response(op *catalog.Operation, response any) any {
	m := &model{op: op, isServer: true, allowsUnknown: true}
	var values any
	if whole := op.Response.Whole; whole != nil {
		values = m.value(whole, whole.Type, response, "")
		m.Unclear = m.Unclear || response == nil && !isFree(whole.Type)
	} else if op.Response.Nothing && response == nil {
		values = map[string]any{}
	} else if o, ok := response.(Object); ok {
		values = m.read(op.Response.Shape, o, "")
	} else {
		return nil
	}
	if len(m.Faults) > 0 || m.Unclear || m.Undecided {
		return nil
	}
	return replaceNull(values)
}

// null is the value of a nullable field that is null; nil is an absent field.
type null struct{}

// replaceNulls returns values with nil in place of null.
func replaceNulls(values map[string]any) map[string]any { return replaceNull(values).(map[string]any) }

// replaceNull returns a value with nil in place of null.
func replaceNull(v any) any { return filterMembers(v, func(any) bool { return true }) }

// WithoutNull returns JSON without members that are null. A server reads a field that may be
// absent and is null as if it were absent, and OpenAPI does not say so.
func WithoutNull(v any) any { return filterMembers(v, func(member any) bool { return member != nil }) }

// filterMembers returns a value with some members of its objects, and nil in place of null.
func filterMembers(v any, isKept func(member any) bool) any {
	switch x := v.(type) {
	case null:
		return nil
	case map[string]any:
		values := map[string]any{}
		for key, value := range x {
			if isKept(value) {
				values[key] = filterMembers(value, isKept)
			}
		}
		return values
	case []any:
		items := []any{}
		for _, item := range x {
			items = append(items, filterMembers(item, isKept))
		}
		return items
	}
	return v
}

// Blank returns the text that is sent for a request without fields, and the other texts that
// a server reads in the same way.
func Blank(op *catalog.Operation) (sent string, alike []string) {
	switch op.Empty {
	case catalog.EmptyNone:
		return "", []string{"{}", "null"}
	case catalog.EmptyNull:
		return "null", []string{"{}", ""}
	default:
		return "{}", []string{""}
	}
}

// carriesValue reports whether JSON carries a value.
func carriesValue(v any) bool {
	switch x := v.(type) {
	case nil, null:
		return false
	case string:
		return x != ""
	case []any:
		return len(x) > 0
	case map[string]any:
		return len(x) > 0
	}
	return true
}

// model collects a verdict.
type model struct {
	op            *catalog.Operation
	isServer      bool // joined arrays are strings; any value may have another type
	allowsUnknown bool // keys that the catalog does not name are accepted
	isRequest     bool // values are checked, because they are those of a request
	Verdict
	repeated []string // values that the catalog does not describe, with a repeated key
}

// find records a fault.
func (m *model) find(pointer, rule string) { m.Faults = append(m.Faults, Fault{pointer, rule}) }

// findIf records a fault if a check fails.
func (m *model) findIf(broken bool, pointer, rule string) {
	if broken && m.isRequest {
		m.find(pointer, rule)
	}
}

// findUnreadable records a value that cannot be read.
func (m *model) findUnreadable(pointer, rule string) unreadable {
	m.find(pointer, rule)
	m.Unclear = true
	return unreadable{}
}

// unreadable is the value of a field that cannot be read.
type unreadable struct{}

// memberPointer returns the JSON pointer of a member of the value at another pointer.
func memberPointer(pointer, name string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// entryPointer returns the JSON pointer of a value of a map in a field.
func entryPointer(f *catalog.Field, pointer, key string) string {
	if f.Private() {
		key = "*"
	}
	return memberPointer(pointer, key)
}

// read returns the values of an object of a shape by their names. Null is only a value if the
// field is nullable.
func (m *model) read(s *catalog.Shape, o Object, pointer string) map[string]any {
	values := map[string]any{}
	for _, e := range o {
		memberAt := memberPointer(pointer, e.Key)
		f := s.Field(e.Key)
		switch {
		case o.count(e.Key) > 1:
			values[e.Key] = m.findUnreadable(memberAt, "duplicate-field")
			continue
		case f != nil && e.Value != nil:
			values[e.Key] = m.value(f, f.Type, e.Value, memberAt)
		case f != nil && f.Type.Nullable:
			values[e.Key] = null{}
		case f != nil:
		case s.Open:
			values[e.Key] = m.free(e.Value, memberAt)
		case !m.allowsUnknown:
			m.find(memberAt, "unknown-field")
		}
		if f == nil {
			m.free(e.Value, memberAt)
		}
	}
	for _, f := range s.Fields {
		if values[f.Name] != nil || !f.Required {
			continue
		}
		memberAt := memberPointer(pointer, f.Name)
		zero := m.zero(f.Type)
		switch {
		case zero == nil:
			m.find(memberAt, "required")
		case f.Type.Kind == catalog.Number:
			m.Refused, m.Unclear = true, true // "" is not a number
			values[f.Name] = unreadable{}
		default:
			values[f.Name] = m.value(f, f.Type, zero, memberAt)
		}
	}
	return values
}

// zero returns the Go value of a required field that is not set, nil if there is none or if a
// server received the body.
func (m *model) zero(t *catalog.Type) any {
	if m.isServer || t.Nullable {
		return nil
	}
	switch t.Kind {
	case catalog.String, catalog.Enumeration, catalog.Number:
		return ""
	case catalog.Boolean:
		return false
	case catalog.Integer:
		return json.Number("0")
	case catalog.Record:
		return Object{}
	default:
		return nil
	}
}

// wholeNumber matches integers of at most eighteen digits. For larger ones and forms such as 1e3, the
// documentation does not say whether they are read.
var wholeNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,17})$`)

// items returns the items of an array of a field.
func (m *model) items(f *catalog.Field, t *catalog.Type, list []any, pointer string) any {
	items := []any{}
	for i, item := range list {
		items = append(items, m.item(f, t, item, memberPointer(pointer, strconv.Itoa(i))))
	}
	m.checkSize(f, len(items), pointer)
	if f.Join != "" && m.isRequest {
		survives := slices.Equal(split(joined(items, f.Join), f.Join), items)
		m.findIf(slices.Contains(items, any("")) || !survives, pointer, "join")
		isLikeNone := len(items) == 1 && items[0] == "" // joined, it looks like no items
		m.Undecided = m.Undecided || isLikeNone
	}
	return items
}

// item returns an item of an array, or a value of a map.
func (m *model) item(f *catalog.Field, t *catalog.Type, v any, pointer string) any {
	if v == nil && !isFree(t) && !t.Nullable {
		m.findUnreadable(pointer, "type")
	}
	return m.value(elementRules(f), t, v, pointer)
}

// acceptsKind reports whether a type is one of some kinds, or takes any value.
func acceptsKind(t *catalog.Type, kinds ...catalog.Kind) bool {
	return isFree(t) || slices.Contains(kinds, t.Kind)
}

// value returns a value of a field, and records a fault if it has another type.
func (m *model) value(f *catalog.Field, t *catalog.Type, v any, pointer string) any {
	fits := true
	switch x := v.(type) {
	case nil:
		if t.Nullable {
			return null{}
		}
	case string:
		if t.Kind == catalog.Array && f.Join != "" && m.isServer {
			return m.items(f, t.Elem, split(x, f.Join), pointer)
		}
		fits = acceptsKind(t, catalog.String, catalog.Enumeration)
		if fits {
			m.checkString(f, t, x, pointer)
		}
	case bool:
		fits = acceptsKind(t, catalog.Boolean)
	case json.Number:
		fits = acceptsKind(t, catalog.Number, catalog.Integer)
		if t.Kind == catalog.Integer {
			m.Undecided = m.Undecided || !wholeNumber.MatchString(string(x))
		}
		if fits && !isFree(t) {
			m.findIf(f.Minimum != "" && Rational(x).Cmp(Rational(f.Minimum)) < 0, pointer, "minimum")
			m.findIf(f.Maximum != "" && Rational(x).Cmp(Rational(f.Maximum)) > 0, pointer, "maximum")
		}
	case []any:
		if t.Kind == catalog.Array && (f.Join == "" || !m.isServer) {
			return m.items(f, t.Elem, x, pointer)
		}
		fits = isFree(t)
	case Object:
		switch t.Kind {
		case catalog.Record:
			return m.read(t.Record, x, pointer)
		case catalog.Map:
			return m.readMap(f, t.Elem, x, pointer)
		case catalog.Union:
			return m.readUnion(t.Union, x, pointer)
		default:
			fits = acceptsKind(t, catalog.Object)
		}
	}
	if !fits {
		return m.findUnreadable(pointer, "type")
	}
	return m.free(v, pointer)
}

// readMap returns the values of a map in a field, which are of one type.
func (m *model) readMap(f *catalog.Field, t *catalog.Type, o Object, pointer string) map[string]any {
	values := map[string]any{}
	for _, e := range o {
		entryAt := entryPointer(f, pointer, e.Key)
		if o.count(e.Key) > 1 {
			values[e.Key] = m.findUnreadable(entryAt, "duplicate-field")
			continue
		}
		values[e.Key] = m.item(f, t, e.Value, entryAt)
	}
	m.checkSize(f, len(values), pointer)
	return values
}

// isFree reports whether the catalog does not describe the values of a type.
func isFree(t *catalog.Type) bool { return t.Kind == catalog.Any || t.Kind == catalog.Unspecified }

// split returns the items of a joined array.
func split(text, separator string) []any {
	items := []any{}
	if text != "" {
		for item := range strings.SplitSeq(text, separator) {
			items = append(items, item)
		}
	}
	return items
}

// free returns a value whose content the catalog does not describe.
func (m *model) free(v any, pointer string) any {
	plain, repeated := Plain(v)
	if repeated {
		m.Refused, m.Unclear, m.repeated = true, true, append(m.repeated, pointer)
	}
	return plain
}

// Plain returns JSON with a map for each object, and reports whether a key is repeated.
func Plain(v any) (plain any, repeated bool) {
	switch x := v.(type) {
	case []any:
		items := []any{}
		for _, item := range x {
			p, isRepeated := Plain(item)
			items, repeated = append(items, p), repeated || isRepeated
		}
		return items, repeated
	case Object:
		values := map[string]any{}
		for _, e := range x {
			p, isRepeated := Plain(e.Value)
			_, isKnown := values[e.Key]
			values[e.Key], repeated = p, repeated || isRepeated || isKnown
		}
		return values, repeated
	}
	return v, false
}
