package relation

import (
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// operationOf returns an operation that is declared as in a catalog with some keys, such as
// "envelope: {success: ok}".
func operationOf(t *testing.T, keys, declared string) *catalog.Operation {
	t.Helper()
	return operationsOf(t, keys, declared)[0]
}

// operationsOf returns operations that are declared in one catalog.
func operationsOf(t *testing.T, keys string, declared ...string) []*catalog.Operation {
	t.Helper()
	text := declarations + "  Refusal: {fields: {why: {type: string, required: true}}}\n" +
		"  Hopeless: {fields: {why: {type: string, required: true, pattern: '^a{3}$', max_length: 2}}}\n"
	if keys != "" {
		text += keys + "\n"
	}
	text += "areas: {a: {operations: {"
	for i, d := range declared {
		text += "o" + strconv.Itoa(i) + ": {" + d + "}, "
	}
	c, problems := catalog.Parse("catalog.yaml", []byte(text+"}}}"))
	require.Empty(t, problems, text)
	return c.Areas[0].Operations
}

// pair is an operation of the base and its successor.
type pair [2]*catalog.Operation

// pairsOf returns pairs as a sequence, and counts how many are asked for.
func pairsOf(asked *int, pairs ...pair) iter.Seq2[*catalog.Operation, *catalog.Operation] {
	return func(yield func(b, h *catalog.Operation) bool) {
		for _, p := range pairs {
			*asked++
			if !yield(p[0], p[1]) {
				return
			}
		}
	}
}

// readingIn returns how an operation is read whose catalog gets other keys.
func readingIn(t *testing.T, declared, base, head string) Reading {
	t.Helper()
	b, h := operationOf(t, base, declared), operationOf(t, head, declared)
	return Envelopes(pairsOf(new(int), pair{b, h}))
}

func TestReadingsOfEnvelopes(t *testing.T) {
	const (
		bare     = "" // without an envelope
		ok       = "envelope: {success: ok}"
		done     = "envelope: {success: done}"
		zero     = "envelope: {success: {code: 0}}"
		one      = "envelope: {success: {code: 1}}"
		saysM    = "envelope: {success: ok, message: [m]}"
		saysN    = "envelope: {success: ok, message: [n]}"
		saysMN   = "envelope: {success: ok, message: [m, n]}"
		data     = "envelope: {success: ok, data: data}"
		result   = "envelope: {success: ok, data: result}"
		ok200    = "envelope: {success: ok, failure_status: 200}"
		ok400    = "envelope: {success: ok, failure_status: 400}"
		refusal  = "failure: {type: Refusal, status: 409}\n"
		refusal2 = "failure: {type: Refusal, status: 422}\n"
	)
	const (
		unspecified = ""
		none        = "response: none"
		noFields    = "response: {fields: {}}"
		optional    = "response: {fields: {a: string}}"
		required    = "response: {fields: {a: {type: string, required: true}}}"
		lenient     = "response: {lenient: true, fields: {a: string}}"
		open        = "response: Kept"
		list        = "response: {type: [string]}"
		anything    = "response: {type: any}"
		entries     = "response: {type: {string: any}}"
		record      = "response: {type: Part}"
		refused     = "response: {type: Refusal}" // if it lacks a field
		looseList   = "response: {lenient: true, type: [string]}"
		named       = "response: {fields: {data: any}}" // like a member of the envelope
	)
	for _, test := range []struct {
		declared, base, head string
		want                 Reading
	}{
		// The members of the response stay where they are. Old clients ignore the one that reports
		// success, unless they keep unknown ones, and failures lose their problem.
		{none, bare, ok, ReadMore},
		{noFields, bare, ok, ReadMore},
		{optional, bare, ok, ReadMore},
		{required, bare, ok, ReadMore},
		{lenient, bare, ok, ReadMore},
		{open, bare, ok, ReadMore},
		{list, bare, data, Misread},
		{anything, bare, data, Misread},
		{unspecified, bare, ok, Misread},

		// An old client finds no report of success.
		{none, ok, bare, ReadMore},
		{noFields, ok, bare, Misread},
		{optional, ok, bare, Misread},
		{required, ok, bare, Misread},
		{lenient, ok, bare, Misread},
		{open, ok, bare, Misread},
		{list, data, bare, Misread},
		{unspecified, ok, bare, Misread},
		{none, ok, done, Misread},
		{optional, ok, done, Misread},
		{optional, zero, one, Misread},
		{none, zero, one, Misread},

		// The response moves.
		{none, data, result, ReadAlike},
		{noFields, data, result, ReadAlike},
		{optional, data, result, ReadEmpty},
		{required, data, result, Misread},
		{lenient, data, result, ReadZero},
		{open, data, result, ReadEmpty},
		{list, data, result, Misread},
		{looseList, data, result, ReadZero},
		{anything, data, result, Misread},
		{entries, bare, data, Misread},
		{record, bare, data, ReadEmpty},
		{refused, bare, data, Misread},
		{named, ok, data, ReadEmpty},
		{unspecified, data, result, Misread},
		{none, bare, data, ReadMore},
		{optional, bare, data, ReadEmpty},
		{required, bare, data, Misread},
		{lenient, bare, data, ReadZero},
		{optional, ok, data, ReadEmpty},
		{optional, data, ok, ReadEmpty},

		// Only messages move.
		{unspecified, ok, saysM, ReadAlike},
		{none, ok, saysM, ReadAlike},
		{optional, ok, saysM, ReadAlike},
		{optional, saysM, ok, ReadMore},
		{optional, saysM, saysN, ReadMore},
		{optional, saysM, saysMN, ReadAlike},
		{required, saysM, saysN, ReadMore},

		// An old client that knows no envelope takes a failure for a success.
		{none, bare, ok200, Misread},
		{optional, bare, ok200, Misread},
		{lenient, bare, ok200, Misread},
		{unspecified, bare, ok200, Misread},
		// One that knows it reads another status, which it describes.
		{optional, ok, ok200, ReadMore},
		{optional, ok400, ok200, ReadMore},
		{optional, ok200, ok, ReadMore},

		// The type of a failure is another change, but its status depends on the envelope.
		{optional, refusal, ok, ReadMore},
		{optional, refusal + ok, ok, ReadAlike},
		{optional, ok, refusal + ok, ReadAlike},
		{optional, refusal + ok, refusal2 + ok, ReadMore},
		{optional, refusal + ok, refusal + done, Misread},
		{optional, refusal + ok, refusal2 + saysM, ReadMore},
		{optional, refusal + saysM, refusal + saysN, ReadMore},
		// Failures without a type have the status of the envelope, whatever that of the type is.
		{optional, refusal, refusal + ok200, Misread},
		{optional, refusal, ok200, Misread},
		{optional, refusal + saysM, refusal + saysMN, ReadAlike},
	} {
		require.Equal(t, test.want, readingIn(t, test.declared, test.base, test.head),
			"%s: %s -> %s", test.declared, test.base, test.head)
	}
}

// Operations with their own envelope, or none, are compared as those that follow the catalog.
func TestReadingsOfOperationsWithoutTheEnvelope(t *testing.T) {
	const optional = "response: {fields: {a: string}}"
	in := operationOf(t, "envelope: {success: ok}", optional)
	out := operationOf(t, "envelope: {success: ok}", "envelope: none, "+optional)
	own := operationOf(t, "", "envelope: {success: ok}, "+optional)
	for _, test := range []struct {
		name string
		pair pair
		want Reading
	}{
		{"leaves", pair{in, out}, Misread},
		{"enters", pair{out, in}, ReadMore},
		{"stays", pair{in, own}, ReadAlike},
		{"stays out", pair{out, out}, ReadAlike},
	} {
		require.Equal(t, test.want, Envelopes(pairsOf(new(int), test.pair)), test.name)
	}
}

func TestTheGravestReadingCounts(t *testing.T) {
	declared := []string{
		"response: none",
		"response: {fields: {a: string}}",
		"response: {fields: {a: {type: string, required: true}}}",
	}
	b := operationsOf(t, "envelope: {success: ok, data: data}", declared...)
	h := operationsOf(t, "envelope: {success: ok, data: result}", declared...)
	alike, empty, misread := pair{b[0], h[0]}, pair{b[1], h[1]}, pair{b[2], h[2]}
	for _, test := range []struct {
		pairs []pair
		want  Reading
		asked int
	}{
		{nil, Misread, 0}, // nothing shows that the envelope is harmless
		{[]pair{alike}, ReadAlike, 1},
		{[]pair{alike, empty}, ReadEmpty, 2},
		{[]pair{empty, alike, empty}, ReadEmpty, 3},
		{[]pair{empty, misread, alike}, Misread, 2}, // no other can be graver
		{[]pair{misread, misread}, Misread, 1},
	} {
		asked := 0
		require.Equal(t, test.want, Envelopes(pairsOf(&asked, test.pairs...)))
		require.Equal(t, test.asked, asked)
	}
}

// Of operations that an envelope means the same for, one is tried. A milder one hides no graver one.
func TestReadingsDoNotDependOnOtherOperations(t *testing.T) {
	declared := []string{
		"",
		"response: none",
		"response: {fields: {}}",
		"response: {fields: {a: string}}",
		"response: {fields: {a: {type: string, required: true}}}",
		"response: {lenient: true, fields: {a: string}}",
		"response: Kept",
		"response: {fields: {ok: string}}",
		"response: {fields: {data: object}}",
		"response: {fields: {data: string}}",
		"response: {fields: {data: {type: object, required: true}, a: {type: string, required: true}}}",
		"response: {fields: {data: object, a: {type: string, required: true}}}",
		"response: {fields: {a: string}}, failure: Refusal",
	}
	values := []string{
		"response: {type: Part}",
		"response: {type: Refusal}",
		"response: {type: [string]}",
	}
	for _, keys := range []struct {
		base, head string
		isMember   bool // the response, so that it may be any value
	}{
		{"", "envelope: {success: done, message: [m], data: data, violations: v}", true},
		{"envelope: {success: done, data: ok}", "envelope: {success: done, data: data}", true},
		{"envelope: {success: done, data: result}", "envelope: {success: done}", false},
		{"envelope: {success: done}", "envelope: {success: done, data: data}", false},
		{"envelope: {success: done}", "envelope: {success: done, message: [m]}", false},
	} {
		declared := declared
		if keys.isMember {
			declared = slices.Concat(values, declared)
		}
		base, head := operationsOf(t, keys.base, declared...), operationsOf(t, keys.head, declared...)
		var pairs []pair
		var alone []Reading
		for i, b := range base {
			pairs = append(pairs, pair{b, head[i]})
			alone = append(alone, Envelopes(pairsOf(new(int), pairs[i])))
		}
		for i, first := range pairs {
			for j, second := range pairs {
				if alone[i] < alone[j] {
					got := Envelopes(pairsOf(new(int), first, second))
					require.Equal(t, alone[j], got, "%v: %s, then %s", keys, declared[i], declared[j])
				}
			}
		}
	}
}

func TestReadDescribesResponses(t *testing.T) {
	const fields = "fields: {a: string}"
	for _, test := range []struct{ declared, response, want string }{
		{"response: {" + fields + "}", `{"b":1,"a":"x"}`, `{"a":"x"}`},
		{"response: Kept", `{"b":1,"name":"x"}`, `{"name":"x","b":1}`},
		{"response: {lenient: true, " + fields + "}", `{"b":1}`, `{"b":1}`},
		{"", `{"b":1}`, `{"b":1}`},
		{"", "", "nothing"},
		// What the client cannot read is shown as it is.
		{"response: {" + fields + "}", `{"b":1,"a":1}`, `{"b":1,"a":1}`},
	} {
		client := interpreter.NewForMadeUp(operationOf(t, "", test.declared))
		e := interpreter.Exchange{Response: json.RawMessage(test.response)}
		require.Equal(t, test.want, Read(client, e), test.declared)
	}
}

func TestReadDescribesFailures(t *testing.T) {
	problem := func(detail string) *api.Problem { return &api.Problem{Status: 409, Detail: detail} }
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("no connection"), "nothing"},
		{&api.Error{Status: 409}, "status 409"},
		{&api.Error{Status: 409, Problem: problem("No.")}, `status 409 and the problem "No."`},
		{&api.Error{Status: 409, Problem: problem("")}, "status 409"},
		{
			&api.Error{Status: 409, Problem: problem("No."), Messages: []string{"Never."}},
			`status 409 and the message "Never."`,
		},
		{
			&api.Error{Status: 409, Messages: []string{"No.", "Never."}},
			`status 409 and the message "No." and the message "Never."`,
		},
	} {
		client := interpreter.NewForMadeUp(operationOf(t, "", "response: {fields: {a: string}}"))
		require.Equal(t, test.want, Read(client, interpreter.Exchange{Err: test.err}))
	}
}

