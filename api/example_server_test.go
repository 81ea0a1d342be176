package api_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// serveClaims serves getClaim with options and returns a function that posts a
// body to it and prints the answer.
func serveClaims(opts ...api.HandlerOption) (post func(body string)) {
	handler, err := api.NewHandler([]api.Route{wire.Handle(opGetClaim, decodeGetClaimRequest, getClaim)}, opts...)
	if err != nil {
		panic(err)
	}
	return func(body string) {
		req := httptest.NewRequest(http.MethodPost, opGetClaim.Path, strings.NewReader(body))
		req.Header.Set("X-Request-Id", "7f")
		res := httptest.NewRecorder()
		handler.ServeHTTP(res, req)
		answer, _ := io.ReadAll(res.Result().Body)
		fmt.Printf("%d %s\n", res.Code, answer)
		if how := res.Header().Get("WWW-Authenticate"); how != "" {
			fmt.Println("WWW-Authenticate:", how)
		}
	}
}

// A deployment whose callers have a key in the body: it is taken out before the
// body is checked. The clients use [api.WithBodyField].
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
	// 200 {"status":"open"}
	// 401 {"title":"Unauthorized","status":401}
}

// RFC 9110 wants an answer with 401 to say how a caller authenticates.
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

// A middleware counts how requests end, and answers in its own way where a
// service is closed.
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
	// 200 {"status":"open"}
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
	// 200 {"status":"open"}
	// level=WARN msg="request refused" operation=claims.get_claim request_id=7f status=404 error_type=*api.Problem
	// 404 {"title":"Not Found","status":404,"detail":"there is no such claim"}
}

// At level Debug the bodies are logged too, as [api.WithLogger] does it.
func ExampleWithServerLogger_bodies() {
	logger := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == "request" || a.Key == "response" {
				fmt.Println(a.Key, a.Value)
			}
			return a
		},
	}))
	post := serveClaims(api.WithServerAnonymous(), api.WithServerLogger(logger))
	post(`{"claim_id":"C-1"}`)
	post(`{"claim_id":1,"claimant":"Ada Lovelace"}`)
	// Output:
	// request {"claim_id":"C-1"}
	// response {"status":"open"}
	// 200 {"status":"open"}
	// request {"claim_id":"[number]","...":"[1 further key]"}
	// response {"status":422,"errors":[{"field":"/claim_id","rule":"type"},{"field":"/[redacted]","rule":"unknown-field"}]}
	// 422 {"title":"Unprocessable Entity","status":422,"detail":"the request body breaks rules of the operation","errors":[{"field":"/claim_id","rule":"type","message":"must be a string"},{"field":"/claimant","rule":"unknown-field","message":"is not a field of this operation"}]}
}
