// Package example shows a client that uses the client credentials grant of OAuth 2
// (RFC 6749, section 4.4). It is a separate module, because the runtime of
// generated code imports only the standard library.
package example

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"example.com/opgen/api"
	"example.com/opgen/gen/notifications"
)

// The transport of an http.Client adds the token. It gets the first token when one
// is needed, and a new one before it expires. WithHTTPClient uses this client
// unchanged. Redirects are not followed, so no token reaches another host.
func Example() {
	ctx := context.Background()
	tokens := serveTokens()
	defer tokens.Close()
	service := serveNotifications()
	defer service.Close()

	credentials := clientcredentials.Config{
		ClientID:     "claims-pipeline",
		ClientSecret: "correct horse",
		TokenURL:     tokens.URL,
		Scopes:       []string{"notifications.read"},
	}
	client, err := notifications.NewClient(service.URL, api.WithHTTPClient(credentials.Client(ctx)))
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		res, err := client.Current(ctx, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(res.Raw))
	}
	// Output:
	// a token for claims-pipeline
	// {"unread":3}
	// {"unread":3}
}

// If the client cannot get a token, the call returns the error of
// golang.org/x/oauth2, and the service is not called.
func Example_refused() {
	ctx := context.Background()
	tokens := serveTokens()
	defer tokens.Close()

	credentials := clientcredentials.Config{ClientID: "claims-pipeline", ClientSecret: "wrong", TokenURL: tokens.URL}
	client, err := notifications.NewClient("https://host", api.WithHTTPClient(credentials.Client(ctx)),
		api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Current(ctx, nil)
	var refused *oauth2.RetrieveError
	fmt.Println(errors.As(err, &refused), refused.Response.StatusCode)
	// Output: true 401
}

// serveTokens starts an authorization server.
func serveTokens() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		if secret != "correct+horse" && secret != "correct horse" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println("a token for", id)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"4711","token_type":"Bearer","expires_in":3600}`)
	}))
}

// inbox is a service with three unread notifications.
type inbox struct {
	notifications.UnimplementedService
}

func (inbox) Current(context.Context, *notifications.CurrentRequest) (*notifications.CurrentResponse, error) {
	return &notifications.CurrentResponse{Raw: []byte(`{"unread":3}`)}, nil
}

// serveNotifications starts a service that accepts one token.
func serveNotifications() *httptest.Server {
	handler, err := notifications.NewHandler(inbox{}, api.WithServerAuthenticator(
		func(ctx context.Context, c api.Credentials) (context.Context, error) {
			if c.Header().Get("Authorization") != "Bearer 4711" {
				return nil, errors.New("unknown token")
			}
			return ctx, nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	return httptest.NewServer(handler)
}
