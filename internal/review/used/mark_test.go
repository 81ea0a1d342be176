package used

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

const header = `catalog: 1
info: {title: T, version: v1, package: shop}
path: /api/{area}/{operation}
`

func resolve(t *testing.T, name, text string) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Parse(name, []byte(header+text))
	require.Empty(t, problems, text)
	return c
}

// call is a recorded call: "orders.get {"id":"x"} -> 200 {"status":"open"}".
func parseCall(t *testing.T, text string) recording.Call {
	t.Helper()
	sent, got, _ := strings.Cut(text, " -> ")
	operation, request, _ := strings.Cut(sent, " ")
	c := recording.Call{Operation: operation, Request: []byte(request), Status: 200}
	if failure, isFailure := strings.CutPrefix(got, "409 "); isFailure {
		c.Status, got = 409, failure
	}
	c.Response = []byte(got)
	return c
}

// record returns the calls as a recording has them. It keeps the values at a place.
func record(t *testing.T, places []string, calls ...string) *Calls {
	t.Helper()
	var text bytes.Buffer
	r, err := recording.New(&text, places...)
	require.NoError(t, err)
	for _, call := range calls {
		// Keys are written once five bodies have them, so that catalogs need not be known here.
		for range 5 {
			r.Add(parseCall(t, call))
		}
	}
	c := new(Calls)
	_, err = c.Add(&text)
	require.NoError(t, err)
	return c
}

var dates = diff.Dates{Today: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}

// concerned returns the findings that concern calls, and the others, each as "rule path".
func concerned(base, head *catalog.Catalog, calls *Calls) (used, unused []string) {
	compared := dates.Compare(base, head)
	findings := proof.Find(base, head, compared)
	calls.Mark(base, head, compared, findings)
	for _, f := range findings {
		text := f.Rule + " " + f.Path
		if f.Used != nil {
			used = append(used, text)
		} else {
			unused = append(unused, text)
		}
	}
	slices.Sort(used)
	slices.Sort(unused)
	return used, unused
}

// shop returns a catalog with the operation orders.get, whose request has the fields and whose
// response has the others, and orders.drop.
func shop(fields, response string) string {
	return `
enums: {Status: {values: {open: , paid: }}, Old: {values: {a: }}}
records:
  Address: {fields: {street: string, zip: string}}
unions: {Event: {by: kind, of: {paid: Paid, sent: Sent}}}
areas:
  orders:
    operations:
      get: {fields: {` + fields + `}, response: {fields: {` + response + `}}}
      drop: {fields: {id: string, to: Address}}
`
}

func withUnion(text string) string {
	return strings.Replace(text, "records:\n", "records:\n  Paid: {fields: {sum: integer}}\n  Sent: {fields: {by: string}}\n", 1)
}

// withRule returns a catalog in which orders.get has a rule over its fields.
func withRule(text, rule string) string {
	return strings.Replace(withUnion(text), "get: {", "get: {rules: [{"+rule+"}], ", 1)
}

// manyEntries returns members of a JSON object that are more than a recording has keys for.
func manyEntries(value string) string {
	var members []string
	for i := range 100 {
		members = append(members, fmt.Sprintf(`"k%d":%s`, i, value))
	}
	return strings.Join(members, ",")
}

