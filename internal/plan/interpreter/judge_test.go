package interpreter_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter/testdata/probe"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/testing/oracle"
)

// parse parses JSON into the values of maker: objects may have a key twice.
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
			o = append(o, entry{Key: key, Value: parseValue(d)})
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

// judge returns what is wrong with an outcome according to the model, or "", and whether the
// model knows.
func judge(op *catalog.Operation, one trial, got probe.Outcome) (wrong string, known bool) {
	if one.job.Kind == "answer" {
		return judgeResponse(op, one, got)
	}
	server := one.job.Kind == "decode"
	var want oracle.Verdict
	if server {
		text := string(one.job.Text)
		blank, alike := oracle.Blank(op)
		if trimmed := strings.Trim(text, " \t\r\n"); len(op.Request.Fields) == 0 && trimmed == blank || slices.Contains(alike, trimmed) {
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
		want = oracle.Server(op, o, one.job.Unknown)
	} else {
		want = oracle.Client(op, one.request)
	}
	if want.Undecided {
		return "", false
	}
	if wrong := compareFaults(want, got.Violations, hidingOf(op, one, want.Faults)); wrong != "" {
		return wrong, true
	}
	refused := want.Refused || len(want.Faults) > 0
	if refused && (len(got.Violations) == 0 || server && got.Status != 422 && got.Status != 400) {
		return fmt.Sprintf("status %d and no violation, in place of %v", got.Status, want.Faults), true
	}
	if want.Unclear || refused && server {
		return "", true
	}
	if blank, _ := oracle.Blank(op); blank != "{}" && !server {
		if got.Text != blank {
			return fmt.Sprintf("sent %q in place of %q", got.Text, blank), true
		}
		return "", true
	}
	if wrong := differs("sent", got.Text, want.Sent); wrong != "" || refused {
		return wrong, true
	}
	v, _ := parse(got.Text)
	if again := oracle.Server(op, v.(object), false); again.Refused || len(again.Faults) > 0 {
		return fmt.Sprintf("sent %s, which breaks %v", got.Text, again.Faults), true
	} else if wrong := differs("sent on", cmp.Or(got.Served, got.Text), again.Sent); wrong != "" {
		return wrong, true
	} else if !server {
		want = again
	}
	if got.Held != nil && !holds(op.Request, got.Held, want.Held) {
		return fmt.Sprintf("the service is given %s in place of %v", got.Held, want.Held), true
	}
	return "", true
}

func sorted(drifts []api.Drift) []api.Drift {
	return slices.SortedFunc(slices.Values(drifts), func(a, b api.Drift) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}

// judgeResponse is judge for a response.
func judgeResponse(op *catalog.Operation, one trial, got probe.Outcome) (wrong string, known bool) {
	v, ok := parse(one.response)
	if !ok || !utf8.ValidString(one.response) || !op.Response.Shown {
		return "", false
	}
	want := oracle.Response(op, v)
	_, repeated := oracle.Plain(v)
	switch {
	case op.Response.Lenient && got.Error != "":
		return "a response that can be read whatever it holds: " + got.Error, true
	case op.Response.Lenient && !op.Response.Nothing && op.Envelope == nil && !repeated && !slices.Equal(sorted(got.Drifts), sorted(got.Again)): // members have another order then
		return fmt.Sprintf("drifts %v in place of %v, when it is read and written again", got.Again, got.Drifts), true
	case op.Response.Lenient && want != nil && len(got.Drifts) > 0:
		return fmt.Sprintf("drifts %v of a response that is what the catalog says", got.Drifts), true
	case want == nil:
		return "", false
	case got.Error != "":
		return "a response that can be read: " + got.Error, true
	case got.Held != nil && op.Response.Whole != nil:
		held, _ := parse(string(got.Held))
		if given, _ := oracle.Plain(renamed(op.Response.Whole.Type, held.(object)[0].Value, wireNamed, wireVariant)); !sameJSON(given, want) {
			return fmt.Sprintf("the caller is given %s in place of %v", got.Held, want), true
		}
	case got.Held != nil && !holds(op.Response.Shape, got.Held, want.(map[string]any)):
		return fmt.Sprintf("the caller is given %s in place of %v", got.Held, want), true
	}
	return "", true
}

// holds reports whether a struct holds the values of a shape.
func holds(s *catalog.Shape, text []byte, want map[string]any) bool {
	v, _ := parse(string(text))
	held, _ := oracle.Plain(wireNamed(s, v.(object)))
	return sameJSON(held, want)
}

// differs says how a body is another one than the model expects.
func differs(what, text string, want map[string]any) string {
	v, ok := parse(text)
	if plain, repeated := oracle.Plain(v); !ok || repeated || !sameJSON(plain, want) {
		return fmt.Sprintf("%s: %s in place of %v", what, text, want)
	}
	return ""
}

// hidingOf returns a function that hides keys in the place of a fault. A handler knows the body; a
// client names places in full unless a value cannot be sent.
func hidingOf(op *catalog.Operation, one trial, faults []oracle.Fault) func(oracle.Fault) []string {
	place := redaction.Request(op)
	if one.job.Kind != "decode" {
		return func(f oracle.Fault) []string { return []string{f.At, redact.Keys{}.Hide(f.At, place, nil)} }
	}
	found := redact.Find(string(one.job.Text), place, func(yield func(string) bool) {
		for _, f := range faults {
			if !yield(f.At) {
				return
			}
		}
	})
	return func(f oracle.Fault) []string {
		return []string{redact.Keys{Described: f.Rule != api.RuleDuplicateField}.Hide(f.At, place, found)}
	}
}

// compareFaults returns a missing or unexpected violation, or "".
func compareFaults(want oracle.Verdict, violations []api.Violation, hide func(oracle.Fault) []string) string {
	if len(violations) >= 50 {
		return ""
	}
	for _, f := range want.Faults {
		shown := hide(f)
		listed := slices.ContainsFunc(violations, func(v api.Violation) bool {
			isReported := f.At != "" && slices.Contains(shown, v.Field) // a place is reported once, for any rule
			isAround := v.Rule == api.RuleType || v.Rule == api.RuleRequired
			return is(f, v, shown) || isReported || isAround && strings.HasPrefix(f.At, v.Field+"/")
		})
		if !listed {
			return fmt.Sprintf("no violation of %s at %q", f.Rule, shown)
		}
	}
	for _, v := range violations {
		known := slices.ContainsFunc(want.Faults, func(f oracle.Fault) bool { return is(f, v, hide(f)) })
		if !known && !want.Unclear {
			return fmt.Sprintf("a violation of %s at %q", v.Rule, v.Field)
		}
	}
	return ""
}

// is reports whether a violation says that a rule is broken at a place. It cuts long names
// off that its sender made up.
func is(f oracle.Fault, v api.Violation, shown []string) bool {
	cut := min(len(f.At), 40)
	return f.Rule == v.Rule && (slices.Contains(shown, v.Field) || len(f.At) > 100 && strings.HasPrefix(v.Field, f.At[:cut]))
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
		return ok && n.Cmp(oracle.Rational(x)) == 0
	}
	left, _ := json.Marshal(a)
	right, _ := json.Marshal(b)
	return bytes.Equal(left, right)
}
