package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

type claimsService struct{ claims.UnimplementedService }

// A service chooses the status of a failure by returning a Problem. Any other
// error becomes a response with status 500 without details.
func (claimsService) GetClaim(_ context.Context, req *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	if *req.ClaimID != "C-1" {
		return nil, &api.Problem{Status: http.StatusNotFound, Detail: "there is no such claim"}
	}
	return &claims.GetClaimResponse{Claim: api.Object{"status": "open"}}, nil
}

const getClaimPath = "/api/v2/claims/get_claim"

type callerKey struct{}

func authenticate(ctx context.Context, c api.Credentials) (context.Context, error) {
	token, ok := strings.CutPrefix(c.Header().Get("Authorization"), "Bearer ")
	if !ok {
		return nil, errors.New("no token") // the response has status 401
	}
	if token != "ada" && c.Operation.Effect != api.Read {
		return nil, &api.Problem{Status: http.StatusForbidden, Detail: "you may only read"}
	}
	return context.WithValue(ctx, callerKey{}, token), nil
}

func ExampleNewHandler() {
	handler := must(api.NewHandler(claims.Routes(claimsService{}), api.WithServerAuthenticator(authenticate)))
	server := httptest.NewServer(handler)
	defer server.Close()

	for _, call := range [][2]string{
		{"Bearer ada", `{"claim_id":"C-1"}`},
		{"Bearer ada", `{"claim_id":"C-2"}`},
		{"Bearer ada", `{"claim":"C-1"}`},
		{"", `{"claim_id":"C-1"}`},
	} {
		req, _ := http.NewRequest(http.MethodPost, server.URL+getClaimPath, strings.NewReader(call[1]))
		req.Header.Set("Authorization", call[0])
		res := must(http.DefaultClient.Do(req))
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		fmt.Printf("%s\n", body)
	}
	// Output:
	// {"claim":{"status":"open"}}
	// {"title":"Not Found","status":404,"detail":"there is no such claim"}
	// {"title":"Unprocessable Content","status":422,"detail":"the request body breaks rules of the operation","errors":[{"field":"/claim","rule":"unknown-field","message":"is not a field of this operation"},{"field":"","rule":"first-of","message":"needs at least one of claim_id, claim_number"}]}
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
	o := must(api.ObjectFrom(settings{Peril: "flood"}))
	o["further"] = true
	fmt.Printf("%s\n", wire.AppendObject(nil, `"settings":`, o))
	_, err := api.ObjectFrom([]int{1})
	fmt.Println(err)
	// Output:
	// "settings":{"further":true,"peril":"flood"},
	// object from a []int: its JSON is not an object
}

func ExampleError() {
	var err error = &api.Error{Operation: &api.Operation{Area: "claims", Name: "get_claim"}, Status: http.StatusServiceUnavailable, RequestID: "7f"}
	if e, ok := errors.AsType[*api.Error](err); ok && e.Status == http.StatusServiceUnavailable {
		fmt.Println(e)
	}
	// Output: claims.get_claim: 503 Service Unavailable (request "7f")
}

// The clients of two areas share a caller, with its connections and its budget of retries.
func ExampleNewCaller() {
	areas := func(c *api.Caller) (*claims.Client, *contacts.Client) {
		return claims.NewClientWithCaller(c), contacts.NewClientWithCaller(c)
	}
	caller := must(api.NewCaller("https://host/prefix", api.WithBearerToken("secret")))
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

// A middleware can decide by the effect of an operation: this one blocks changes in a dry
// run.
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
	client := must(contacts.NewFakeClient(&contacts.Fake{}, api.WithMiddleware(dryRun)))
	_, err := client.UpdateContact(context.Background(), &contacts.UpdateContactRequest{})
	fmt.Println(err)
	// Output: dry run: contacts.update_contact is not sent
}