// The expected findings concern the calls; all others do not.
func TestWhichChangesConcernCalls(t *testing.T) {
	for _, test := range []struct {
		name         string
		before       string
		after        string
		places       []string
		calls        []string
		used, unused []string
	}{
		{
			name:   "a field of a request that is sent, and one that is not",
			before: withUnion(shop("id: string, a: string, b: string", "")),
			after:  withUnion(shop("id: string, a: {type: string, max_length: 3}, b: {type: string, max_length: 3}", "")),
			calls:  []string{`orders.get {"id":"x","a":"y"} -> {}`},
			used:   []string{"constraint-tightened orders.get.a"},
			unused: []string{"constraint-tightened orders.get.b"},
		},
		{
			name:   "a field of a response that is received, and one that is not",
			before: withUnion(shop("id: string", "a: string, b: string, c: string")),
			after:  withUnion(shop("id: string", "c: string")),
			calls:  []string{`orders.get {"id":"x"} -> {"a":"y","c":"z"}`},
			used:   []string{"field-removed orders.get.response.a"},
			unused: []string{"field-removed orders.get.response.b"},
		},
		{
			name:   "a field that becomes required breaks the calls without it",
			before: withUnion(shop("id: string, a: string", "")),
			after:  withUnion(shop("id: string, a: {type: string, required: true}", "")),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			used:   []string{"field-became-required orders.get.a"},
		},
		{
			name:   "so does a new required field, but not an optional one",
			before: withUnion(shop("id: string", "")),
			after:  withUnion(shop("id: string, a: {type: string, required: true}, b: string", "c: string")),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			used:   []string{"required-field-added orders.get.a"},
			unused: []string{"field-added orders.get.b", "field-added orders.get.response.c"},
		},
		{
			name:   "a default applies to the calls without the field",
			before: withUnion(shop("id: string, a: {type: string, default: x}", "")),
			after:  withUnion(shop("id: string, a: {type: string, default: y}", "")),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			used:   []string{"default-changed orders.get.a"},
		},
		{
			name:   "nothing concerns the calls of other operations",
			before: withUnion(shop("id: string, a: string", "b: string")),
			after:  withUnion(shop("id: {type: string, required: true}", "")),
			calls:  []string{`orders.drop {"id":"x"} -> {}`},
			unused: []string{"field-became-required orders.get.id", "field-removed orders.get.a", "field-removed orders.get.response.b"},
		},
		{
			name:   "a record that is received, and a field of it that is never sent",
			before: withUnion(shop("id: string", "to: Address")),
			after: strings.Replace(withUnion(shop("id: string", "to: Address")), "{street: string, zip: string}",
				"{street: {type: string, max_length: 9}, zip: {type: string, required: true}, land: {type: string, required: true}}", 1),
			calls: []string{`orders.get {"id":"x"} -> {"to":{"street":"s"}}`},
			used:  []string{"field-became-required Address.zip"}, // its Go type changes
			unused: []string{"constraint-tightened Address.street", // for requests alone
				"required-field-added Address.land"},
		},
		{
			name:   "the same record where it is sent",
			before: withUnion(shop("id: string", "to: Address")),
			after: strings.Replace(withUnion(shop("id: string", "to: Address")), "{street: string, zip: string}",
				"{street: {type: string, max_length: 9}, zip: string, land: {type: string, required: true}}", 1),
			calls: []string{`orders.drop {"to":{"street":"s"}} -> {}`},
			used:  []string{"constraint-tightened Address.street", "required-field-added Address.land"},
		},
		{
			name:   "a record in lists and maps",
			before: withUnion(shop("id: string", "all: [Address], by: {string: Address}")),
			after: strings.Replace(withUnion(shop("id: string", "all: [Address], by: {string: Address}")), "{street: string, zip: string}",
				"{}", 1),
			calls: []string{`orders.get {"id":"x"} -> {"all":[{"street":"s"}],"by":{"k":{"zip":"z"}}}`},
			used:  []string{"field-removed Address.street", "field-removed Address.zip"},
		},
		{
			name:   "values of an enum whose values were not kept",
			before: withUnion(shop("id: string", "status: Status, old: Old")),
			after:  strings.Replace(withUnion(shop("id: string", "status: Status, old: Old")), "{open: , paid: }", "{open: , sent: }", 1),
			calls:  []string{`orders.get {"id":"x"} -> {"status":"open"}`},
			used:   []string{"enum-value-added Status.sent", "enum-value-removed Status.paid"},
		},
		{
			name:   "values of an enum whose values were kept",
			before: withUnion(shop("id: string", "status: Status, old: Old")),
			after:  strings.Replace(withUnion(shop("id: string", "status: Status, old: Old")), "{open: , paid: }", "{sent: }", 1),
			places: []string{"/status"},
			calls:  []string{`orders.get {"id":"x"} -> {"status":"open"}`},
			used:   []string{"enum-value-added Status.sent", "enum-value-removed Status.open"},
			unused: []string{"enum-value-removed Status.paid"},
		},
		{
			name:   "variants of a union whose tags were kept",
			before: withUnion(shop("id: string, event: Event", "")),
			after:  strings.Replace(withUnion(shop("id: string, event: Event", "")), "sent: Sent}", "gone: Sent}", 1),
			places: []string{"/event/kind"},
			calls:  []string{`orders.get {"id":"x","event":{"kind":"paid","sum":3}} -> {}`},
			unused: []string{"variant-added Event.gone", "variant-removed Event.sent"},
		},
		{
			name:   "a type that Go code with these calls names",
			before: withUnion(shop("id: string", "status: Status, to: Address")),
			after: strings.NewReplacer("Status", "State", "Address", "Place").Replace(
				withUnion(shop("id: string", "status: Status, to: Address"))),
			calls:  []string{`orders.get {"id":"x"} -> {"status":"open"}`},
			used:   []string{"type-renamed State"},
			unused: []string{"type-renamed Place"},
		},
		{
			name:   "a rule that a request without its fields breaks",
			before: withUnion(shop("id: string, a: string, b: string", "")),
			after:  withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a]"),
			calls:  []string{`orders.get {"id":"x"} -> {}`, `orders.get {"b":"x","a":""} -> {}`},
			used:   []string{"rule-tightened orders.get"},
		},
		{
			name:   "the same rule, which all requests keep",
			before: withUnion(shop("id: string, a: string, b: string", "")),
			after:  withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a]"),
			calls:  []string{`orders.get {"id":"x"} -> {}`, `orders.get {"a":"x","b":null} -> {}`},
			unused: []string{"rule-tightened orders.get"},
		},
		{
			name:   "the same rule and a request that could not be read",
			before: withUnion(shop("id: string, a: string, b: string", "")),
			after:  withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a]"),
			calls:  []string{`orders.get <html> -> {}`},
			used:   []string{"rule-tightened orders.get"},
		},
		{
			name:   "two fields of which one is allowed",
			before: withUnion(shop("id: [string], a: object", "")),
			after:  withRule(shop("id: [string], a: object", ""), "at_most_one_of: [id, a]"),
			calls:  []string{`orders.get {"id":["x"],"a":{"k":1}} -> {}`},
			used:   []string{"rule-tightened orders.get"},
		},
		{
			name:   "the same fields, of which one is empty",
			before: withUnion(shop("id: [string], a: object", "")),
			after:  withRule(shop("id: [string], a: object", ""), "at_most_one_of: [id, a]"),
			calls: []string{`orders.get {"id":[],"a":{"k":1}} -> {}`, `orders.get {"id":["x"],"a":{}} -> {}`,
				`orders.get {"id":null,"a":{"k":1}} -> {}`},
			unused: []string{"rule-tightened orders.get"},
		},
		{
			name:   "another first field, which requests with both send",
			before: withRule(shop("id: string, a: string", ""), "first_of: [id, a]"),
			after:  withRule(shop("id: string, a: string", ""), "first_of: [a, id]"),
			calls:  []string{`orders.get {"id":"x","a":"y"} -> {}`},
			used:   []string{"first-of-order-changed orders.get"},
		},
		{
			name:   "another first field, if no request has both",
			before: withRule(shop("id: string, a: string", ""), "first_of: [id, a]"),
			after:  withRule(shop("id: string, a: string", ""), "first_of: [a, id]"),
			calls:  []string{`orders.get {"id":"x"} -> {}`, `orders.get {"a":"y"} -> {}`},
			unused: []string{"first-of-order-changed orders.get"},
		},
		{
			name:   "a field of a rule that is gone",
			before: withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a, b]"),
			after:  withRule(shop("id: string, a: string", ""), "at_least_one_of: [id, a]"),
			calls:  []string{`orders.get {"id":"x","b":"y"} -> {}`},
			used:   []string{"rule-member-removed orders.get"},
		},
		{
			name:   "a field of a rule that is gone, and was not sent",
			before: withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a, b]"),
			after:  withRule(shop("id: string, a: string", ""), "at_least_one_of: [id, a]"),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			unused: []string{"rule-member-removed orders.get"},
		},
		{
			name:   "the same rule of an operation that is not called",
			before: withUnion(shop("id: string, a: string", "")),
			after:  strings.Replace(withUnion(shop("id: string, a: string", "")), "get: {", "get: {rules: [{at_least_one_of: [id, a]}], ", 1),
			calls:  []string{`orders.drop {"id":"x"} -> {}`},
			unused: []string{"rule-tightened orders.get"},
		},
		{
			name:   "removed and added operations",
			before: withUnion(shop("id: string", "")),
			after:  strings.Replace(withUnion(shop("id: string", "")), "drop:", "deleted: {effect: read, fields: {other: boolean}}\n      dropping: {fields: {x: integer}}\n      drop2:", 1),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			unused: []string{"name-changed orders.drop2", "operation-added orders.deleted", "operation-added orders.dropping"},
		},
		{
			name:   "a whole area",
			before: "areas: {a: {operations: {one: {}, two: {}}}, b: {operations: {three: {fields: {x: string}}}}}",
			after:  "areas: {c: {operations: {four: {fields: {y: integer}}}}}",
			calls:  []string{`a.two {} -> {}`},
			used:   []string{"operation-removed a"},
			unused: []string{"operation-added c", "operation-removed b"},
		},
		{
			name:   "the whole service, and the effect of an operation that is called",
			before: withUnion(shop("id: string", "")) + "auth: none\n",
			after:  strings.Replace(withUnion(shop("id: string", "")), "get: {", "get: {effect: read, ", 1) + "auth: [bearer]\n",
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			used:   []string{"auth-required auth", "operation-effect-changed orders.get"},
		},
		{
			name:   "what only the service notices",
			before: withUnion(shop("id: {type: string, max_length: 3}", "")),
			after:  withUnion(shop("id: string", "")),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			unused: []string{"constraint-loosened orders.get.id"},
		},
		{
			name:   "documentation of a field that is sent, and of one that is not",
			before: withUnion(shop("id: string, a: string", "")),
			after:  withUnion(shop("id: {type: string, description: The id.}, a: {type: string, description: Text.}", "")),
			calls:  []string{`orders.get {"id":"x"} -> {}`},
			used:   []string{"doc-only orders.get.id"},
			unused: []string{"doc-only orders.get.a"},
		},
		{
			name:   "a response that could not be read may have every field",
			before: withUnion(shop("id: string", "a: string, to: Address")),
			after:  strings.Replace(withUnion(shop("id: string", "to: Address")), "street: string, ", "", 1),
			calls:  []string{`orders.get {"id":"x"} -> <html>`},
			used:   []string{"field-removed Address.street", "field-removed orders.get.response.a"},
		},
		{
			name:   "so may a request",
			before: withUnion(shop("id: string, a: string, to: Address", "b: string")),
			after:  strings.Replace(withUnion(shop("id: string, to: Address", "")), "street: string, ", "", 1),
			calls:  []string{`orders.get <html> -> {}`},
			used:   []string{"field-removed Address.street", "field-removed orders.get.a"},
			unused: []string{"field-removed orders.get.response.b"},
		},
		{
			name:   "entries of a map whose keys are not kept",
			before: withUnion(shop("id: string", "by: {string: Address}")),
			after:  strings.Replace(withUnion(shop("id: string", "by: {string: Address}")), "street: string, ", "", 1),
			calls:  []string{`orders.get {"id":"x"} -> {"by":{` + manyEntries(`{"street":"s"}`) + `}}`},
			used:   []string{"field-removed Address.street"},
		},
		{
			name:   "an operation that was recorded under its new name",
			before: withUnion(shop("id: string, a: string, b: string", "")),
			after:  strings.Replace(withUnion(shop("id: string, a: string", "")), "get:", "read:", 1),
			calls:  []string{`orders.read {"id":"x","b":"y"} -> {}`},
			used:   []string{"field-removed orders.get.b", "name-changed orders.read"},
		},
		{
			name:   "fields that move into a record",
			before: "areas: {a: {operations: {one: {fields: {street: string, zip: string, id: string}}}}}",
			after: "records: {Address: {fields: {street: string, zip: string}}}\n" +
				"areas: {a: {operations: {one: {fields: {address: Address, id: string}}}}}",
			calls: []string{`a.one {"zip":"z"} -> {}`},
			used:  []string{"field-nested-in-record a.one.address"},
		},
		{
			name:   "the same fields, which are not sent",
			before: "areas: {a: {operations: {one: {fields: {street: string, zip: string, id: string}}}}}",
			after: "records: {Address: {fields: {street: string, zip: string}}}\n" +
				"areas: {a: {operations: {one: {fields: {address: Address, id: string}}}}}",
			calls:  []string{`a.one {"id":"z"} -> {}`},
			unused: []string{"field-nested-in-record a.one.address"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			base, head := resolve(t, "base.yaml", test.before), resolve(t, "head.yaml", test.after)
			used, unused := concerned(base, head, record(t, test.places, test.calls...))
			require.Equal(t, test.used, used)
			require.Equal(t, test.unused, slices.DeleteFunc(unused, func(text string) bool {
				return strings.HasPrefix(text, "type-added ") // beside the change of the field
			}))
		})
	}
}

