package hiding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// answerWithCanaries is a response with canaries in its header and its body.
func answerWithCanaries(status int, contentType, body string) *http.Response {
	return &http.Response{
		StatusCode: status, ContentLength: -1, Body: io.NopCloser(strings.NewReader(body)),
		Header: http.Header{"Content-Type": {contentType}, "Set-Cookie": {canary}, "Location": {"https://" + canary + "@host/" + canary}},
	}
}

// bearer is a transport that holds a credential, and is no pointer.
type bearer struct {
	Token string
	send  func(*http.Request) (*http.Response, error)
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) { return b.send(r) }

// secrets holds a value of each type of package api that may hold a credential or
// personal data, and of a generated package, with canaries in all of it.
func secrets(t *testing.T) map[string][]any {
	problem := &api.Problem{
		Type: canary, Title: "Conflict", Status: 409, Detail: canary, Instance: canary, Header: http.Header{"Set-Cookie": {canary}},
		Errors: []api.Violation{{Field: "/" + canary, Rule: canary, Message: canary}},
	}
	failure := &api.Error{
		Operation: &api.Operation{Area: "claims", Name: "get_claim"}, Status: 409, Header: http.Header{"Set-Cookie": {canary}, "Location": {"/" + canary}},
		Body: []byte(canary), Problem: problem, Messages: []string{canary},
	}
	invalid, _ := errors.AsType[*api.ValidationError](error(failure))
	var calls []*api.Invocation
	send := func(*http.Request) (*http.Response, error) {
		return answerWithCanaries(200, "application/json", `"`+canary+`"`), nil
	}
	options := []api.ClientOption{
		api.WithHTTPClient(&http.Client{Transport: bearer{canary, send}}), api.WithBearerToken(canary), api.WithHeader("X-Key", canary),
		api.WithBodyField("key", canary), api.WithFaults(api.Fault{Operation: "claims.other", Status: 503}),
		api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
			return func(ctx context.Context, i *api.Invocation) error {
				calls = append(calls, i)
				return next(ctx, i)
			}
		}),
	}
	caller, err := api.NewCaller("http://host", options...)
	require.NoError(t, err)
	client := claims.NewClientWithCaller(caller)
	raw, err := client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("1")})
	require.NoError(t, err)
	require.Len(t, calls, 1)
	request := &contacts.ModifyContactRequest{ID: new("1"), SSN: new(canary)}
	fake := new(contacts.Fake)
	var received api.ReceivedRequest
	fake.ModifyContactFunc = func(ctx context.Context, _ *contacts.ModifyContactRequest) (*contacts.ModifyContactResponse, error) {
		received = api.RequestFromContext(ctx)
		return new(contacts.ModifyContactResponse), nil
	}
	fakes, err := contacts.NewFakeClient(fake, api.WithBearerToken(canary))
	require.NoError(t, err)
	_, err = fakes.ModifyContact(t.Context(), request)
	require.NoError(t, err)
	require.Contains(t, string(received.Raw()), canary)
	credentials, served := asServed(t, fake)

	var dry api.DryRun
	_, err = client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("1")}, api.WithDryRun(func(_ context.Context, d api.DryRun) { dry = d }))
	require.ErrorIs(t, err, api.ErrDryRun)
	require.Contains(t, string(dry.Body()), canary)
	clientCredentials := api.ClientCredentials{TokenURL: "http://host/" + canary, ID: canary, Secret: canary}

	return map[string][]any{
		"DryRun":            {dry, &dry},
		"ClientCredentials": {clientCredentials, &clientCredentials},
		"Done":              {api.Done[*contacts.ModifyContactRequest]{Value: request}},
		"Caller":            {caller, *caller, client, *client, struct{ C *claims.Client }{client}},
		"CallOption":        {api.WithBearerToken(canary), api.WithBasicAuth("a", canary), api.WithHeader("X-Key", canary), api.WithBodyField("key", canary)},
		"ClientOption":      {options},
		"HandlerOption":     {api.WithServerBodyCredential("key")},
		"Credentials":       {credentials, &credentials},
		"Invocation":        {calls[0], *calls[0]},
		"ServerRequest":     {served, *served},
		"Error":             {failure, *failure},
		"Problem":           {problem, *problem},
		"ValidationError":   {invalid, *invalid},
		"PanicError":        {&api.PanicError{Value: canary, Stack: []byte("main.go:1")}},
		"Received":          {raw.Received},
		"ReceivedRequest":   {received},
		"FakeCall":          {fake.Calls()[0], fake},
		"Nullable":          {api.Value(canary), api.Value([]string{canary}), api.Value[any](canary)},
		"request":           {request, *request},
	}
}

// asServed returns what an authenticator and a middleware see of a request with
// canaries.
func asServed(t *testing.T, s contacts.Service) (credentials api.Credentials, served *api.ServerRequest) {
	h, err := api.NewHandler(contacts.Routes(s), api.WithServerBodyCredential("key"),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			credentials = c
			return ctx, nil
		}),
		api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
			return func(ctx context.Context, r *api.ServerRequest) error {
				served = r
				return next(ctx, r)
			}
		}))
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPost, "/api/v2/contacts/modify_contact", strings.NewReader(`{"id":"1","key":"`+canary+`"}`))
	r.Header.Set("Authorization", canary)
	h.ServeHTTP(httptest.NewRecorder(), r)
	require.Equal(t, canary, credentials.Header().Get("Authorization"))
	require.Equal(t, canary, credentials.Body()["key"])
	require.Equal(t, canary, served.Header().Get("Authorization"))
	return credentials, served
}

