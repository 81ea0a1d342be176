package plan

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// values are the values of a request by the names of fields.
type values map[string]any

func (v values) Value(f *catalog.Field) any { return v[f.Name] }

// emptyRecord is a record whose method says whether it is empty.
type emptyRecord bool

func (e emptyRecord) IsEmpty() bool { return bool(e) }

// A condition is about what a value carries.
func TestConditionsOfValues(t *testing.T) {
	f := &catalog.Field{Name: "f"}
	const notNil, notNull, given, first = "not nil", "not null", "given", "first item"
	for _, one := range []struct {
		value any
		holds []string
	}{
		{nil, nil},
		{Null{}, []string{notNil}},
		{"", []string{notNil, notNull}},
		{"x", []string{notNil, notNull, given}},
		{0, []string{notNil, notNull, given}},
		{false, []string{notNil, notNull, given}},
		{map[string]any{}, []string{notNil, notNull}},
		{map[string]any{"a": nil}, []string{notNil, notNull, given}},
		{emptyRecord(true), []string{notNil, notNull}},
		{emptyRecord(false), []string{notNil, notNull, given}},
		{[]string{}, []string{notNil, notNull}},
		{[]string{""}, []string{notNil, notNull, given}},
		{[]string{"", "x"}, []string{notNil, notNull, given}},
		{[]string{"x"}, []string{notNil, notNull, given, first}},
		{[]any{nil}, []string{notNil, notNull, given}},
		{[]emptyRecord{true, false}, []string{notNil, notNull, given}},
		{[]emptyRecord{false, true}, []string{notNil, notNull, given, first}},
	} {
		conditions := map[string]Condition{
			notNil: NotNil{f}, notNull: NotNull{f}, given: Given{f}, first: FirstItemGiven{f},
		}
		for name, c := range conditions {
			want := strings.Contains(strings.Join(one.holds, ","), name)
			require.Equal(t, want, Holds(c, values{"f": one.value}), "%#v is %s", one.value, name)
		}
		require.True(t, Holds(nil, values{"f": one.value}))
	}
	text, err := json.Marshal(Null{})
	require.NoError(t, err)
	require.Equal(t, "null", string(text))
}

// requests has an operation for each kind of step.
const requests = `
areas:
  things:
    operations:
      plain: {fields: {a: string, b: {type: string, omit_empty: true}, c: {type: [string], send_if: first_item_non_empty}}}
      defaults: {fields: {a: {type: string, default: x}, b: {type: string, default: y, omit_empty: true}, n: {type: integer, required: true}}}
      first: {fields: {a: string, b: string, c: string}, rules: [{first_of: [b, a]}]}
      pages:
        fields: {page: integer, size: integer, a: string}
        pagination: {page: page, size: size, first: 1, default_size: 20}
      rules: {fields: {a: string, b: string, c: string, d: {type: string, omit_empty: true}}, rules: [{at_most_one_of: [a, c]}]}
`

// A client sends values and defaults in order, and a server changes what a client would not have sent.
func TestWhatIsSentAndSettled(t *testing.T) {
	operations := load(t, []byte(requests)).ByName()
	for _, one := range []struct {
		op            string
		values        values
		sent, settled string
	}{
		{"plain", values{}, "", "b: none"},
		{"plain", values{"a": "", "b": "", "c": []string{""}}, "a", "b: none"},
		{"plain", values{"a": "1", "b": "2", "c": []string{"3"}}, "a, b, c", ""},
		{"defaults", values{"n": 0}, "a: x, b: y, n", "a: x, b: y"},
		{"defaults", values{"a": "", "b": "", "n": 1}, "a, b: y, n", "b: y"},
		{"defaults", values{"a": "1", "b": "2", "n": 1}, "a, b, n", ""},
		{"first", values{}, "", "b: none, a: none"},
		{"first", values{"a": "1", "c": "3"}, "a, c", "b: none"},
		{"first", values{"a": "1", "b": "2"}, "b", "a: none"},
		{"first", values{"b": "2", "a": ""}, "b", "a: none"},
		{"first", values{"a": "1", "b": ""}, "a", "b: none"},
		{"pages", values{"a": "1"}, "a", "page: none, size: none"},
		{"pages", values{"page": 2}, "page, size: 20", "size: 20"},
		{"pages", values{"size": 5}, "page: 1, size", "page: 1"},
		{"pages", values{"page": 2, "size": 5, "a": "1"}, "page, size, a", ""},
	} {
		p := Request(operations["things."+one.op])
		var sent, settled []string
		for m, own := range p.Sent(one.values) {
			text := m.Field.Name
			if !own {
				text += fmt.Sprint(": ", m.Default)
			}
			sent = append(sent, text)
		}
		for f, after := range p.Settled(one.values) {
			text := f.Name + ": none"
			if after != nil {
				text = fmt.Sprint(f.Name, ": ", after)
			}
			settled = append(settled, text)
		}
		require.Equal(t, one.sent, strings.Join(sent, ", "), "%s: %v", one.op, one.values)
		require.Equal(t, one.settled, strings.Join(settled, ", "), "%s: %v", one.op, one.values)
	}
}