// Responses in an envelope, beside it, and failures have their own records.
func TestResponsesAreUnwrapped(t *testing.T) {
	text := func(data, beside, failure string) string {
		return "envelope: {success: ok, data: data, siblings: Beside}\n" +
			"records:\n  Beside: {fields: {" + beside + "}}\n  Failed: {fields: {" + failure + "}}\n" +
			"areas: {a: {operations: {one: {failure: {type: Failed, status: 409, member: why}, response: {fields: {" + data + "}}}}}}\n"
	}
	base := resolve(t, "base.yaml", text("x: string, y: string", "took: integer, cost: integer", "code: string, hint: string"))
	head := resolve(t, "head.yaml", text("z: integer", "none: boolean", "other: boolean"))
	for _, test := range []struct {
		call string
		used []string
	}{
		{`a.one {} -> {"ok":true,"data":{"x":"v"},"took":3}`, []string{"field-removed Beside.took", "field-removed a.one.response.x"}},
		{`a.one {} -> 409 {"ok":false,"why":{"code":"v"}}`, []string{"field-removed Failed.code"}},
		{`a.one {} -> 409 {"ok":false,"data":{"x":"v"}}`, nil},
	} {
		calls := new(Calls)
		var file bytes.Buffer
		r, err := recording.New(&file)
		require.NoError(t, err)
		for range 5 {
			call := parseCall(t, test.call)
			call.Bodies = &recording.Bodies{Success: "ok"}
			r.Add(call)
		}
		_, err = calls.Add(&file)
		require.NoError(t, err)
		used, _ := concerned(base, head, calls)
		require.Equal(t, test.used, used, test.call)
	}
}