// failures returns the errors among the secrets.
func failures(t *testing.T) (list []error) {
	for _, values := range secrets(t) {
		for _, v := range values {
			if err, ok := v.(error); ok {
				list = append(list, err)
			}
		}
	}
	require.Len(t, list, 4)
	return list
}

// Whatever a value is printed by, what it holds of credentials and of the other side's
// texts is not shown.
func TestNoTypeOfTheRuntimeShowsASecret(t *testing.T) {
	var f finder
	for name, values := range secrets(t) {
		for _, v := range values {
			f.checkPrinting(name, v, name != "request" && name != "Done" && name != "Nullable" && name != "FakeCall" || reflect.TypeOf(v) == reflect.TypeFor[api.FakeCall]())
		}
	}
	for _, err := range []error{fmt.Errorf("x: %w", failures(t)[0]), errors.Join(failures(t)...)} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X"} {
			f.findTrace("an error around others by "+verb, fmt.Sprintf(verb, err))
		}
		var out bytes.Buffer
		slog.New(slog.NewJSONHandler(&out, nil)).Info("", "one", err, "list", []error{err}, "held", struct{ Err error }{err}, "map", map[string]error{"x": err})
		slog.New(slog.NewTextHandler(&out, nil)).Info("", "one", err, "list", []error{err}, "held", struct{ Err error }{err}, "map", map[string]error{"x": err})
		f.findTrace("the log of an error around others", out.String())
	}
	f.checkPrinting("RawResponse", &api.RawResponse{Raw: json.RawMessage(`"` + canary + `"`)}, false)
	f.checkPrinting("UnknownVariant", &api.UnknownVariant{Tag: "x", Body: api.Object{canary: canary}}, false)
	require.Empty(t, f.faults)
}

// The verb %w outside of Errorf prints every field, whatever methods a type has, so a
// secret is out of its reach only behind a pointer. An Error and a Problem have fields
// that people read, so that go vet finds this verb has to do for them.
func TestTheWrongVerbShowsNoCredential(t *testing.T) {
	var f finder
	for _, name := range []string{"Caller", "CallOption", "ClientOption", "HandlerOption", "Received", "ReceivedRequest", "Credentials", "Invocation", "ServerRequest"} {
		for _, v := range secrets(t)[name] {
			f.findTrace(fmt.Sprintf("%T", v), fmt.Sprintf(wrongVerb, v))
			for _, holder := range holders(reflect.ValueOf(v)) {
				f.findTrace(fmt.Sprintf("%T", holder), fmt.Sprintf(wrongVerb, holder))
			}
		}
	}
	require.Empty(t, f.faults)
}

// fmt calls no methods of values in unexported fields, nor if the verb does not fit, such as
// %s for a pointer in a list. Tests may compare what was received.
func TestNothingShowsWhatWasReceived(t *testing.T) {
	send := func(*http.Request) (*http.Response, error) {
		return answerWithCanaries(200, "application/json", `{"success":true,"data":{"contact_id":"1"},"total":"`+canary+`"}`), nil
	}
	client, err := contacts.NewClient("http://host", api.WithHTTPClient(&http.Client{Transport: bearer{"", send}}), api.WithEnvelope())
	require.NoError(t, err)
	res, err := client.NewContact(t.Context(), &contacts.NewContactRequest{Name: "x", Addresses: []contacts.AddressEntry{{}}})
	require.NoError(t, err)
	require.Contains(t, string(res.Received.Envelope()), canary)
	require.Equal(t, &contacts.NewContactResponse{ContactID: "1", Received: res.Received}, res)
	type held struct {
		res      contacts.NewContactResponse
		pointer  *contacts.NewContactResponse
		received api.Received
	}
	var f finder
	for _, v := range []any{held{*res, res, res.Received}, &held{*res, res, res.Received}, []*contacts.NewContactResponse{res}, []contacts.NewContactResponse{*res}, struct{ Res *contacts.NewContactResponse }{res}} {
		f.checkPrinted(fmt.Sprintf("%T", v), v, true)
		f.findTrace(fmt.Sprintf("%T by a wrong verb", v), fmt.Sprintf(wrongVerb, v))
	}
	require.Empty(t, f.faults)
}

var wrongVerb = "%w %!w" // a variable, so that vet does not read it

// A new type must be tried above, or be listed as one without secrets.
func TestEveryTypeOfTheRuntimeIsTried(t *testing.T) {
	tried := secrets(t)
	for _, name := range []string{
		"RawResponse", "UnknownVariant", // above
		"EmptyResponse", // holds a Received alone
		"Auth", "Authenticator", "Break", "Effect", "Empty", "Envelope", "Failure", "Fault", "Limits", "Object", "Operation", "RetryPolicy", "RoundTripFunc", "Route", "ServeFunc",
		"Deprecation", "Drift", "Violation", // to be printed field by field
	} {
		tried[name] = nil
	}
	files, err := filepath.Glob("../../../api/*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() && file.Name.Name == "api" && !strings.HasSuffix(name, "_test.go") {
				_, ok := tried[spec.Name.Name]
				require.True(t, ok, spec.Name.Name)
			}
			return true
		})
	}
}
