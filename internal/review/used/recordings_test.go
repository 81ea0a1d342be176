package used

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/review/report"
)

// This file tests recordings that are written here, line by line: those of single calls, and those that
// gen itself does not write.

// read returns the calls of a recording with an id and exchanges, each without its braces.
func read(t *testing.T, id string, exchanges ...string) *Calls {
	t.Helper()
	c := new(Calls)
	add(t, c, id, exchanges...)
	return c
}

// add adds a recording to calls.
func add(t *testing.T, c *Calls, id string, exchanges ...string) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, `{"opgen":"recording","version":1,"id":%q}`+"\n", id)
	for _, exchange := range exchanges {
		fmt.Fprintf(&text, "{%s}\n", exchange)
	}
	info, err := c.Add(strings.NewReader(text.String()))
	require.NoError(t, err)
	require.Zero(t, info.Skipped, text.String())
}

// sent returns the exchange of a request to orders.get with strings in some members.
func sent(members ...string) string {
	var texts []string
	for _, name := range members {
		texts = append(texts, strconv.Quote(name)+`:{"seen":1,"string":1,"lengths":{"2-3":1}}`)
	}
	return `"operation":"orders.get","status":200,"request":{"seen":1,"object":1,"members":{` +
		strings.Join(texts, ",") + `}}`
}

// usesOf returns the findings that concern calls, as "rule path: use".
func usesOf(t *testing.T, before, after string, calls *Calls) (uses []string) {
	t.Helper()
	base, head := resolve(t, "base.yaml", before), resolve(t, "head.yaml", after)
	compared := dates.Compare(base, head)
	findings := compared.Findings()
	calls.Mark(base, head, compared, findings)
	for _, f := range findings {
		if f.Used != nil {
			uses = append(uses, f.Rule+" "+f.Path+": "+f.Used.String())
		}
	}
	return uses
}

// One value in one call is enough.
func TestOneValueConcernsAChange(t *testing.T) {
	before := withUnion(shop("id: string, a: string", "b: string"))
	after := withUnion(shop("id: string, a: {type: string, max_length: 3}", ""))
	calls := read(t, "r", sent("a"))
	require.Equal(t, []string{
		"constraint-tightened orders.get.a: 1 of orders.get; the field was sent 1 time, with 2 to 3 characters",
	}, usesOf(t, before, after, calls))
	received := `"operation":"orders.get","status":200,` +
		`"response":{"seen":1,"object":1,"members":{"b":{"seen":1,"null":1}}}`
	require.Equal(t, []string{
		"field-removed orders.get.response.b: 1 of orders.get; the field was received 1 time",
	}, usesOf(t, before, after, read(t, "r", received)))
	unseen := strings.ReplaceAll(received, `{"seen":1,"null":1}`, `{"seen":0}`)
	require.Empty(t, usesOf(t, before, after, read(t, "r", unseen)))
}

// A status that is a success is one of 200 to 299.
func TestStatusesOfSuccesses(t *testing.T) {
	before := withUnion(shop("id: string", "b: string"))
	after := withUnion(shop("id: string", ""))
	for status, isSuccess := range map[int]bool{
		100: false, 199: false, 200: true, 204: true, 299: true, 300: false, 409: false,
	} {
		call := fmt.Sprintf(`"operation":"orders.get","status":%d,"response":`+
			`{"seen":1,"object":1,"members":{"b":{"seen":1,"string":1}}}`, status)
		require.Equal(t, isSuccess, usesOf(t, before, after, read(t, "r", call)) != nil, status)
	}
}

