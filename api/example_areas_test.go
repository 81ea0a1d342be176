package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// A program that needs two areas shares one caller between their clients, and with
// it the connections and the budget of retries.
func ExampleNewCaller() {
	areas := func(c *api.Caller) (*claims.Client, *contacts.Client) {
		return claims.FromCaller(c), contacts.FromCaller(c)
	}
	caller, err := api.NewCaller("https://host/prefix", api.WithBearerToken("secret"))
	if err != nil {
		panic(err)
	}
	_, _ = areas(caller)
	fmt.Println(caller)
	// Output: api.Caller(https://host/prefix)
}

// One handler serves the routes of two areas.
func ExampleNewHandler_areas() {
	routes := slices.Concat(claims.Routes(&claims.Fake{}), contacts.Routes(&contacts.Fake{}))
	options := []api.HandlerOption{api.WithServerAnonymous(), api.WithServerUnknownFields()}
	handler, err := api.NewHandler(routes, options...)
	fmt.Println(handler != nil, err)
	// Output: true <nil>
}

// A middleware may treat operations by what they do: this one keeps a dry run from
// changing anything.
func ExampleEffect() {
	dryRun := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			switch i.Operation.Effect {
			case api.Read:
				return next(ctx, i)
			case api.Idempotent, api.Write:
				return fmt.Errorf("dry run: %s is not sent", i.Operation)
			}
			return errors.New("unknown effect")
		}
	}
	client, err := contacts.NewFakeClient(&contacts.Fake{}, api.WithMiddleware(dryRun))
	if err != nil {
		panic(err)
	}
	_, err = client.UpdateContact(context.Background(), &contacts.UpdateContactRequest{})
	fmt.Println(err)
	// Output: dry run: contacts.update_contact is not sent
}

// An option of one's own is a func that returns one of this package.
func ExampleCallOption() {
	tenant := func(name string) api.CallOption { return api.WithHeader("X-Tenant", name) }
	print := func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			fmt.Println(i.Header.Get("X-Tenant"))
			return next(ctx, i)
		}
	}
	client, err := claims.NewFakeClient(&claims.Fake{}, api.WithMiddleware(print))
	if err != nil {
		panic(err)
	}
	_, err = client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")}, tenant("north"))
	e, _ := errors.AsType[*api.Error](err)
	fmt.Println(e.Status == http.StatusNotImplemented)
	// Output:
	// north
	// true
}

// The rule of a violation tells a program what is wrong with a request.
func ExampleViolation() {
	err := (&claims.GetClaimRequest{}).Validate()
	invalid, _ := errors.AsType[*api.ValidationError](err)
	for _, v := range invalid.Violations {
		fmt.Println(v.Rule == api.RuleFirstOf, v.Message)
	}
	// Output: true needs at least one of claim_id, claim_number
}

// The calls of a fake print without sensitive values.
func ExampleFakeCall() {
	fake := &claims.Fake{}
	client, err := claims.NewFakeClient(fake)
	if err != nil {
		panic(err)
	}
	client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")})
	last := func(calls []api.FakeCall) api.FakeCall { return calls[len(calls)-1] }
	fmt.Println(last(fake.Calls()))
	// Output: claims.get_claim(claims.GetClaimRequest{ClaimID: "1"})
}
