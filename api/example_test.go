package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// Generated code declares what follows for an operation.
type (
	getClaimRequest struct {
		ClaimID string `json:"claim_id"`
	}
	getClaimResponse struct {
		Status string `json:"status"`
	}
)

var opGetClaim = &api.Operation{Area: "claims", Name: "get_claim", Path: "/claims/get_claim", Effect: api.Read}

func decodeGetClaimRequest(d *wire.Decoder) *getClaimRequest {
	r := new(getClaimRequest)
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "claim_id":
			r.ClaimID = d.String(0)
		}
	}
	d.Require(0, "claim_id")
	return r
}

func (r *getClaimResponse) AppendJSON(b []byte) []byte {
	return wire.CloseObject(wire.AppendString(append(b, '{'), `"status":`, r.Status))
}

// A service chooses the status of a failure by returning a Problem. Any other
// error is answered with 500 and not a word of it.
func getClaim(_ context.Context, req *getClaimRequest) (*getClaimResponse, error) {
	if req.ClaimID != "C-1" {
		return nil, &api.Problem{Status: http.StatusNotFound, Detail: "there is no such claim"}
	}
	return &getClaimResponse{Status: "open"}, nil
}

type callerKey struct{}

func authenticate(ctx context.Context, c api.Credentials) (context.Context, error) {
	token, ok := strings.CutPrefix(c.Header().Get("Authorization"), "Bearer ")
	if !ok {
		return nil, errors.New("no token") // answered with 401
	}
	if token != "ada" && c.Operation.Effect != api.Read {
		return nil, &api.Problem{Status: http.StatusForbidden, Detail: "you may only read"}
	}
	return context.WithValue(ctx, callerKey{}, token), nil
}

