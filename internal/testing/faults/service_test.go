package faults

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/testing/everykind"
)

// The service counts the executions of each call and returns the response of its
// plan.

type claimsService struct {
	claims.UnimplementedService
	*trial
}

func (s claimsService) GetClaim(ctx context.Context, r *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	response, err := s.execute(ctx, "claims.get_claim", r.ClaimID, nil)
	return &claims.GetClaimResponse{Claim: api.Object{"response": response}}, err
}

func (s claimsService) SetClaimLossAddress(ctx context.Context, r *claims.SetClaimLossAddressRequest) (*claims.SetClaimLossAddressResponse, error) {
	raw, err := s.executeRaw(ctx, "claims.set_claim_loss_address", r.ClaimID, r.PropertyAddressID)
	return &claims.SetClaimLossAddressResponse{Raw: raw}, err
}

type contactsService struct {
	contacts.UnimplementedService
	*trial
}

func (s contactsService) GetAspectData(ctx context.Context, r *contacts.GetAspectDataRequest) (*contacts.GetAspectDataResponse, error) {
	raw, err := s.executeRaw(ctx, "contacts.get_aspect_data", r.ID, r.All)
	return &contacts.GetAspectDataResponse{Raw: raw}, err
}

func (s contactsService) NewContact(ctx context.Context, r *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	response, err := s.execute(ctx, "contacts.new_contact", &r.Name, r.Addresses[0].Type)
	return &contacts.NewContactResponse{ContactID: response}, err
}

// The shipped catalog has no idempotent operation, so this is what the generator would write
// for one.
var opPut = &api.Operation{Area: "things", Name: "put", Path: "/things/put", Effect: api.Idempotent}

func (x *trial) put(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
	response, err := x.execute(ctx, "things.put", &r.Name, r.Note)
	return &everykind.Response{ID: r.Name, Note: &response}, err
}

// handler serves the generated operations, the one above and [opPay].
func (x *trial) handler() (http.Handler, error) {
	opts := []api.HandlerOption{api.WithServerAnonymous(), api.WithServerErrorHandler(func(_ context.Context, op *api.Operation, err error) {
		x.violated("the handler of %s failed: %v", op, err)
	})}
	generated, err := insurance.NewHandler(insurance.Services{
		Claims: claimsService{trial: x}, Contacts: contactsService{trial: x},
	}, opts...)
	if err != nil {
		return nil, err
	}
	own, err := api.NewHandler([]api.Route{wire.Handle(opPut, everykind.Decode, x.put), wire.Handle(opPay, everykind.Decode, x.pay)}, opts...)
	mux := http.NewServeMux()
	mux.Handle("/", generated)
	mux.Handle(opPut.Path, own)
	mux.Handle(opPay.Path, own)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), lengthKey{}, r.ContentLength)))
	}), err
}

// lengthKey is the context key of the length in the header of a request.
type lengthKey struct{}

func (x *trial) executeRaw(ctx context.Context, operation string, id, text *string) (json.RawMessage, error) {
	response, err := x.execute(ctx, operation, id, text)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]string{"response": response})
}

// execute counts an execution. For HTTP, a request whose header lost its length has
// no body, and an empty body is {}. Any other request that is not as its client
// sent it must have been refused before.
func (x *trial) execute(ctx context.Context, operation string, id, text *string) (string, error) {
	if id == nil && text == nil && ctx.Value(lengthKey{}) == int64(0) {
		return "", &api.Problem{Status: http.StatusUnprocessableEntity}
	}
	if id != nil {
		if number, ok := numberOf(*id); ok {
			p := planOf(number)
			if p.operation.name == operation && (text == nil || *text == p.text) {
				x.calls[number].executed.Add(1)
				return p.response, nil
			}
		}
	}
	x.violated("%s was given a request that no client sent", operation)
	return "", &api.Problem{Status: http.StatusUnprocessableEntity}
}
