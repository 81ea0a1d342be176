package api_test

import (
	"context"
	"reflect"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

// size is a call whose body is of a named size: one field, a few records with
// further keys, and every field of the largest request.
type size struct {
	name    string
	request request
	path    string
	call    func(context.Context, *contacts.Client) error
}

// request is what generated requests are.
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
		{"small", small, "/api/v2/contacts/get_contact", func(ctx context.Context, c *contacts.Client) error {
			_, err := c.GetContact(ctx, small)
			return err
		}},
		{"medium", medium, "/api/v2/contacts/new_contact", func(ctx context.Context, c *contacts.Client) error {
			_, err := c.NewContact(ctx, medium)
			return err
		}},
		{"large", large, "/api/v2/contacts/create_contact", func(ctx context.Context, c *contacts.Client) error {
			_, err := c.CreateContact(ctx, large)
			return err
		}},
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

// service answers every call in the same way.
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
