package call

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/text/wording"
)

// This file checks a request before it is sent, with the rules of both sides. A generated client
// and a handler see different things: only the handler knows that a required field is missing,
// because a client has its zero value.

// Request is the request of a call, and what the catalog says about it.
type Request struct {
	Given      string          // in the form of [interpreter.Operation.Encode]; "" if Go values cannot hold it
	Body       string          // that a client sends
	Violations []api.Violation // for which it is not sent
}

// Check reads a request as people write it, a JSON object with a list or a joined string for
// each list that is sent joined. A generated client has zero values for missing required
// fields; nobody means that who leaves one out here, so a missing field is a violation, as for
// a handler. The error is about text that is no JSON object.
func Check(op *interpreter.Operation, text string) (*Request, error) {
	value, err := vectors.ParseValue(text)
	if err != nil {
		return nil, err
	}
	if decoded := op.Decode(text); decoded.Status == http.StatusBadRequest {
		return &Request{Violations: decoded.Violations}, nil
	}
	shape := op.Request.Type()
	r := &Request{Given: jsonOf(joined(shape, value, false))}
	asHandler := op.Decode(jsonOf(joined(shape, value, true)))
	body, violations, err := op.Encode(r.Given)
	if err != nil {
		r.Given = ""
		r.Violations = asHandler.Violations
		if r.Violations == nil {
			return nil, err
		}
		return r, nil
	}
	r.Body = body
	for _, v := range asHandler.Violations {
		if v.Rule == api.RuleRequired {
			r.add(v)
		}
	}
	missing := slices.Clone(r.Violations)
	for _, v := range slices.Concat(op.Hidden(body, violations), op.Decode(body).Violations) {
		if !isOfZeroValue(v, missing) {
			r.add(v)
		}
	}
	return r, nil
}

// isOfZeroValue reports whether a violation is about the zero value that Go has for a missing field,
// and not about what was written. The zero value of a number without digits makes the whole body
// unreadable.
func isOfZeroValue(v api.Violation, missing []api.Violation) bool {
	isOfBody := v.Field == "" && isUnreadable(v.Rule) && missing != nil
	return isOfBody || isAtOrBelow(v.Field, missing)
}

// isUnreadable reports whether a rule is about the text of a body. The zero number of Go is none.
func isUnreadable(rule string) bool { return rule == api.RuleJSON || rule == api.RuleUTF8 }

// isAtOrBelow reports whether a pointer is that of a violation, or goes on from it.
func isAtOrBelow(pointer string, violations []api.Violation) bool {
	return slices.ContainsFunc(violations, func(v api.Violation) bool {
		return v.Field != "" && (pointer == v.Field || strings.HasPrefix(pointer, v.Field+"/"))
	})
}

// add adds a violation, unless the same rule is already violated at the same place.
func (r *Request) add(v api.Violation) {
	isKnown := func(known api.Violation) bool { return known.Field == v.Field && known.Rule == v.Rule }
	if !slices.ContainsFunc(r.Violations, isKnown) {
		r.Violations = append(r.Violations, v)
	}
}

// joined returns a value in which the lists that are sent as one string are such strings, or
// lists.
func joined(t *catalog.Type, value any, asText bool) any {
	return mapFields(t, value, func(f *catalog.Field, v any) any {
		text, isText := v.(string)
		list, isList := v.([]any)
		switch {
		case f.Join == "":
			return v
		case isText && !asText:
			return splitAt(text, f.Join)
		case isList && asText:
			return joinTexts(list, f.Join)
		}
		return v
	})
}

// mapFields returns a value with the values of its fields changed, the innermost first. What the
// catalog does not describe, or describes otherwise, stays as it is.
func mapFields(t *catalog.Type, value any, change func(*catalog.Field, any) any) any {
	switch v := value.(type) {
	case []any:
		if t.Kind != catalog.Array {
			return v
		}
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = mapFields(t.Elem, item, change)
		}
		return items
	case vectors.Object:
		object := make(vectors.Object, len(v))
		for i, m := range v {
			object[i] = vectors.Member{Key: m.Key, Value: mapMember(t, v, m, change)}
		}
		return object
	}
	return value
}

// mapMember is [mapFields] for a member of an object.
func mapMember(
	t *catalog.Type, object vectors.Object, m vectors.Member, change func(*catalog.Field, any) any,
) any {
	var f *catalog.Field
	switch t.Kind {
	case catalog.Map:
		return mapFields(t.Elem, m.Value, change)
	case catalog.Record:
		f = t.Record.Field(m.Key)
	case catalog.Union:
		variant := t.Union.Variant(tagOf(t.Union, object))
		if variant != nil && variant.Record != nil {
			f = variant.Record.Field(m.Key)
		}
	}
	if f == nil {
		return m.Value
	}
	return change(f, mapFields(f.Type, m.Value, change))
}

// tagOf returns the tag of an object, "" if it has none.
func tagOf(u *catalog.TaggedUnion, object vectors.Object) string {
	for _, m := range object {
		if m.Key == u.By {
			tag, _ := m.Value.(string)
			return tag
		}
	}
	return ""
}

// splitAt splits a joined list into its items. The empty text is the empty list.
func splitAt(text, separator string) []any {
	list := []any{}
	if text == "" {
		return list
	}
	for _, item := range strings.Split(text, separator) {
		list = append(list, item)
	}
	return list
}

// joinTexts joins a list of strings. A list with other items stays a list, which is a violation.
func joinTexts(list []any, separator string) any {
	var texts []string
	for _, item := range list {
		text, ok := item.(string)
		if !ok {
			return list
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, separator)
}

// jsonOf returns the JSON of a value that [vectors.ParseValue] returns.
func jsonOf(value any) string {
	var b strings.Builder
	writeJSON(&b, value)
	return b.String()
}

// writeJSON writes a value with the order of members that it has, which encoding/json would sort.
func writeJSON(b *strings.Builder, value any) {
	switch v := value.(type) {
	case vectors.Object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(wording.Literal(m.Key))
			b.WriteByte(':')
			writeJSON(b, m.Value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case json.Number:
		b.WriteString(v.String())
	case nil:
		b.WriteString("null")
	default:
		b.WriteString(wording.Literal(v))
	}
}
