package soundness

import (
	"encoding/json"
	"net/http"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/report"
)

// around are values of the keys that say what is around bodies. RECORD and UNION stand for names
// of types.
var around = map[string][]string{
	"envelope": {
		"{success: ok, data: data}", "{success: ok, data: result}", "{success: ok, message: [error]}", "{success: ok, message: [why]}",
		"{success: ok, data: data, message: [error]}", "{success: ok, data: data, message: [why]}", "{success: ok, data: data, message: [why], failure_status: 200}", "{success: {code: 0}, data: data}",
	},
	"failure": {"{type: RECORD, status: 409}", "{type: RECORD, status: 410}", "{type: RECORD}", "{type: RECORD, status: 409, member: problem}", "{type: UNION, status: 409}"},
	"auth":    {"none", "[bearer]", "[basic]", "[bearer, basic]", "[{header: X-Key}]", "[{body_field: api_key}]"},
}

// around returns a value of a key.
func (m maker) around(d *document, key string) string {
	return strings.NewReplacer("RECORD", pick(m, d.Records...).Name, "UNION", pick(m, d.Unions...).Name).Replace(pick(m, around[key]...))
}

// exchanged is what calls show of what is around bodies.
func (p pair) exchanged() []effect {
	var all []effect
	add := func(whom party, least report.Verdict, shown string) {
		all = append(all, effect{op: p, party: whom, least: least, shown: shown})
	}
	// Responses and failures are the same on both sides.
	response := p.base.Response
	before, after := open(p.base.Operation, response), open(p.head.Operation, response)
	for _, body := range responsesOf(p.base.Operation) {
		responds := func() (json.RawMessage, error) { return json.RawMessage(body), nil }
		was, is := before.Exchange(before, responds), before.Exchange(after, responds)
		got, gets := string(was.Response), string(is.Response)
		if response.Shown && !response.Lenient && was.Err == nil && is.Err == nil {
			got, _ = before.Sent(got)
			gets, _ = before.Sent(gets)
		}
		switch {
		case was.Err != nil:
		case is.Err != nil:
			add(oldClients, report.Breaks, "an old client cannot read "+is.Body+": "+is.Err.Error())
		case got != gets:
			least := report.Breaks
			if response.Shown { // what is missing was not required, or becomes zero
				least = report.Shifts
			}
			add(oldClients, least, "an old client read "+got+" and reads "+gets)
		}
	}
	before, after = open(p.base.Operation, anyResponse), open(p.head.Operation, anyResponse)
	if failure := failureOf(p.base.Operation); failure != nil {
		fails := func() (json.RawMessage, error) { return nil, failure }
		if was, is := before.Describe(before.Exchange(before, fails)), before.Describe(before.Exchange(after, fails)); was != is {
			add(oldClients, report.Shifts, "an old client learned of "+was+" and learns of "+is)
		}
	}
	if p.base.Auth == nil || p.head.Auth == nil { // one says nothing
		return all
	}
	for _, w := range waysOf(p.base.Auth) {
		if p.base.Auth.Admits(w) && !p.head.Auth.Admits(w) {
			add(oldRequests, report.Breaks, "a caller with "+w.Words()+" is refused")
		}
	}
	for _, w := range waysOf(p.head.Auth) {
		if !p.base.Auth.Admits(w) && p.head.Auth.Admits(w) {
			add(services, report.Shifts, "a caller with "+w.Words()+" is let in")
		}
	}
	return all
}

// anyResponse is a response that may be anything.
var anyResponse = &catalog.Response{Shape: new(catalog.Shape)}

// open is an operation that anyone may call, with another response.
func open(op *catalog.Operation, response *catalog.Response) *interpreter.Operation {
	o := *op
	o.Auth, o.Response = nil, response
	return interpreter.NewForMadeUp(&o)
}

// responsesOf are small and large responses of an operation.
func responsesOf(op *catalog.Operation) []string {
	if !op.Response.Shown {
		return []string{`{"key":"x"}`}
	}
	var all []string
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		if r, ok := sample.Response(op, size); ok {
			all = append(all, r.JSON())
		}
	}
	return all
}

// failureOf is a failure of an operation, as its service returns it.
func failureOf(op *catalog.Operation) error {
	if op.Failure == nil {
		return &api.Problem{Status: http.StatusConflict, Detail: "No."}
	}
	r, ok := sample.Shape(op.Failure.Shape(), sample.Full)
	if !ok {
		return nil
	}
	raw := json.RawMessage(r.JSON())
	return api.Fail(&raw, "No.")
}

// waysOf are the ways to be let in; no credential is one if anyone may call.
func waysOf(a *catalog.Auth) []*catalog.Way {
	if a.None {
		return []*catalog.Way{new(catalog.Way)}
	}
	return a.Ways
}
