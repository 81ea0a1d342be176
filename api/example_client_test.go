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
	"time"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// must returns the response of a call, and panics if it failed.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// busyService responds to the first requests with 503, and then succeeds.
func busyService(refusals int) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "7f")
		if refusals--; refusals >= 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, `{"claim":{"status":"open"}}`)
	}))
}

// Read-only calls are retried by default. The policy of a client can be replaced for one
// call, such as one that a person waits for.
func ExampleWithRetry() {
	service := busyService(3)
	defer service.Close()
	client, err := claims.NewClient(service.URL, api.WithRetry(api.RetryPolicy{
		MaxAttempts:    5,
		BaseDelay:      time.Millisecond,
		AttemptTimeout: 10 * time.Second,
	}))
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	_, err = client.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: new("C-1")}, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	if e, ok := errors.AsType[*api.Error](err); ok {
		fmt.Println("attempts:", e.Attempts)
		fmt.Println(e)
	}
	claim := must(client.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: new("C-1")}))
	fmt.Println(claim.Claim["status"])
	// Output:
	// attempts: 1
	// claims.get_claim: 503 Service Unavailable (request "7f")
	// open
}

// keyService returns where it found the credential.
func keyService() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Printf("%q %q %s\n", r.Header.Get("Authorization"), r.Header.Get("X-Api-Key"), body)
	}))
}

// A deployment may require a token, its own header field or a key in the body.
// OAuth2 is an [http.Client] that adds its tokens, see [api.WithHTTPClient].
func ExampleWithBodyField() {
	service := keyService()
	defer service.Close()
	for _, auth := range []api.ClientOption{
		api.WithBearerToken("token"),
		api.WithHeader("X-Api-Key", "key"),
		api.WithBodyField("api_key", "key"),
	} {
		client := must(claims.NewClient(service.URL, auth))
		must(client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")}))
	}
	// Output:
	// "Bearer token" "" {"claim_id":"C-1"}
	// "" "key" {"claim_id":"C-1"}
	// "" "" {"claim_id":"C-1","api_key":"key"}
}

func ExampleWithLogger() {
	service := busyService(1)
	defer service.Close()
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "duration" { // which differ from run to run
				return slog.Attr{}
			}
			return a
		},
	}))
	client := must(claims.NewClient(service.URL, api.WithLogger(logger), api.WithRetry(api.RetryPolicy{BaseDelay: 1})))
	must(client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")}))
	// Output:
	// level=INFO msg="call succeeded" operation=claims.get_claim request_id=7f status=200 attempts=2
}

// At level Debug, bodies are logged without sensitive values and without members that the
// catalog does not name.
func ExampleWithLogger_bodies() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"contact_id":"c-1","nickname":"Enchantress of Number"}`)
	}))
	defer service.Close()
	logger := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == "request" || a.Key == "response" {
				fmt.Println(a.Key, a.Value)
			}
			return a
		},
	}))
	client := must(contacts.NewClient(service.URL, api.WithLogger(logger)))
	must(client.NewContact(context.Background(), &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}}}))
	// Output:
	// request {"name":"[redacted]","addresses":"[redacted]","type":"individual"}
	// response {"contact_id":"c-1","...":"[1 further key]"}
}

// A middleware runs once for each call, around all attempts.
func ExampleWithMiddleware() {
	service := busyService(1)
	defer service.Close()
	count := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			err := next(ctx, i)
			fmt.Println(i.Operation.Area, i.Operation.Name, i.Operation.Effect, i.Status, i.Attempts, err)
			return err
		}
	}
	client := must(claims.NewClient(service.URL, api.WithMiddleware(count), api.WithRetry(api.RetryPolicy{BaseDelay: 1})))
	must(client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")}))
	// Output: claims get_claim read 200 2 <nil>
}

// spans is a transport that names its spans by operations.
type spans struct{ http.RoundTripper }

func (s spans) RoundTrip(r *http.Request) (*http.Response, error) {
	if op, ok := api.OperationFromContext(r.Context()); ok {
		fmt.Println("span", op)
	}
	return s.RoundTripper.RoundTrip(r)
}

func ExampleOperationFromContext() {
	service := busyService(0)
	defer service.Close()
	client := must(claims.NewClient(service.URL, api.WithHTTPClient(&http.Client{Transport: spans{http.DefaultTransport}})))
	must(client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")}))
	// Output: span claims.get_claim
}

func ExampleWithEnvelope() {
	responses := []string{
		`{"success": true, "data": {"claim": {"status": "open"}}}`,
		`{"success": false, "messages": ["there is no such claim"]}`,
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, responses[0])
		responses = responses[1:]
	}))
	defer service.Close()
	client := must(claims.NewClient(service.URL, api.WithEnvelope()))
	for range 2 {
		claim, err := client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")})
		if e, ok := errors.AsType[*api.Error](err); ok {
			fmt.Println(e, e.Messages)
			continue
		}
		fmt.Println(claim.Claim["status"])
	}
	// Output:
	// open
	// claims.get_claim: 200 OK: the service reports no success; Messages of the error may say why [there is no such claim]
}

// The response of a proxy is not JSON. The title of its page is part of the text of the
// error. Other text may be the service's, so only Excerpt returns it.
func ExampleError_Excerpt() {
	responses := []string{
		"<html><head><title>502 Bad Gateway</title></head>\n<body>nginx</body></html>",
		"upstream connect error\n",
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		io.WriteString(w, responses[0])
		responses = responses[1:]
	}))
	defer service.Close()
	client := must(claims.NewClient(service.URL, api.WithRetry(api.RetryPolicy{MaxAttempts: 1})))
	for range 2 {
		_, err := client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("C-1")})
		if e, ok := errors.AsType[*api.Error](err); ok {
			fmt.Println(e)
			fmt.Println(e.Excerpt())
		}
	}
	// Output:
	// claims.get_claim: 502 Bad Gateway
	// <html><head><title>502 Bad Gateway</title></head>
	// claims.get_claim: 502 Bad Gateway
	// upstream connect error
}
