package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"syscall"
	"time"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/generator/testdata/unions/gen/things"
)

// book implements new_contact. Every other operation responds with 501.
type book struct {
	contacts.UnimplementedService
}

func (book) NewContact(ctx context.Context, req *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	if req.Name == "Charles Babbage" {
		return nil, &api.Problem{Status: http.StatusConflict, Detail: "a contact with this name exists"}
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
		io.WriteString(w, `{"claim":{"claim_number":"CLM-A","status":"open"}}`)
	}))
	defer server.Close()
	ctx := context.Background()
	client, err := claims.NewClient(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	res, err := client.GetClaim(ctx, &claims.GetClaimRequest{ClaimNumber: new("CLM-A")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Claim["status"])
	// Output:
	// POST /api/v2/claims/get_claim {"claim_number":"CLM-A"}
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
	return &contacts.GetContactResponse{Value: contacts.StoredContact{ID: "c-1815", Name: new("Ada Lovelace")}}, nil
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

// A union is read with a switch over the types of its variants.
func Example_unions() {
	res := things.ListResponse{Items: []things.Entry{
		{Variant: things.EntryFile{Name: "a.txt", Owner: things.Owner{Variant: things.OwnerUnknown{Tag: "robot", Body: api.Object{"id": "7"}}}}},
		{Variant: things.EntryDeleted{}},
	}}
	for _, entry := range res.Items {
		switch v := entry.Variant.(type) {
		case things.EntryFile:
			fmt.Println(v.Name)
			if owner, ok := v.Owner.Variant.(things.OwnerUnknown); ok { // of an open union
				log.Printf("an owner of kind %s, which this client does not know", owner.Tag)
			}
		case things.EntryFolder:
			fmt.Println(v.Name + "/")
		case things.EntryDeleted: // the tag alone
			fmt.Println("deleted")
		}
	}
	// Output:
	// a.txt
	// deleted
}