// Each use has its operations, and the number of their calls and of the values of the field.
func TestUsesAreCounted(t *testing.T) {
	base := resolve(t, "base.yaml", withUnion(shop("id: string, to: Address", "all: [Address]")))
	head := resolve(t, "head.yaml", strings.Replace(withUnion(shop("id: string, to: Address", "all: [Address]")), "street: string, ", "", 1))
	calls := record(t, nil, `orders.get {"to":{"street":"s"}} -> {"all":[{"street":"s"},{"street":"t"}]}`, `orders.drop {"id":"x"} -> {}`)
	compared := dates.Compare(base, head)
	findings := proof.Find(base, head, compared)
	calls.Mark(base, head, compared, findings)
	require.Len(t, findings, 1)
	require.Equal(t, &report.Use{Operations: []string{"orders.get"}, Calls: 5, Sent: 5, Received: 10}, findings[0].Used)
}

// A rule over fields concerns the calls that it affects.
func TestAffectedCallsOfRulesAreCounted(t *testing.T) {
	base := resolve(t, "base.yaml", withUnion(shop("id: string, a: string", "")))
	head := resolve(t, "head.yaml", withRule(shop("id: string, a: string", ""), "at_least_one_of: [id, a]"))
	compared := dates.Compare(base, head)
	findings := proof.Find(base, head, compared)
	calls := record(t, nil, `orders.get {"id":"x"} -> {}`, `orders.get {} -> {}`, `orders.get {"a":"x"} -> {}`)
	calls.Mark(base, head, compared, findings)
	require.Len(t, findings, 1)
	require.Equal(t, &report.Use{Operations: []string{"orders.get"}, Calls: 5}, findings[0].Used)
}

