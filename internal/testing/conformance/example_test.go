package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"time"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// book implements new_contact. Every other operation responds with 501.
type book struct {
	contacts.UnimplementedService
}

func (book) NewContact(ctx context.Context, req *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	if req.Name == "Charles Babbage" {
		return nil, &api.Problem{Status: http.StatusConflict, Detail: "there is a contact of this name"}
	}
	return &contacts.NewContactResponse{ContactID: "c-1815"}, nil
}

func serveBook() (url string, stop func()) {
	handler, err := insurance.NewHandler(insurance.Services{Contacts: book{}}, api.WithServerAuthenticator(checkToken))
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(handler)
	return server.URL, server.Close
}

func checkToken(ctx context.Context, c api.Credentials) (context.Context, error) {
	if c.Header().Get("Authorization") != "Bearer secret" {
		return nil, errors.New("unknown token")
	}
	return ctx, nil
}

// The catalog says that the first field with a value is the only one sent.
func Example_claim() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.URL.Path, string(body))
		io.WriteString(w, `{"claim":{"claim_number":"C-1815","status":"open"}}`)
	}))
	defer server.Close()
	ctx := context.Background()
	client, err := claims.NewClient(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	res, err := client.GetClaim(ctx, &claims.GetClaimRequest{ClaimNumber: new("C-1815")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Claim["status"])
	// Output:
	// POST /api/v2/claims/get_claim {"claim_number":"C-1815"}
	// open
}

// Make one client, of one area or of all areas, and use it everywhere.
func Example_client() {
	url, stop := serveBook()
	defer stop()
	ctx := context.Background()

	client, err := insurance.NewClient(url, api.WithBearerToken("secret"))
	if err != nil {
		log.Fatal(err)
	}
	res, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{
		Name:      "Ada Lovelace",
		Addresses: []contacts.AddressEntry{{Type: new("Mailing"), Extra: api.Object{"address_city": "London"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.ContactID)
	// Output: c-1815
}

// A request is checked before it is sent, and all violations are reported at once.
func Example_validation() {
	client, err := contacts.NewClient("https://host")
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.NewContact(context.Background(), &contacts.NewContactRequest{Name: " "})
	if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
		for _, v := range invalid.Violations {
			fmt.Println(v.Field, v.Rule, v.Message)
		}
	}
	// Output:
	// /name non-blank must not be blank
	// /addresses required is required
}

// A table of the caller maps friendly names to codes. The code of "" is used if a
// name is absent.
func Example_codes() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(os.Stdout, r.Body)
		io.WriteString(w, `{"contact_id":"c-1815"}`)
	}))
	defer server.Close()

	client, err := insurance.NewClient(server.URL,
		contacts.WithCodes("address_type", map[string]string{"Mailing": "M", "": "H"}),
		contacts.WithCodes("phone_type", map[string]string{"Work": "W"}))
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Contacts.NewContact(context.Background(), &contacts.NewContactRequest{
		Name:      "Ada Lovelace",
		Addresses: []contacts.AddressEntry{{Type: new("Mailing")}, {Extra: api.Object{"address_city": "London"}}},
		Phones:    []contacts.PhoneEntry{{Type: new("Work")}, {Type: new("Pager")}},
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: {"name":"Ada Lovelace","addresses":[{"type":"M"},{"type":"H","address_city":"London"}],"phones":[{"type":"W"},{"type":"Pager"}],"type":"individual"}
}

// A response with another status than success is an error that holds the whole
// response.
func Example_errors() {
	url, stop := serveBook()
	defer stop()
	client, err := insurance.NewClient(url, api.WithBearerToken("secret"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Contacts.NewContact(context.Background(), &contacts.NewContactRequest{
		Name: "Charles Babbage", Addresses: []contacts.AddressEntry{{}},
	})
	if failed, ok := errors.AsType[*api.Error](err); ok && failed.Problem != nil {
		fmt.Println(failed.Status, failed.Problem.Detail)
	}
	_, err = client.Claims.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")},
		api.WithHeader("X-Request-Id", "7f")) // random by default
	fmt.Println(err)
	// Output:
	// 409 there is a contact of this name
	// claims.get_claim: 501 Not Implemented (request "7f")
}

// A service implements the operations that it has, and decides who may call it.
func Example_server() {
	handler, err := insurance.NewHandler(insurance.Services{Contacts: book{}}, api.WithServerAuthenticator(checkToken))
	if err != nil {
		log.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodPost, "/api/v2/contacts/new_contact", http.NoBody)
	req.Header.Set("Authorization", "Bearer secret")
	res := httptest.NewRecorder()
	handler.ServeHTTP(res, req)
	fmt.Println(res.Code)
	res.Body.WriteTo(os.Stdout)
	// Output:
	// 422
	// {"title":"Unprocessable Entity","status":422,"detail":"the request body breaks rules of the operation","errors":[{"field":"/name","rule":"required","message":"is required"},{"field":"/addresses","rule":"required","message":"is required"}]}
}

// findName is code that uses a client. It is tested below.
func findName(ctx context.Context, client *contacts.Client, id string) (string, error) {
	res, err := client.GetContact(ctx, &contacts.GetContactRequest{ContactID: id})
	if err != nil {
		return "", err
	}
	if res.Value.Name == nil {
		return "", errors.New("the contact has no name")
	}
	return *res.Value.Name, nil
}

func ada(context.Context, *contacts.GetContactRequest) (*contacts.GetContactResponse, error) {
	return &contacts.GetContactResponse{Value: contacts.StoredContact{ID: new("c-1815"), Name: new("Ada Lovelace")}}, nil
}

// A contact that was read becomes the request that changes it.
func Example_update() {
	fake := &contacts.Fake{GetContactFunc: ada, ModifyContactFunc: func(_ context.Context, req *contacts.ModifyContactRequest) (*contacts.ModifyContactResponse, error) {
		fmt.Println(string(req.AppendJSON(nil)))
		return &contacts.ModifyContactResponse{}, nil
	}}
	client, err := contacts.NewFakeClient(fake)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	contact, err := client.GetContact(ctx, &contacts.GetContactRequest{ContactID: "c-1815"})
	if err != nil {
		log.Fatal(err)
	}

	var change contacts.ModifyContactRequest
	if err := contact.Decode(&change); err != nil {
		log.Fatal(err)
	}
	change.Website = new("https://example.com")
	if _, err := client.ModifyContact(ctx, &change); err != nil {
		log.Fatal(err)
	}
	// Output: {"name":"Ada Lovelace","website":"https://example.com","id":"c-1815"}
}

// In a test, a fake stands in for the service: it has a func for each operation
// that the test needs, and records the calls. Rules are checked as usual.
func Example_fake() {
	fake := &contacts.Fake{GetContactFunc: ada}
	client, err := contacts.NewFakeClient(fake)
	if err != nil {
		log.Fatal(err)
	}
	name, err := findName(context.Background(), client, "c-1815")
	fmt.Println(name, err)
	_, err = findName(context.Background(), client, "")
	fmt.Println(err)
	for _, req := range api.RequestsOf[contacts.GetContactRequest](fake.Calls()) {
		fmt.Println("asked for", req.ContactID)
	}
	// Output:
	// Ada Lovelace <nil>
	// contacts.get_contact: 1 violation: /contact_id must not be blank (non-blank)
	// asked for c-1815
}

// Faults show how a function handles a failing service. This service is busy twice
// and asks the client to wait; the policy shortens the delay. In a bubble of
// testing/synctest, the delay would take no time anyway.
func Example_faults() {
	busy := api.Fault{Times: 2, Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}}}
	soon := api.RetryPolicy{BaseDelay: time.Millisecond, MaxRetryAfter: time.Millisecond}
	fake := &contacts.Fake{GetContactFunc: ada}
	client, err := contacts.NewFakeClient(fake, api.WithFaults(busy), api.WithRetry(soon))
	if err != nil {
		log.Fatal(err)
	}
	name, err := findName(context.Background(), client, "c-1815")
	fmt.Println(name, err, len(fake.Calls()))

	client, err = contacts.NewFakeClient(fake, api.WithFaults(api.Fault{Times: -1, Break: api.ResponseLost}), api.WithRetry(soon))
	if err != nil {
		log.Fatal(err)
	}
	_, err = findName(context.Background(), client, "c-1815")
	fmt.Println(errors.Is(err, syscall.ECONNRESET), len(fake.Calls()))
	// Output:
	// Ada Lovelace <nil> 1
	// true 4
}
