package used

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
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

// kindred returns a catalog with a union of two records.
func kindred(paid, sent string) string {
	return `
records: {Paid: {fields: {` + paid + `}}, Sent: {fields: {` + sent + `}}}
unions: {Event: {by: kind, of: {paid: Paid, sent: Sent}}}
areas: {orders: {operations: {put: {fields: {event: Event}}}}}
`
}

// opened returns a catalog with an open union, which is also a response.
func opened(variants string) string {
	return `
records: {Paid: {fields: {a: string}}, Sent: {fields: {b: string}}}
unions: {Open: {by: kind, open: true, of: {` + variants + `}}}
areas: {orders: {operations: {get: {response: Open}, put: {fields: {open: Open}}}}}
`
}

// wholes returns a catalog with responses that are not objects: of things with some fields, of a type,
// and of a mood.
func wholes(fields, value, moods string) string {
	return `
enums: {Mood: {values: {` + moods + `}}}
records: {Thing: {fields: {` + fields + `}}}
areas:
  a:
    operations:
      list: {response: [Thing]}
      map: {response: {type: {string: Thing}}}
      value: {response: ` + value + `}
      mood: {response: Mood}
`
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
			name:   "fields of the same name in variants, if the tags were kept",
			before: kindred("note: string", "note: string"),
			after:  kindred("note: {type: string, max_length: 3}", "note: {type: string, max_length: 3}"),
			places: []string{"/event/kind"},
			calls:  []string{`orders.put {"event":{"kind":"paid","note":"x"}} -> {}`},
			used:   []string{"constraint-tightened Paid.note"},
			unused: []string{"constraint-tightened Sent.note"},
		},
		{
			name:   "the same fields, if the tags were not kept",
			before: kindred("note: string", "note: string"),
			after:  kindred("note: {type: string, max_length: 3}", "note: {type: string, max_length: 3}"),
			calls:  []string{`orders.put {"event":{"kind":"paid","note":"x"}} -> {}`},
			used:   []string{"constraint-tightened Paid.note", "constraint-tightened Sent.note"},
		},
		{
			name:   "the same fields, if not all tags were kept",
			before: kindred("note: string", "note: string"),
			after:  kindred("note: {type: string, max_length: 3}", "note: {type: string, max_length: 3}"),
			places: []string{"/event/kind"},
			calls: []string{`orders.put {"event":{"kind":"paid","note":"x"}} -> {}`,
				`orders.put {"event":{"kind":"` + strings.Repeat("k", 300) + `","note":"x"}} -> {}`},
			used: []string{"constraint-tightened Paid.note", "constraint-tightened Sent.note"},
		},
		{
			name:   "the documentation of variants, and a new one, which had no record before",
			before: opened("paid: Paid, sent: Sent"),
			after:  opened("paid: {record: Paid, description: D.}, sent: {record: Sent, description: D.}, new: Sent"),
			places: []string{"/open/kind"},
			calls:  []string{`orders.put {"open":{"kind":"paid"}} -> {}`},
			used:   []string{"doc-only Open.paid", "variant-added Open.new"},
			unused: []string{"doc-only Open.sent"},
		},
		{
			name:   "responses that are a list, a map or a value",
			before: wholes("a: string, b: string", "integer", "good: , bad: "),
			after:  wholes("b: string", "string", "good: , ugly: "),
			calls:  []string{`a.list {} -> [{"a":"x"}]`, `a.value {} -> 3`, `a.mood {} -> "bad"`},
			used: []string{"enum-value-added Mood.ugly", "enum-value-removed Mood.bad",
				"field-removed Thing.a", "field-type-changed a.value.response"},
		},
		{
			name:   "the same responses, which have no values or are not called",
			before: wholes("a: string, b: string", "integer", "good: , bad: "),
			after:  wholes("b: string", "string", "good: , ugly: "),
			calls:  []string{`a.list {} -> []`, `a.map {} -> {"k":{"b":"x"}}`},
			unused: []string{"enum-value-added Mood.ugly", "enum-value-removed Mood.bad",
				"field-removed Thing.a", "field-type-changed a.value.response"},
		},
		{
			name:   "failures without a declared type",
			before: withUnion(shop("id: string", "a: string")),
			after:  withUnion(shop("id: string", "")),
			calls:  []string{`orders.get {"id":"x"} -> 409 {"a":"x"}`, `orders.drop {"id":"x"} -> 409 `},
			unused: []string{"field-removed orders.get.response.a"},
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