// If a limit of lengths changes, the use has the recorded lengths.
func TestRecordedLengthsAreShown(t *testing.T) {
	text := func(field string) string {
		return "areas: {a: {operations: {one: {fields: {x: {type: string, " + field + "}, y: string}}}}}"
	}
	calls := []string{`a.one {"x":"abcdefgh"} -> {}`, `a.one {"x":""} -> {}`, `a.one {"y":"` + strings.Repeat("y", 99) + `"} -> {}`}
	for change, want := range map[string]*report.Lengths{
		"max_length: 20":  {Least: 0, Most: 15},
		"min_length: 1":   {Least: 0, Most: 15},
		"non_blank: true": nil,
	} {
		base, head := resolve(t, "base.yaml", text("description: X.")), resolve(t, "head.yaml", text("description: X., "+change))
		compared := dates.Compare(base, head)
		findings := proof.Find(base, head, compared)
		record(t, nil, calls...).Mark(base, head, compared, findings)
		require.Len(t, findings, 1, change)
		require.Equal(t, want, findings[0].Used.Lengths, change)
	}
	use := report.Use{Operations: []string{"a.one"}, Calls: 15, Sent: 10, Lengths: &report.Lengths{Least: 0, Most: 15}}
	require.Equal(t, "15 of a.one; the field was sent 10 times, with 0 to 15 characters", use.String())
}

