package api_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

// way is one of the ways that a benchmark compares: on a busy machine, only the ratios
// within one run are reliable.
type way struct {
	name string
	run  func(b *testing.B, s size, body []byte)
}

// compare runs each way for each size.
func compare(b *testing.B, ways ...way) {
	for _, s := range sizes {
		for _, w := range ways {
			b.Run(s.name+"/"+w.name, func(b *testing.B) {
				b.ReportAllocs()
				w.run(b, s, s.request.AppendJSON(nil))
			})
		}
	}
}

// BenchmarkEncode checks and encodes a request, beside a copy of its JSON.
func BenchmarkEncode(b *testing.B) {
	buffer := make([]byte, 0, 4096)
	compare(b, way{"request", func(b *testing.B, s size, _ []byte) {
		for b.Loop() {
			if s.request.Validate() != nil {
				b.Fatal("not valid")
			}
			buffer = s.request.AppendJSON(buffer[:0])
		}
	}}, way{"copy", func(b *testing.B, _ size, body []byte) {
		for b.Loop() {
			buffer = append(buffer[:0], body...)
		}
	}})
}

// BenchmarkDecode decodes, checks and serves a request, beside json.Valid.
func BenchmarkDecode(b *testing.B) {
	routes := contacts.Routes(service{})
	compare(b, way{"request", func(b *testing.B, s size, body []byte) {
		route := routes[slices.IndexFunc(routes, func(r api.Route) bool { return api.PathOf(r) == s.path })]
		text, buffer := string(body), make([]byte, 0, 4096)
		for b.Loop() {
			if _, err := api.ServeText(b.Context(), route, text, buffer); err != nil {
				b.Fatal(err)
			}
		}
	}}, way{"json.Valid", func(b *testing.B, _ size, body []byte) {
		for b.Loop() {
			json.Valid(body)
		}
	}})
}

// size is a request of a named size: one field, a few records with further keys, or every
// field of the largest request.
type size struct {
	name    string
	request request
	path    string
}

// request has the methods of generated requests.
type request interface {
	AppendJSON([]byte) []byte
	Validate() error
}

var (
	small  = &contacts.GetContactRequest{ContactID: "c-123456"}
	medium = &contacts.NewContactRequest{
		Name: "Ada Lovelace",
		Type: new(contacts.ContactType("individual")),
		Addresses: []contacts.AddressEntry{
			{Type: new("Mailing"), Extra: address("12 St James's Square", "London")},
			{Type: new("Location"), Extra: address("5 Great Cumberland Place", "London")},
		},
		Emails: []contacts.EmailEntry{{Type: new("Work"), Extra: api.Object{"email": "ada@example.com"}}},
		Phones: []contacts.PhoneEntry{
			{Type: new("Work"), Extra: api.Object{"number": "+44 20 7946 0123"}},
			{Type: new("Home"), Extra: api.Object{"number": "+44 20 7946 0456"}},
		},
	}
	large = everyField()

	sizes = []size{
		{"small", small, "/api/v2/contacts/get_contact"},
		{"medium", medium, "/api/v2/contacts/new_contact"},
		{"large", large, "/api/v2/contacts/create_contact"},
	}
)

func address(street, city string) api.Object {
	return api.Object{
		"address_line_1": street, "address_city": city, "address_state": "NY", "address_zip": "10001", "is_primary": true,
	}
}

func everyField() *contacts.CreateContactRequest {
	r := new(contacts.CreateContactRequest)
	for _, v := range reflect.ValueOf(r).Elem().Fields() {
		switch field := v.Addr().Interface().(type) {
		case **string:
			*field = new("some text")
		case **bool:
			*field = new(true)
		case *[]string:
			*field = []string{"a-1", "a-2", "a-3"}
		case *[]api.Object:
			*field = []api.Object{{"type": "Work", "value": "something", "primary": true}}
		default:
			panic(field)
		}
	}
	return r
}

// service sends the same response to every call.
type service struct{ contacts.UnimplementedService }

func (service) GetContact(context.Context, *contacts.GetContactRequest) (*contacts.GetContactResponse, error) {
	return new(contacts.GetContactResponse), nil
}

func (service) NewContact(context.Context, *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	return &contacts.NewContactResponse{ContactID: "c-123456"}, nil
}

func (service) CreateContact(context.Context, *contacts.CreateContactRequest) (*contacts.CreateContactResponse, error) {
	return new(contacts.CreateContactResponse), nil
}
