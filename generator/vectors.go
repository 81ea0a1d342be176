package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// vectorTests emits the file of the tests for the wire vectors of an area, nil if there are
// none.
func vectorTests(a *catalog.Area, set vectors.Set) []string {
	var calls, methods, tests []declaration
	for _, op := range a.Operations {
		if vs := set[op]; vs != nil {
			calls = append(calls, declaration{op.GoName, "vectorsOf" + op.GoName + "(t, s, client)"})
			methods = append(methods, declaration{op.GoName, recordMethod(op)})
			tests = append(tests, declaration{op.GoName, vectorTable(op, vs)})
		}
	}
	if tests == nil {
		return nil
	}
	return slices.Concat([]string{
		"type service struct {\nUnimplementedService\nrecorder apitest.Recorder\n}",
		`func TestVectors(t *testing.T) {
			s := new(service)
			client := NewClientWithCaller(apitest.Serve(t, &s.recorder, Routes(s)))
			` + strings.Join(sorted(calls), "\n") + "\n}",
	}, sorted(methods), sorted(tests))
}

// recordMethod emits a method of the service of the tests.
func recordMethod(op *catalog.Operation) string {
	return fmt.Sprintf(`func (s *service) %s(_ context.Context, req *%s) (*%[3]s, error) {
		return apitest.Record[%[3]s](&s.recorder, req)
	}`, op.GoName, op.Request.GoName, op.Response.GoName)
}

// vectorTable emits the vectors of an operation.
func vectorTable(op *catalog.Operation, vs []*vectors.Vector) string {
	var requests, responses, calls []string
	for _, v := range vs {
		if v.Response == nil {
			requests = append(requests, vectorRow(op, v))
		} else {
			responses = append(responses, outcomeRow(op, v))
		}
	}
	if requests != nil {
		calls = append(calls, fmt.Sprintf(
			"apitest.TryVectors(t, op%[1]s, &s.recorder, client.%[1]s, []apitest.Vector[%s]%s)",
			op.GoName, op.Request.GoName, lines("{}", requests)))
	}
	if responses != nil {
		calls = append(calls, tryOutcomes(op, responses))
	}
	return "func vectorsOf" + op.GoName + "(t *testing.T, s *service, client *Client) " + block(calls...)
}

// tryOutcomes emits the test of whole responses to a minimal request. If no sample of a
// request is found, it emits a test that is skipped with the reason.
func tryOutcomes(op *catalog.Operation, rows []string) string {
	request, ok := sample.Request(op, sample.Minimal)
	if !ok {
		return fmt.Sprintf(`t.Run(%q, func(t *testing.T) {
			t.Skip("no sample was found that satisfies every rule of this operation and is not too large")
		})`, op.Name)
	}
	sent := op.Request.GoName + structLiteral(op.Request, objectOf(request), request)
	return fmt.Sprintf("apitest.TryOutcomes(t, op%[1]s, &s.recorder, client.%[1]s, &%s, []apitest.Outcome[%s]%s)",
		op.GoName, sent, op.Response.GoName, lines("{}", rows))
}

// outcomeRow emits a vector about a response: its text, and the values that a service
// returns and a client receives.
func outcomeRow(op *catalog.Operation, v *vectors.Vector) string {
	r := v.Response
	var m members
	m.add(true, "Name", strconv.Quote(v.Name))
	m.add(r.Status != 200, "Status", strconv.Itoa(r.Status))
	m.add(true, "Body", raw(r.Body))
	if !r.Failed {
		m.add(true, "Response", "&"+op.Response.GoName+responseLiteral(op, r))
	}
	if r.Siblings != nil {
		s := op.Envelope.Siblings
		m.add(true, "Siblings", "&"+s.GoName+structLiteral(s, r.Siblings, nil))
	}
	if r.Failure != nil {
		m.add(true, "Failure", "apitest.Failed(&"+op.Failure.Shape().GoName+goValue(op.Failure.Type, r.Failure)+")")
	}
	m.add(r.Says != nil, "Says", texts(r.Says))
	m.add(!slices.Equal(r.Says, r.Messages), "Messages", texts(r.Messages))
	m.add(!v.Server, "Received", "true")
	return lines("{}", m)
}

// responseLiteral returns the response of a success, without the name of its type.
func responseLiteral(op *catalog.Operation, r *vectors.Response) string {
	switch of := op.Response; {
	case of.Nothing:
		return "{}"
	case !of.Shown:
		return "{Raw: json.RawMessage(" + raw(r.Raw) + ")}"
	case of.Whole != nil:
		return braces(memberLiteral(of.Whole, r.Value))
	default:
		object, _ := r.Value.(vectors.Object)
		return structLiteral(of.Shape, object, nil)
	}
}

// vectorRow emits a vector about a request: the inputs of a client and a server, and the
// result.
func vectorRow(op *catalog.Operation, v *vectors.Vector) string {
	var m members
	m.add(true, "Name", strconv.Quote(v.Name))
	m.add(v.Client, "Sent", "&"+op.Request.GoName+structLiteral(op.Request, v.Value, nil))
	m.add(v.Server, "Posted", "new("+raw(v.Request)+")")
	m.add(v.Violations == nil, "Body", raw(v.Body))
	m.add(v.Violations != nil, "Refused", texts(v.Violations))
	return lines("{}", m)
}
