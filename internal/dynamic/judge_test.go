package dynamic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/internal/dynamic/testdata/probe"
)

// parse reads JSON into what maker makes: objects in which a key may stand twice.
func parse(text string) (v any, ok bool) {
	if !json.Valid([]byte(text)) {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return parseValue(d), true
}

func parseValue(d *json.Decoder) any {
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch token {
	case json.Delim('{'):
		o := object{}
		for d.More() {
			key := parseValue(d).(string)
			o = append(o, entry{key, parseValue(d)})
		}
		_, _ = d.Token()
		return o
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, parseValue(d))
		}
		_, _ = d.Token()
		return list
	}
	return token
}

// judge says what is wrong with an outcome by the model, "" for nothing. That the
// model does not know is said too.
func judge(op *catalog.Operation, one trial, got probe.Outcome) (wrong string, known bool) {
	m := &model{op: op, wire: one.job.Kind == "decode", unknown: one.job.Unknown}
	body := one.request
	if m.wire {
		text := string(one.job.Text)
		if strings.Trim(text, " \t\r\n") == "" {
			text = "{}"
		}
		v, ok := parse(text)
		o, isObject := v.(object)
		if !ok || !utf8.ValidString(text) || !isObject {
			if got.Status != 400 && got.Status != 422 && v != nil || got.Status == 200 && !ok {
				return fmt.Sprintf("status %d for what is no object", got.Status), true
			}
			return "", true
		}
		body = o
	}
	values := m.read(op.Request, body, "")
	m.check(op.Request, values, "")
	m.checkRules(values)
	if m.beyond {
		return "", false
	}
	if wrong := m.compare(got.Violations); wrong != "" {
		return wrong, true
	}
	certain := m.refused || slices.ContainsFunc(m.found, func(f fault) bool { return !f.may })
	switch {
	case certain && (len(got.Violations) == 0 || m.wire && got.Status != 422 && got.Status != 400):
		return fmt.Sprintf("status %d and no violation, in place of %v", got.Status, m.found), true
	case certain || m.unclear || len(got.Violations) > 0:
		return "", true
	}
	want := m.sent(values)
	texts := []string{got.Text}
	if !m.wire {
		texts = append(texts, got.Served)
	}
	for i, text := range texts {
		if v, ok := parse(text); !ok || !sameJSON(m.free(v), want) {
			return fmt.Sprintf("%s %s in place of %v", []string{"sent", "served"}[i], text, want), true
		}
	}
	return "", true
}

// compare says which violations are missing or too many.
func (m *model) compare(violations []api.Violation) string {
	if len(violations) >= 50 {
		return ""
	}
	for _, f := range m.found {
		listed := slices.ContainsFunc(violations, func(v api.Violation) bool {
			return f.is(v) || v.Field == f.at && f.at != "" ||
				(v.Rule == "type" || v.Rule == "required") && strings.HasPrefix(f.at, v.Field+"/") ||
				strings.HasSuffix(v.Field, "[redacted]")
		})
		if !f.may && !listed {
			return fmt.Sprintf("no violation of %s at %q", f.rule, f.at)
		}
	}
	for _, v := range violations {
		known := slices.ContainsFunc(m.found, func(f fault) bool { return f.is(v) })
		if !known && !m.unclear {
			return fmt.Sprintf("a violation of %s at %q", v.Rule, v.Field)
		}
	}
	return ""
}

// is reports whether a violation says that a rule is broken. It cuts long names
// off that its sender made up.
func (f fault) is(v api.Violation) bool {
	cut := min(len(f.at), 40)
	return f.rule == v.Rule && (f.at == v.Field || len(f.at) > 100 && strings.HasPrefix(v.Field, f.at[:cut]))
}

// sameJSON compares values as JSON means them: 1.0 is 1e0.
func sameJSON(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		for k, v := range x {
			other, there := y[k]
			ok = ok && there && sameJSON(v, other)
		}
		return ok && len(x) == len(y)
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, sameJSON)
	case json.Number:
		n, ok := new(big.Rat).SetString(fmt.Sprint(b))
		return ok && n.Cmp(rational(x)) == 0
	}
	left, _ := json.Marshal(a)
	right, _ := json.Marshal(b)
	return bytes.Equal(left, right)
}