// An iteration can end at any value.
func TestIterationsEndEarly(t *testing.T) {
	for name, op := range load(t, []byte(requests)).ByName() {
		given := values{"a": "1", "b": "2", "c": "3", "n": 1, "page": 1, "d": "4"}
		for range Request(op).Sent(given) {
			break
		}
		for range Request(op).Settled(values{}) {
			break
		}
		require.NotEmpty(t, name)
	}
}

// Rules and conditions depend on whether these fields carry a value.
func TestFieldsWhosePresenceMatters(t *testing.T) {
	operations := load(t, []byte(requests)).ByName()
	for op, want := range map[string]string{
		"plain": "b, c", "defaults": "b", "first": "b, a, b, a", "pages": "", "rules": "d, a, c",
	} {
		fields := Request(operations["things."+op]).PresenceFields()
		require.Equal(t, want, strings.Join(catalog.Names(fields), ", "), op)
	}
}

func TestEachRuleHasAnID(t *testing.T) {
	require.Nil(t, ViolationIDs())
	require.Equal(t, []string{"unknown-field", "duplicate-field", "json", "utf-8", "depth", "items-limit", "violations-limit"},
		ViolationIDs(NameViolations, TextViolations))
	require.Len(t, ViolationIDs(FieldViolations), len(FieldViolations))
}

// A rule is broken by one kind of breach.
func TestBreachesOfRules(t *testing.T) {
	for kind, want := range map[catalog.RuleKind]Breach{
		catalog.FirstOf: NoneGiven, catalog.AtLeastOneOf: NoneGiven, catalog.AtMostOneOf: TwoGiven, catalog.AllOrNoneOf: SomeGiven,
	} {
		require.Equal(t, want, BreachOf(&catalog.Rule{Kind: kind}), kind)
	}
	require.Panics(t, func() { BreachOf(&catalog.Rule{Kind: "other"}) })
}

// Checks are in the order of violations. Null is not checked, and an array needs no condition.
func TestChecksOfFields(t *testing.T) {
	op := load(t, []byte(`
areas:
  things:
    operations:
      put:
        fields:
          day: {type: string, format: date, min_length: 1}
          id: string
          dates: {type: [string], max_items: 2}
          one: {type: string, enum: [x]}
          none: {type: string, nullable: true, max_length: 3}
          list: {type: [string], nullable: true, min_items: 1}
          must: {type: [string], required: true, min_items: 1}
          least: {type: [string], min_items: 1}
`)).Areas[0].Operations[0]
	var got []string
	for _, c := range Request(op).Checks {
		got = append(got, checkText(c))
	}
	require.Equal(t, []string{
		"day: min-length 1 if day != nil", "day: format if day != nil", "dates: max-items 2", "one: enum [x] if one != nil",
		"none: max-length 3 if none holds a value", "list: min-items 1 if list holds a value",
		"must: required", "must: min-items 1", "least: min-items 1 if least != nil",
	}, got)
}