// The lengths of a field are those of all recordings, and others than gen writes are ignored.
func TestLengthsOfRecordings(t *testing.T) {
	before := withUnion(shop("id: string", ""))
	after := withUnion(shop("id: {type: string, max_length: 20}", ""))
	lengths := func(texts ...string) string {
		var counts []string
		for _, text := range texts {
			counts = append(counts, strconv.Quote(text)+":1")
		}
		return strings.Replace(sent("id"), `"2-3":1`, strings.Join(counts, ","), 1)
	}
	for _, test := range []struct {
		recordings []string
		want       *report.Lengths
	}{
		{[]string{lengths("4-7")}, &report.Lengths{Least: 4, Most: 7}},
		{[]string{lengths("4-7", "16-31"), lengths("2-3")}, &report.Lengths{Least: 2, Most: 31}},
		{[]string{lengths("2-3"), lengths("0", "1")}, &report.Lengths{Least: 0, Most: 3}},
		{[]string{lengths("ten", "4-7", "many-8", "1-many")}, &report.Lengths{Least: 4, Most: 7}},
		{[]string{lengths("ten")}, nil},
		{[]string{lengths()}, nil},
	} {
		calls := new(Calls)
		for i, exchange := range test.recordings {
			add(t, calls, strconv.Itoa(i), exchange)
		}
		base, head := resolve(t, "base.yaml", before), resolve(t, "head.yaml", after)
		compared := dates.Compare(base, head)
		findings := compared.Findings()
		calls.Mark(base, head, compared, findings)
		require.Len(t, findings, 1)
		require.Equal(t, test.want, findings[0].Used.Lengths, "%v", test.recordings)
	}
}

// Calls of several recordings add up, unless they are versions of one recording.
func TestCallsOfRecordingsAddUp(t *testing.T) {
	before := withUnion(shop("id: string, a: string, b: string", ""))
	after := withRule(shop("id: string, a: string, b: string", ""), "at_least_one_of: [id, a]")
	calls := read(t, "one", sent("b"), sent("id"))
	add(t, calls, "two", sent("b"), sent("b"), sent("a", "b"), sent())
	add(t, calls, "one", sent("b"))
	add(t, calls, "one", sent("b"), sent("id", "b"))
	require.Equal(t, 6, calls.Count())
	require.Equal(t, []string{"rule-tightened orders.get: 4 of orders.get"},
		usesOf(t, before, after, calls))
	add(t, calls, "one", sent("b"), sent("b"), sent("b"))
	require.Equal(t, []string{"rule-tightened orders.get: 6 of orders.get"},
		usesOf(t, before, after, calls))
}

// More combinations of members than are kept may be those that a rule is about.
func TestManyCombinations(t *testing.T) {
	before := withUnion(shop("id: string, a: string", ""))
	after := withRule(shop("id: string, a: string", ""), "at_most_one_of: [id, a]")
	requests := func(n int) (list []string) {
		for i := range n {
			list = append(list, sent("id", fmt.Sprint("k", i)))
		}
		return list
	}
	require.Empty(t, usesOf(t, before, after, read(t, "r", requests(1000)...)))
	twice := append(requests(1000), requests(1000)...)
	require.Empty(t, usesOf(t, before, after, read(t, "r", twice...)))
	require.Equal(t, []string{"rule-tightened orders.get: 2 of orders.get"},
		usesOf(t, before, after, read(t, "r", requests(1002)...)))
	calls := read(t, "one", requests(1000)...)
	add(t, calls, "two", sent("id", "other"), sent("id", "k5"))
	require.Equal(t, []string{"rule-tightened orders.get: 1 of orders.get"},
		usesOf(t, before, after, calls))
}

