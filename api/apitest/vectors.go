package apitest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// Tests of requests, by the wire vectors of the catalog. They say byte for byte what is sent, so that a
// change of generated code that changes a request is noticed, whatever the code looks like.

// Vector is a request and its result: the body that is sent, or the violations. Its values are
// test data: unlike those of real requests, they are printed if a test fails.
type Vector[Req any] struct {
	Name    string
	Sent    *Req     // request of the client, nil for none
	Posted  *string  // body that the server receives, nil for none
	Body    string   // JSON text that is sent, byte for byte; "" if the request is refused
	Refused []string // the violations, pointer and rule ("/name non-blank"), in any order
}

// TryVectors tests each vector in a subtest. A client must send exactly the body, or nothing if
// the request is refused. A server that receives the posted text or the body must call the
// service with the same request, whose encoding is the body, or respond with the violations
// and not call the service.
func TryVectors[Req, Res any](
	t *testing.T, op *api.Operation, r *Recorder,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), vectors []Vector[Req],
) {
	t.Helper()
	for _, v := range vectors {
		t.Run(op.Name+"/"+v.Name, func(t *testing.T) {
			t.Helper()
			r.response = new(Res)
			send := func() error {
				_, err := call(t.Context(), v.Sent)
				return err
			}
			v.tryClient(t, r, send)
			v.tryServer(t, op, r)
		})
	}
}

// tryClient tests the body that a call sends. It ignores the response.
func (v Vector[Req]) tryClient(t testing.TB, r *Recorder, call func() error) {
	t.Helper()
	if v.Sent == nil {
		return
	}
	r.body = nil
	r.request = nil
	err := call()
	invalid, ok := errors.AsType[*api.ValidationError](err)
	switch {
	case v.Refused != nil && r.body != nil:
		t.Errorf("client: sent %s, and should refuse it: %q", r.body, v.Refused)
	case v.Refused != nil && !ok:
		t.Errorf("client: the error is %v, and should say %q", err, v.Refused)
	case v.Refused != nil:
		sameViolations(t, "client", invalid.Violations, v.Refused)
	case r.body == nil:
		t.Errorf("client: sent nothing, and should send %s: %v", v.Body, err)
	case string(r.body) != v.Body:
		t.Error(differ("client: the body", string(r.body), v.Body))
	}
}

// tryServer posts both texts to a server and tests the requests that reach the service. The posted text
// may have defaults left out or members that are not sent; a server settles them, so that the service
// gets the same request as for the body.
func (v Vector[Req]) tryServer(t testing.TB, op *api.Operation, r *Recorder) {
	t.Helper()
	if v.Refused != nil {
		v.tryRefused(t, op, r)
		return
	}
	served := accepted(t, op, r, "the body", v.Body, v.Body)
	if v.Posted == nil {
		v.tryDecode(t, op, v.Body, served)
		return
	}
	settled := accepted(t, op, r, "the request", *v.Posted, v.Body)
	if served != nil && settled != nil && !reflect.DeepEqual(settled, served) {
		t.Error("server: the service is given another request than for the body, although both " +
			"are sent alike; a rule is not settled: a default was not filled in, or a member " +
			"that is not sent was kept")
		return
	}
	v.tryDecode(t, op, *v.Posted, settled)
}

// tryRefused posts a request that the server has to refuse, unless only a client can send it.
func (v Vector[Req]) tryRefused(t testing.TB, op *api.Operation, r *Recorder) {
	t.Helper()
	if v.Posted == nil {
		return
	}
	tryRefused(t, op, r, *v.Posted, v.Refused)
	if r.request == nil {
		v.tryRefusedDecode(t, *v.Posted)
	}
}

// tryDecode decodes a text with UnmarshalJSON, which must return the request that the service was
// called with.
func (v Vector[Req]) tryDecode(t testing.TB, op *api.Operation, text string, served any) {
	t.Helper()
	if served == nil || op.Empty != "" || text == "" { // a handler reads other bodies as {}
		return
	}
	decoded := new(Req)
	if err := json.Unmarshal([]byte(text), decoded); err != nil {
		t.Errorf("UnmarshalJSON: refused %s, and should not: %v", text, err)
	} else if !reflect.DeepEqual(any(decoded), served) {
		t.Errorf("UnmarshalJSON: decoded %s as another request than the service is given", text)
	}
}