// Your own option is a func that returns an option of this package.
func ExampleCallOption() {
	tenant := func(name string) api.CallOption { return api.WithHeader("X-Tenant", name) }
	print := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			fmt.Println(i.Header().Get("X-Tenant"))
			return next(ctx, i)
		}
	}
	client := must(claims.NewFakeClient(&claims.Fake{}, api.WithMiddleware(print)))
	_, err := client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")}, tenant("north"))
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
	client := must(claims.NewFakeClient(fake))
	client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")})
	last := func(calls []api.FakeCall) api.FakeCall { return calls[len(calls)-1] }
	fmt.Println(last(fake.Calls()))
	// Output: claims.get_claim(claims.GetClaimRequest{ClaimID: "1"})
}

// serveClaims serves claims with options and returns a function that posts a
// body to it and prints the response.
func serveClaims(opts ...api.HandlerOption) (post func(body string)) {
	handler := must(claims.NewHandler(claimsService{}, opts...))
	return func(body string) {
		req := httptest.NewRequest(http.MethodPost, getClaimPath, strings.NewReader(body))
		req.Header.Set("X-Request-Id", "7f")
		res := httptest.NewRecorder()
		handler.ServeHTTP(res, req)
		got, _ := io.ReadAll(res.Result().Body)
		fmt.Printf("%d %s\n", res.Code, got)
		if how := res.Header().Get("WWW-Authenticate"); how != "" {
			fmt.Println("WWW-Authenticate:", how)
		}
	}
}

// Callers of this deployment send a key in the body, which is removed before the body is
// checked. Their clients use [api.WithBodyField].
func ExampleWithServerBodyCredential() {
	post := serveClaims(
		api.WithServerBodyCredential("api_key"),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			if c.Body()["api_key"] != "secret" { // compare real keys in constant time, or by their hashes
				return nil, &api.Problem{Status: http.StatusUnauthorized}
			}
			return ctx, nil
		}),
	)
	post(`{"claim_id":"C-1","api_key":"secret"}`)
	post(`{"claim_id":"C-1","api_key":"wrong"}`)
	// Output:
	// 200 {"claim":{"status":"open"}}
	// 401 {"title":"Unauthorized","status":401}
}

// RFC 9110 requires that a response with status 401 says how to authenticate.
func ExampleAuthenticator() {
	post := serveClaims(api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
		if c.Header().Get("Authorization") != "Bearer secret" {
			return nil, &api.Problem{
				Status: http.StatusUnauthorized,
				Header: http.Header{"WWW-Authenticate": {`Bearer realm="claims"`}},
			}
		}
		return ctx, nil
	}))
	post(`{"claim_id":"C-1"}`)
	// Output:
	// 401 {"title":"Unauthorized","status":401}
	// WWW-Authenticate: Bearer realm="claims"
}

// A middleware logs the status of each request, and refuses requests while the service is
// closed.
func ExampleWithServerMiddleware() {
	closed := false
	post := serveClaims(
		api.WithServerAnonymous(),
		api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
			return func(ctx context.Context, r *api.ServerRequest) error {
				err := next(ctx, r)
				fmt.Println(r.Operation, r.RequestID, r.Status)
				return err
			}
		}),
		api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
			return func(ctx context.Context, r *api.ServerRequest) error {
				if closed {
					return &api.Problem{Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"60"}}}
				}
				return next(ctx, r)
			}
		}),
	)
	post(`{"claim_id":"C-1"}`)
	closed = true
	post(`{"claim_id":"C-1"}`)
	// Output:
	// claims.get_claim 7f 200
	// 200 {"claim":{"status":"open"}}
	// claims.get_claim 7f 503
	// 503 {"title":"Service Unavailable","status":503}
}

func ExampleWithServerLogger() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "duration" { // which differ from run to run
				return slog.Attr{}
			}
			return a
		},
	}))
	post := serveClaims(api.WithServerAnonymous(), api.WithServerLogger(logger))
	post(`{"claim_id":"C-1"}`)
	post(`{"claim_id":"C-2"}`)
	// Output:
	// level=INFO msg="request served" operation=claims.get_claim request_id=7f status=200
	// 200 {"claim":{"status":"open"}}
	// level=WARN msg="request refused" operation=claims.get_claim request_id=7f status=404 error_type=*api.Problem
	// 404 {"title":"Not Found","status":404,"detail":"there is no such claim"}
}
