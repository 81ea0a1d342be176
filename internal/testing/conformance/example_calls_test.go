package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/gen/notifications"
)

// Credentials are given when the client is made: a token, a user name and a
// password, or a header or body field of the deployment's own. examples/oauth2
// shows a transport that authenticates.
func Example_authentication() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, basic := r.BasicAuth()
		body := map[string]string{}
		json.NewDecoder(r.Body).Decode(&body)
		fmt.Println(r.Header.Get("Authorization") != "", basic, user, password, r.Header.Get("X-Api-Key"), body)
		w.Write([]byte(`{}`))
	}))
	defer server.Close()

	for _, credential := range []api.ClientOption{
		api.WithBearerToken("secret"),
		api.WithBasicAuth("claims-pipeline", "correct horse"),
		api.WithHeader("X-Api-Key", "4711"),
		api.WithBodyField("api_key", "4711"),
	} {
		client, err := notifications.NewClient(server.URL, credential)
		if err != nil {
			log.Fatal(err)
		}
		if _, err := client.Current(context.Background(), nil); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// true false    map[]
	// true true claims-pipeline correct horse  map[]
	// false false   4711 map[]
	// false false    map[api_key:4711]
}

// Read-only calls are retried after transient failures. A write is retried only if
// nothing of it was sent, so that nothing is done twice.
func Example_retries() {
	busy := api.Fault{Times: 2, Status: http.StatusServiceUnavailable}
	client, err := contacts.NewFakeClient(&contacts.Fake{GetContactFunc: ada},
		api.WithFaults(busy), api.WithRetry(api.RetryPolicy{MaxAttempts: 3, BaseDelay: time.Millisecond}))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // limits the delays too
	defer cancel()

	res, err := client.GetContact(ctx, &contacts.GetContactRequest{ContactID: "c-1815"})
	fmt.Println(*res.Value.Name, err)

	client, err = contacts.NewFakeClient(&contacts.Fake{}, api.WithFaults(busy))
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.AddContactToRole(ctx, &contacts.AddContactToRoleRequest{ContactID: "c-1815"})
	if failed, ok := errors.AsType[*api.Error](err); ok {
		fmt.Println(failed.Status, "after", failed.Attempts, "attempt")
	}
	// Output:
	// Ada Lovelace <nil>
	// 503 after 1 attempt
}

// A paged operation has an iterator over the items of all pages. It ends after the
// last item, or with an error if a page cannot be read.
func Example_pages() {
	pages := [][]contacts.Contact{
		{{Name: new("Ada Lovelace")}, {Name: new("Charles Babbage")}},
		{{Name: new("Mary Somerville")}},
	}
	fake := &contacts.Fake{
		ListAllContactsFunc: func(_ context.Context, req *contacts.ListAllContactsRequest) (*contacts.ListAllContactsResponse, error) {
			return &contacts.ListAllContactsResponse{Data: pages[*req.Page-1]}, nil
		},
	}
	client, err := contacts.NewFakeClient(fake)
	if err != nil {
		log.Fatal(err)
	}
	for contact, err := range client.ListAllContactsItems(context.Background(), &contacts.ListAllContactsRequest{Limit: new(2)}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(*contact.Name)
	}
	fmt.Println(len(fake.Calls()), "pages")
	// Output:
	// Ada Lovelace
	// Charles Babbage
	// Mary Somerville
	// 2 pages
}

// A logger gets a record of every call. At level Debug, the record contains the
// bodies without sensitive values.
func Example_logging() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "duration" {
				return slog.Attr{} // differs in each run
			}
			return a
		},
	}))
	client, err := insurance.NewFakeClient(insurance.Services{Contacts: book{}},
		api.WithLogger(logger), api.WithHeader("X-Request-Id", "7f"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Contacts.NewContact(context.Background(), &contacts.NewContactRequest{
		Name:      "Ada Lovelace",
		Addresses: []contacts.AddressEntry{{Type: new("Mailing"), Extra: api.Object{"address_city": "London"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: level=INFO msg="call succeeded" operation=contacts.new_contact attempts=1 request_id=7f status=200 request_bytes=100 request="{\"name\":\"[redacted]\",\"addresses\":\"[redacted]\",\"type\":\"individual\"}" response_bytes=23 response="{\"contact_id\":\"c-1815\"}"
}
