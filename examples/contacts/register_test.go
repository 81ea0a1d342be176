package main

import (
	"context"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

func TestRegister(t *testing.T) {
	fake := &contacts.Fake{
		NewContactFunc: func(context.Context, *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
			return &contacts.NewContactResponse{ContactID: "c-1"}, nil
		},
	}
	client, err := contacts.NewFakeClient(fake)
	if err != nil {
		t.Fatal(err)
	}
	id, err := register(t.Context(), client, "Grace Hopper")
	if err != nil || id != "c-1" {
		t.Fatal(id, err)
	}
	requests := api.RequestsOf[contacts.NewContactRequest](fake.Calls())
	if len(requests) != 1 || requests[0].Name != "Grace Hopper" {
		t.Fatal(fake.Calls())
	}
}
