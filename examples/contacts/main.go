// Command contacts serves one operation and calls it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

// book implements new_contact. Every other operation responds with status 501.
type book struct {
	contacts.UnimplementedService
}

func (book) NewContact(_ context.Context, req *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	if req.Name == "Charles Babbage" {
		return nil, &api.Problem{
			Status: http.StatusConflict,
			Detail: "a contact with this name exists",
			Errors: []api.Violation{{Field: "/name", Rule: "unique", Message: "is taken"}},
		}
	}
	return &contacts.NewContactResponse{ContactID: "c-1815"}, nil
}

// register is code that uses a client.
func register(ctx context.Context, client *contacts.Client, name string) (id string, err error) {
	res, err := client.NewContact(ctx, &contacts.NewContactRequest{
		Name:      name,
		Addresses: []contacts.AddressEntry{{Extra: api.Object{"address_city": "London"}}},
	})
	if err != nil {
		return "", err
	}
	return res.ContactID, nil
}

func main() {
	// For a first try, anyone may call. A real service uses WithServerAuthenticator.
	handler, err := contacts.NewHandler(book{}, api.WithServerAnonymous())
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	go api.NewServer(handler).Serve(listener)

	client, err := contacts.NewClient("http://" + listener.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"Ada Lovelace", "Charles Babbage", ""} {
		id, err := register(context.Background(), client, name)
		if failed, ok := errors.AsType[*api.Error](err); ok && failed.Problem != nil {
			fmt.Println("refused:", failed.Status, failed.Problem.Detail)
		} else if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
			fmt.Println("not sent:", invalid.Violations[0].Field, invalid.Violations[0].Message)
		} else if err != nil {
			log.Fatal(err)
		} else {
			fmt.Println("created:", id)
		}
	}
}