// If a rule counts other objects as given, it affects requests that it may refuse now: objects that
// were sent without a value are not in a recording.
func TestRulesThatCountOtherwise(t *testing.T) {
	with := func(record, rule string) string {
		return "records: {R: {fields: {a: " + record + "}}}\n" +
			"areas: {orders: {operations: {get: {fields: {r: R, s: string, t: string}, rules: [{" + rule + "}]}}}}"
	}
	const object = `"r":{"seen":1,"object":1,"members":{"a":{"seen":1,"string":1}}}`
	requests := map[string]string{
		"none": sent("t"),
		"s":    sent("s", "t"),
		"r":    strings.Replace(sent("t"), `"t"`, object+`,"t"`, 1),
		"both": strings.Replace(sent("s"), `"s"`, object+`,"s"`, 1),
	}
	const plain, filled = "string", "{type: string, default: x}"
	for _, test := range []struct {
		before, after, rule string
		affected            []string
	}{
		{plain, filled, "at_most_one_of: [r, s]", []string{"both", "s"}},
		{plain, filled, "all_or_none_of: [r, s]", []string{"both", "none", "r", "s"}},
		{filled, plain, "at_least_one_of: [r, s]", []string{"none", "r"}},
	} {
		var affected []string
		for name, request := range requests {
			uses := usesOf(t, with(test.before, test.rule), with(test.after, test.rule), read(t, "r", request))
			isTightened := func(use string) bool { return strings.HasPrefix(use, "rule-tightened ") }
			if slices.ContainsFunc(uses, isTightened) {
				affected = append(affected, name)
			}
		}
		require.ElementsMatch(t, test.affected, affected, test.rule)
	}
}

// A field that only one of two rules includes concerns requests by the rule, and not by being sent,
// unless it is gone.
func TestFieldsOfChangedRules(t *testing.T) {
	const fields = "id: string, a: string, b: string"
	for _, test := range []struct {
		before, after string // the rules
		fields        string // after
		sent          []string
		want          []string
	}{
		{"at_least_one_of: [id, a, b]", "at_least_one_of: [id, a]", fields, []string{"id", "b"}, nil},
		{"at_least_one_of: [id, a, b]", "at_least_one_of: [id, a]", fields, []string{"b"},
			[]string{"rule-member-removed orders.get: 1 of orders.get; the field was sent 1 time"}},
		{"at_least_one_of: [id, a, b]", "at_least_one_of: [id, a]", "id: string, a: string", []string{"id", "b"},
			[]string{"rule-member-removed orders.get: 1 of orders.get; the field was sent 1 time"}},
		{"at_most_one_of: [id, a]", "at_most_one_of: [id, a, b]", fields, []string{"b"}, nil},
		{"at_most_one_of: [id, a]", "at_most_one_of: [id, a, b]", fields, []string{"a", "b"},
			[]string{"rule-member-added orders.get: 1 of orders.get; the field was sent 1 time"}},
		{"first_of: [id, a]", "first_of: [id, a, b]", fields, []string{"b"}, nil},
		{"first_of: [id, a]", "first_of: [id, a, b]", fields, []string{"id", "b"},
			[]string{"rule-member-added orders.get: 1 of orders.get; the field was sent 1 time"}},
	} {
		before, after := withRule(shop(fields, ""), test.before), withRule(shop(test.fields, ""), test.after)
		calls := read(t, "r", sent(test.sent...))
		require.Equal(t, test.want, usesOf(t, before, after, calls), "%s -> %s: %v", test.before, test.after, test.sent)
	}
}

// Numbers and booleans are values for rules, and so are 0 and false.
func TestScalarsCarryValues(t *testing.T) {
	before := withUnion(shop("id: integer, a: boolean", ""))
	after := withRule(shop("id: integer, a: boolean", ""), "at_most_one_of: [id, a]")
	calls := record(t, nil, `orders.get {"id":0,"a":false} -> {}`, `orders.get {"id":null,"a":true} -> {}`)
	require.Equal(t, []string{"rule-tightened orders.get: 5 of orders.get"}, usesOf(t, before, after, calls))
}