// Versions of one recording count once, and what no catalog has is named.
func TestCallsOfSeveralRecordings(t *testing.T) {
	var text bytes.Buffer
	r, err := recording.New(&text)
	require.NoError(t, err)
	r.Add(parseCall(t, `orders.get {} -> {}`))
	short := text.String()
	r.Add(parseCall(t, `pay.charge {} -> {}`))
	calls := new(Calls)
	for _, version := range []string{text.String(), short} {
		_, err := calls.Add(strings.NewReader(version))
		require.NoError(t, err)
	}
	other := new(bytes.Buffer)
	_, err = recording.New(other)
	require.NoError(t, err)
	_, err = calls.Add(other)
	require.NoError(t, err)
	require.Equal(t, 2, calls.Count())
	require.Equal(t, []string{"orders.get", "pay.charge"}, calls.Operations())

	_, _, err = calls.Unknown()
	require.ErrorIs(t, err, ErrUnknown)
	base := resolve(t, "base.yaml", withUnion(shop("id: string", "")))
	concerned(base, base, calls)
	names, count, err := calls.Unknown()
	require.NoError(t, err)
	require.Equal(t, []string{"pay.charge"}, names)
	require.Equal(t, 1, count)
}

// eachFixture calls f for the pairs of catalogs in a folder of gen diff's fixtures, in both
// directions.
func eachFixture(t *testing.T, folder string, f func(name string, base, head *catalog.Catalog)) {
	names, err := filepath.Glob("../diff/testdata/" + folder + "/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		sides := map[string]*catalog.Catalog{}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".yaml" {
				c, problems := catalog.Parse(file.Name, file.Data)
				require.Empty(t, problems, name)
				sides[file.Name] = c
			}
		}
		f(name, sides["base.yaml"], sides["head.yaml"])
		f(name+", reversed", sides["head.yaml"], sides["base.yaml"])
	}
}

// If nothing is known of the bodies of any operation, each change of the fixtures of gen diff that
// affects callers concerns the calls.
func TestNothingIsLeftOutIfBodiesAreUnknown(t *testing.T) {
	affected := 0
	eachFixture(t, "*", func(name string, base, head *catalog.Catalog) {
		var calls []string
		for op := range base.Operations() {
			calls = append(calls, op.String()+" <html> -> <html>")
		}
		compared := dates.Compare(base, head)
		findings := compared.Findings()
		record(t, nil, calls...).Mark(base, head, compared, findings)
		for _, f := range findings {
			v := f.Verdicts
			if max(v.Requests, v.Responses, v.Callers) >= report.Shifts {
				affected++
				require.NotNil(t, f.Used, "%s: %s %s", name, f.Rule, f.Path)
			}
		}
	})
	require.Greater(t, affected, 500)
}

// A request that a change breaks is an example of the change. If it was recorded, the change
// concerns the calls.
func TestExamplesConcernTheirChange(t *testing.T) {
	folder, least := "rules", 30
	if long.Full() {
		folder, least = "*", 200
	}
	tried := 0
	eachFixture(t, folder, func(name string, base, head *catalog.Catalog) {
		compared := dates.Compare(base, head)
		findings := proof.Find(base, head, compared)
		for i, f := range findings {
			e := f.Example
			if e == nil || e.Kind != "request" || f.Verdicts.Requests != report.Breaks {
				continue
			}
			for b, h := range compared.Operations {
				isAbout := slices.Contains(f.Uses, b.String())
				if f.Uses == nil && h != nil {
					isAbout = f.Path == h.String() || strings.HasPrefix(f.Path, h.String()+".")
				}
				if h == nil || !isAbout || interpreter.New(b).Decode(e.Given).Status != 200 {
					continue
				}
				after := interpreter.New(h).Decode(e.Given)
				if after.Status == 200 || !violates(after.Violations, compared.Changes[i].Head.Rule) {
					continue // it is an example of a change beside this one
				}
				tried++
				marked := slices.Clone(findings)
				call := b.String() + " " + e.Given + " -> {}"
				record(t, nil, call).Mark(base, head, compared, marked)
				require.NotNil(t, marked[i].Used, "%s: %s %s: %s", name, f.Rule, f.Path, call)
			}
		}
	})
	require.Greater(t, tried, least)
}

// violates reports whether violations are of a rule over fields, or whether there is no rule.
func violates(violations []api.Violation, rule *catalog.Rule) bool {
	return rule == nil || slices.ContainsFunc(violations, func(v api.Violation) bool { return v.Rule == rule.ID() })
}