// tryRefusedDecode decodes a text that the server refuses.
func (v Vector[Req]) tryRefusedDecode(t testing.TB, text string) {
	t.Helper()
	if json.Unmarshal([]byte(text), new(Req)) == nil {
		t.Errorf("UnmarshalJSON: decoded %s, and should refuse it: %q", text, v.Refused)
	}
}

// accepted posts a text and returns the request that reaches the service, nil if there is none
// or its encoding is not the body.
func accepted(t testing.TB, op *api.Operation, r *Recorder, what, text, body string) (request any) {
	t.Helper()
	res := post(op, r, text)
	if r.request == nil {
		t.Errorf("server: %s was refused: %d %s", what, res.Code, res.Body)
		return nil
	}
	request = r.request
	encoded := request.(interface{ AppendJSON([]byte) []byte }).AppendJSON(nil)
	again := string(encoded)
	if again == "{}" {
		again = op.Empty.Body()
	}
	if again != body {
		t.Error(differ("server: "+what+", encoded again,", again, body))
		return nil
	}
	return request
}

// tryRefused posts a text and tests the refusal.
func tryRefused(t testing.TB, op *api.Operation, r *Recorder, text string, want []string) {
	t.Helper()
	res := post(op, r, text)
	if r.request != nil {
		t.Errorf("server: the service was called, and should not be: %q", want)
		return
	}
	status := refusalStatus(want)
	member := "errors" // with the violations
	if e := op.Envelope; e != nil && e.Success != "" {
		status = cmp.Or(e.FailureStatus, status)
		member = e.Violations // "" if the envelope has none
	}
	violations, err := violationsIn(res.Body.Bytes(), member)
	if err != nil || res.Code != status {
		t.Errorf("server: the response was %d %s, and "+
			"should be %d with %q", res.Code, res.Body, status, want)
		return
	}
	if member != "" {
		sameViolations(t, "server", violations, want)
	}
}

// refusalStatus returns the status of a problem with violations: 400 for text that cannot be read,
// 422 for broken rules.
func refusalStatus(violations []string) int {
	for _, violation := range violations {
		rule := violation[strings.LastIndexByte(violation, ' ')+1:]
		if unreadable[rule] {
			return http.StatusBadRequest
		}
	}
	return http.StatusUnprocessableEntity
}

// unreadable are the rules about the text, which end the reading.
var unreadable = map[string]bool{
	api.RuleJSON:       true,
	api.RuleUTF8:       true,
	api.RuleDepth:      true,
	api.RuleItemsLimit: true,
}

// violationsIn returns the violations in a member of a body. If the member is "", it only checks
// that the body is an object.
func violationsIn(body []byte, member string) (violations []api.Violation, err error) {
	var refusal map[string]json.RawMessage
	err = json.Unmarshal(body, &refusal)
	if err != nil || member == "" {
		return nil, err
	}
	err = json.Unmarshal(refusal[member], &violations)
	return violations, err
}

// post passes a text to the server, without a network.
func post(op *api.Operation, r *Recorder, text string) *httptest.ResponseRecorder {
	r.body = nil
	r.request = nil
	req := httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(text))
	req.Header.Set("Content-Type", "application/json")
	res := httptest.NewRecorder()
	r.serve(res, req)
	return res
}

// sameViolations compares violations regardless of their order: a server notices missing
// members while it reads, and a client checks in the order of the catalog.
func sameViolations(t testing.TB, side string, violations []api.Violation, want []string) {
	t.Helper()
	var got []string
	for _, v := range violations {
		got = append(got, strings.TrimSpace(v.Field+" "+v.Rule))
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: the violations are %q, and should be %q", side, got, want)
	}
}

// differ shows two texts below each other.
func differ(what, got, want string) string {
	return fmt.Sprintf("%s is not what it should be\n\tgot  %s\n\twant %s", what, got, want)
}