func ExampleNewHandler() {
	handler, err := api.NewHandler(
		[]api.Route{wire.Handle(opGetClaim, decodeGetClaimRequest, getClaim)},
		api.WithServerAuthenticator(authenticate),
	)
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()

	for _, call := range [][2]string{
		{"Bearer ada", `{"claim_id":"C-1"}`},
		{"Bearer ada", `{"claim_id":"C-2"}`},
		{"Bearer ada", `{"claim":"C-1"}`},
		{"", `{"claim_id":"C-1"}`},
	} {
		req, _ := http.NewRequest(http.MethodPost, server.URL+opGetClaim.Path, strings.NewReader(call[1]))
		req.Header.Set("Authorization", call[0])
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			panic(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		fmt.Printf("%s\n", body)
	}
	// Output:
	// {"status":"open"}
	// {"title":"Not Found","status":404,"detail":"there is no such claim"}
	// {"title":"Unprocessable Entity","status":422,"detail":"the request body breaks rules of the operation","errors":[{"field":"/claim","rule":"unknown-field","message":"is not a field of this operation"},{"field":"/claim_id","rule":"required","message":"is required"}]}
	// {"title":"Unauthorized","status":401}
}

func ExampleProblem() {
	var err error = fmt.Errorf("reading the claim: %w", &api.Problem{
		Type:   "https://example.com/problems/locked",
		Title:  "The claim is locked",
		Status: http.StatusConflict,
		Detail: "somebody else works on it",
		Header: http.Header{"Retry-After": {"60"}},
	})
	if p, ok := errors.AsType[*api.Problem](err); ok {
		fmt.Println(p)
		fmt.Printf("%s\n", p.AppendJSON(nil))
	}
	// Output:
	// 409 The claim is locked
	// {"type":"https://example.com/problems/locked","title":"The claim is locked","status":409,"detail":"somebody else works on it"}
}

func ExampleObject_Decode() {
	settings := api.Object{"limits": map[string]any{"water": 5000}, "peril": "flood"}
	var s struct {
		Peril  string
		Limits map[string]int
	}
	if err := settings.Decode(&s); err != nil {
		panic(err)
	}
	fmt.Println(s.Peril, s.Limits["water"])
	// Output: flood 5000
}

func ExampleObjectFrom() {
	type settings struct {
		Peril  string         `json:"peril"`
		Limits map[string]int `json:"limits,omitempty"`
	}
	o, err := api.ObjectFrom(settings{Peril: "flood"})
	if err != nil {
		panic(err)
	}
	o["further"] = true
	fmt.Printf("%s\n", wire.AppendObject(nil, `"settings":`, o))
	_, err = api.ObjectFrom([]int{1})
	fmt.Println(err)
	// Output:
	// "settings":{"further":true,"peril":"flood"},
	// object from a []int: its JSON is not an object
}

func ExampleError() {
	var err error = &api.Error{Operation: opGetClaim, Status: http.StatusServiceUnavailable, RequestID: "7f"}
	if e, ok := errors.AsType[*api.Error](err); ok && e.Status == http.StatusServiceUnavailable {
		fmt.Println(e)
	}
	// Output: claims.get_claim: 503 Service Unavailable (request "7f")
}

// A program that needs two areas shares one caller between their clients, and with
// it the connections and the budget of retries.
func ExampleNewCaller() {
	areas := func(c *api.Caller) (*claims.Client, *contacts.Client) {
		return claims.FromCaller(c), contacts.FromCaller(c)
	}
	caller, err := api.NewCaller("https://host/prefix", api.WithBearerToken("secret"))
	if err != nil {
		panic(err)
	}
	_, _ = areas(caller)
	fmt.Println(caller)
	// Output: api.Caller(https://host/prefix)
}

// One handler serves the routes of two areas.
func ExampleNewHandler_areas() {
	routes := slices.Concat(claims.Routes(&claims.Fake{}), contacts.Routes(&contacts.Fake{}))
	options := []api.HandlerOption{api.WithServerAnonymous(), api.WithServerUnknownFields()}
	handler, err := api.NewHandler(routes, options...)
	fmt.Println(handler != nil, err)
	// Output: true <nil>
}

// A middleware may treat operations by what they do: this one keeps a dry run from
// changing anything.
func ExampleEffect() {
	dryRun := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			switch i.Operation.Effect {
			case api.Read:
				return next(ctx, i)
			case api.Idempotent, api.Write:
				return fmt.Errorf("dry run: %s is not sent", i.Operation)
			}
			return errors.New("unknown effect")
		}
	}
	client, err := contacts.NewFakeClient(&contacts.Fake{}, api.WithMiddleware(dryRun))
	if err != nil {
		panic(err)
	}
	_, err = client.UpdateContact(context.Background(), &contacts.UpdateContactRequest{})
	fmt.Println(err)
	// Output: dry run: contacts.update_contact is not sent
}

// An option of one's own is a func that returns one of this package.
func ExampleCallOption() {
	tenant := func(name string) api.CallOption { return api.WithHeader("X-Tenant", name) }
	print := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			fmt.Println(i.Header().Get("X-Tenant"))
			return next(ctx, i)
		}
	}
	client, err := claims.NewFakeClient(&claims.Fake{}, api.WithMiddleware(print))
	if err != nil {
		panic(err)
	}
	_, err = client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")}, tenant("north"))
	e, _ := errors.AsType[*api.Error](err)
	fmt.Println(e.Status == http.StatusNotImplemented)
	// Output:
	// north
	// true
}

// The rule of a violation tells a program what is wrong with a request.
func ExampleViolation() {
	err := (&claims.GetClaimRequest{}).Validate()
	invalid, _ := errors.AsType[*api.ValidationError](err)
	for _, v := range invalid.Violations {
		fmt.Println(v.Rule == api.RuleFirstOf, v.Message)
	}
	// Output: true needs at least one of claim_id, claim_number
}

// The calls of a fake print without sensitive values.
func ExampleFakeCall() {
	fake := &claims.Fake{}
	client, err := claims.NewFakeClient(fake)
	if err != nil {
		panic(err)
	}
	client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")})
	last := func(calls []api.FakeCall) api.FakeCall { return calls[len(calls)-1] }
	fmt.Println(last(fake.Calls()))
	// Output: claims.get_claim(claims.GetClaimRequest{ClaimID: "1"})
}