// results returns what services return: responses as JSON, and failures as texts.
func results(outcomes []Outcome) []string {
	var all []string
	for _, outcome := range outcomes {
		response, err := outcome()
		if err != nil {
			all = append(all, err.Error())
			continue
		}
		all = append(all, string(response))
	}
	return all
}

func TestSuccessesAreASmallAndALargeResponse(t *testing.T) {
	for declared, want := range map[string][]string{
		"":               {`{"key":"x"}`},
		"response: none": {`{}`, `{}`},
		"response: {fields: {a: string, b: {type: integer, required: true}}}": {
			`{"b":1}`, `{"a":"some a","b":1}`,
		},
		"response: {type: [string]}": {`["some  1"]`, `["some  1","some  2"]`},
		"response: Hopeless":         nil,
	} {
		require.Equal(t, want, results(Successes(operationOf(t, "", declared))), declared)
	}
}

// Services whose failures have a type also fail without it, such as by refusing a request.
func TestFailuresAreOneOfTheTypeAndOneWithout(t *testing.T) {
	for keys, want := range map[string][]string{
		"": {`status 409 and the problem "No."`},
		"failure: {type: Refusal, status: 422}": {
			`status 422 and {"why":"some why"}`,
			`status 409 and the problem "No."`,
		},
		"failure: {type: Hopeless}": {`status 409 and the problem "No."`},
		"envelope: {success: ok, message: [m]}\nfailure: {type: Refusal, status: 422}": {
			`status 422 and {"ok":false,"m":"No.","why":"some why"} and the message "No."`,
			`status 409 and the message "No."`,
		},
	} {
		op := operationOf(t, keys, "response: none")
		client := interpreter.NewForMadeUp(op)
		var got []string
		for _, outcome := range FailuresOf(op) {
			got = append(got, Read(client, client.Exchange(client, outcome)))
		}
		require.Equal(t, want, got, keys)
	}
}

// A response that cannot be made shows nothing, and one of another operation may.
func TestReadingsWithoutAResponse(t *testing.T) {
	const keys, changed = "envelope: {success: ok}", "envelope: {success: ok, message: [m]}"
	const required = "response: {fields: {a: {type: string, required: true}}}"
	declared := []string{"response: Hopeless", required, "response: none"}
	b, h := operationsOf(t, keys, declared...), operationsOf(t, changed, declared...)
	hopeless, alike, other := pair{b[0], h[0]}, pair{b[1], h[1]}, pair{b[2], h[2]}
	require.Equal(t, Misread, Envelopes(pairsOf(new(int), hopeless)))
	require.Equal(t, Misread, Envelopes(pairsOf(new(int), hopeless, other)))
	require.Equal(t, ReadAlike, Envelopes(pairsOf(new(int), hopeless, alike)))
	require.Equal(t, ReadAlike, Envelopes(pairsOf(new(int), alike, hopeless)))
}