// Entries of a map, and objects whose tags are not known, may be of any variant.
func TestShapesWithoutKeys(t *testing.T) {
	with := func(fields, event string) string {
		return "records: {Paid: {fields: {a: string}}, Sent: {fields: {" + fields + "}}}\n" +
			"unions: {Event: {by: kind, of: {paid: Paid" + event + "}}}\n" +
			"areas: {orders: {operations: {get: {fields: {by: {type: {string: Sent}}, event: Event}}}}}"
	}
	const object = `{"seen":1,"object":1,"members":{"b":{"seen":1,"string":1}}}`
	request := func(member string) string {
		return `"operation":"orders.get","status":200,"request":{"seen":1,"object":1,"members":{` + member + `}}`
	}
	before := with("b: string", ", sent: Sent")
	tightened := with("b: {type: string, max_length: 3}", ", sent: Sent")
	for member, used := range map[string]bool{
		`"by":{"seen":1,"object":1,"many":true,"entries":` + object + `}`: true,
		`"by":{"seen":1,"object":1,"members":{"k":` + object + `}}`:       true,
		`"by":{"seen":1,"object":1}`:                                      false,
		`"event":` + object:                                               true,
	} {
		uses := usesOf(t, before, tightened, read(t, "r", request(member)))
		require.Equal(t, used, len(uses) > 0, member)
	}
	uses := usesOf(t, before, with("b: string", ""), read(t, "r", request(`"event":`+object)))
	require.Contains(t, uses, "variant-removed Event.sent: 1 of orders.get")
	known := strings.Replace(object, `"b"`, `"kind":{"seen":1,"string":1,"values":{"paid":1}},"b"`, 1)
	uses = usesOf(t, before, with("b: string", ""), read(t, "r", request(`"event":`+known)))
	require.Empty(t, uses)
}

// Keys that were named later are those of the rule, also if others keep their hashes.
func TestHashedMembersOfRules(t *testing.T) {
	before := withUnion(shop("id: string, a: string", ""))
	after := withRule(shop("id: string, a: string", ""), "at_most_one_of: [id, a]")
	named := `"keys":{"#1":"id","#2":"a","plain":"id"}`
	calls := read(t, "r", sent("#1", "#2"), sent("id", "#2"), sent("#1", "id"), sent("plain", "a"), sent("#3", "a"), named)
	require.Equal(t, []string{"rule-tightened orders.get: 2 of orders.get"},
		usesOf(t, before, after, calls))
}

// What no catalog has is named with the number of its calls, also if a catalog has some.
func TestOperationsOfOneCatalogAreKnown(t *testing.T) {
	call := func(operation string) string { return `"operation":"` + operation + `","status":200` }
	calls := read(t, "r", call("a.old"), call("a.new"), call("a.same"), call("b.gone"), call("b.gone"))
	add(t, calls, "s", call("b.gone"), call("c.gone"))
	base := resolve(t, "base.yaml", "areas: {a: {operations: {same: {}, old: {fields: {x: string}}}}}")
	head := resolve(t, "head.yaml", "areas: {a: {operations: {same: {}, new: {fields: {y: integer}}}}}")
	concerned(base, head, calls)
	names, count, err := calls.Unknown()
	require.NoError(t, err)
	require.Equal(t, []string{"b.gone", "c.gone"}, names)
	require.Equal(t, 4, count)
}

// An error of reading is that of the recording, and adds no calls.
func TestTextsThatAreNoRecordings(t *testing.T) {
	calls := new(Calls)
	_, err := calls.Add(strings.NewReader("text"))
	require.ErrorContains(t, err, "line 1: not a recording")
	require.Zero(t, calls.Count())
	require.Empty(t, calls.Operations())
}

// A file can have several recordings, as programs write that append to it. One without calls, or with
// a later one, counts as well.
func TestRecordingsInOneFile(t *testing.T) {
	const header = `{"opgen":"recording","version":1,"id":"%s"}` + "\n"
	call := "{" + sent("id") + "}\n"
	text := fmt.Sprintf(header, "one") + call + fmt.Sprintf(header, "two") +
		fmt.Sprintf(header, "three") + call + call
	calls := new(Calls)
	info, err := calls.Add(strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, 3, info.Lines)
	require.Equal(t, 3, calls.Count())
}
