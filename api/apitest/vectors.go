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
			for _, fault := range append(tryClient(t.Context(), r, call, v), tryServer(op, r, v)...) {
				t.Error(fault)
			}
		})
	}
}

// tryClient calls with a request and returns the faults of the body that was sent. It
// ignores the response.
func tryClient[Req, Res any](
	ctx context.Context, r *Recorder,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error), v Vector[Req],
) []string {
	if v.Sent == nil {
		return nil
	}
	r.body, r.request = nil, nil
	_, err := call(ctx, v.Sent)
	switch invalid, ok := errors.AsType[*api.ValidationError](err); {
	case v.Refused != nil && r.body != nil:
		return []string{fmt.Sprintf("client: sent %s, and should refuse it: %q", r.body, v.Refused)}
	case v.Refused != nil && !ok:
		return []string{fmt.Sprintf("client: the error is %v, and should say %q", err, v.Refused)}
	case v.Refused != nil:
		return sameViolations("client", invalid.Violations, v.Refused)
	case r.body == nil:
		return []string{fmt.Sprintf("client: sent nothing, and should send %s: %v", v.Body, err)}
	case string(r.body) != v.Body:
		return []string{differ("client: the body", string(r.body), v.Body)}
	default:
		return nil
	}
}

// tryServer posts both texts to a server and returns the faults of the requests that
// reach the service.
func tryServer[Req any](op *api.Operation, r *Recorder, v Vector[Req]) []string {
	if v.Refused != nil {
		if v.Posted == nil {
			return nil
		}
		return tryRefused(op, r, *v.Posted, v.Refused)
	}
	served, faults := accepted(op, r, "the body", v.Body, v.Body)
	if v.Posted == nil {
		return faults
	}
	settled, more := accepted(op, r, "the request", *v.Posted, v.Body)
	faults = append(faults, more...)
	if len(faults) == 0 && !reflect.DeepEqual(settled, served) {
		faults = append(faults, "server: the service is given another request than for the body, although both are sent alike; a rule is not settled")
	}
	return faults
}

// accepted posts a text. It returns the request that reaches the service, and its faults.
func accepted(op *api.Operation, r *Recorder, what, text, body string) (request any, faults []string) {
	res := post(op, r, text)
	if r.request == nil {
		return nil, []string{fmt.Sprintf("server: %s was refused: %d %s", what, res.Code, res.Body)}
	}
	again := string(r.request.(interface{ AppendJSON([]byte) []byte }).AppendJSON(nil))
	if again == "{}" {
		again = op.Empty.Body()
	}
	if again != body {
		faults = append(faults, differ("server: "+what+", encoded again,", again, body))
	}
	return r.request, faults
}

// tryRefused posts a text and returns the faults of the refusal.
func tryRefused(op *api.Operation, r *Recorder, text string, want []string) []string {
	res := post(op, r, text)
	if r.request != nil {
		return []string{fmt.Sprintf("server: the service was called, and should not be: %q", want)}
	}
	// Text that is not JSON gets status 400, a broken rule 422.
	status := http.StatusUnprocessableEntity
	if slices.ContainsFunc(want, func(violation string) bool { return unreadable[violation[strings.LastIndexByte(violation, ' ')+1:]] }) {
		status = http.StatusBadRequest
	}
	place := "errors"
	if e := op.Envelope; e != nil && e.Success != "" {
		status, place = cmp.Or(e.FailureStatus, status), e.Violations
	}
	var refusal map[string]json.RawMessage
	var violations []api.Violation
	err := json.Unmarshal(res.Body.Bytes(), &refusal)
	if err == nil && place != "" {
		err = json.Unmarshal(refusal[place], &violations)
	}
	switch {
	case err != nil || res.Code != status:
		return []string{fmt.Sprintf("server: the response was %d %s, and should be %d with %q", res.Code, res.Body, status, want)}
	case place == "": // the envelope has no member for violations
		return nil
	default:
		return sameViolations("server", violations, want)
	}
}

var unreadable = map[string]bool{api.RuleJSON: true, api.RuleUTF8: true, api.RuleDepth: true, api.RuleItemsLimit: true}

// post passes a text to the server, without a network.
func post(op *api.Operation, r *Recorder, text string) *httptest.ResponseRecorder {
	r.body, r.request = nil, nil
	req := httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(text))
	req.Header.Set("Content-Type", "application/json")
	res := httptest.NewRecorder()
	r.handler.ServeHTTP(res, req)
	return res
}

// sameViolations compares violations regardless of their order: a server notices missing
// members while it reads, and a client checks in the order of the catalog.
func sameViolations(side string, violations []api.Violation, want []string) []string {
	var got []string
	for _, v := range violations {
		got = append(got, strings.TrimSpace(v.Field+" "+v.Rule))
	}
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if slices.Equal(got, want) {
		return nil
	}
	return []string{fmt.Sprintf("%s: the violations are %q, and should be %q", side, got, want)}
}

// differ shows two texts below each other.
func differ(what, got, want string) string {
	return fmt.Sprintf("%s is not what it should be\n\tgot  %s\n\twant %s", what, got, want)
}
