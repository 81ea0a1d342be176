package apitest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/gen/claims"
)

type service struct {
	claims.UnimplementedService
	recorder Recorder
}

func (s *service) GetClaim(_ context.Context, req *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	return Record[claims.GetClaimResponse](&s.recorder, req)
}

// Each wrong part of a vector is found, and named as on the wire.
func TestWrongVectorsAreFound(t *testing.T) {
	s := new(service)
	client := claims.NewClientWithCaller(Serve(t, &s.recorder, claims.Routes(s)))
	op := &api.Operation{Area: "claims", Name: "get_claim", Path: "/api/v2/claims/get_claim"}
	id := &claims.GetClaimRequest{ClaimID: new("1")}
	for _, c := range []struct {
		name   string
		vector Vector[claims.GetClaimRequest]
		faults []string // parts of the message, in order
	}{
		{"right", Vector[claims.GetClaimRequest]{Sent: id, Posted: new(`{"claim_number":"N","claim_id":"1"}`), Body: `{"claim_id":"1"}`}, nil},
		{"right, refused", Vector[claims.GetClaimRequest]{Sent: &claims.GetClaimRequest{}, Posted: new(`{}`), Refused: []string{"first-of"}}, nil},
		{"right, not JSON", Vector[claims.GetClaimRequest]{Posted: new(`{`), Refused: []string{"json"}}, nil},
		{"another body", Vector[claims.GetClaimRequest]{Sent: id, Body: `{"claim_id": "1"}`}, []string{
			"client: the body is not what it should be\n\tgot  {\"claim_id\":\"1\"}\n\twant {\"claim_id\": \"1\"}",
			"server: the body, encoded again,"}},
		{"another request", Vector[claims.GetClaimRequest]{Posted: new(`{"claim_id":"2"}`), Body: `{"claim_id":"1"}`}, []string{
			"server: the request, encoded again,"}},
		{"refused by the client", Vector[claims.GetClaimRequest]{Sent: &claims.GetClaimRequest{}, Body: `{"claim_id":"1"}`}, []string{
			"client: sent nothing"}},
		{"refused by the server", Vector[claims.GetClaimRequest]{Posted: new(`{"claim_id":1}`), Body: `{"claim_id":"1"}`}, []string{
			"server: the request was refused: 422"}},
		{"a body that is refused", Vector[claims.GetClaimRequest]{Body: `{"claim_id":1}`}, []string{
			"server: the body was refused: 422"}},
		{"not refused", Vector[claims.GetClaimRequest]{Sent: id, Posted: new(`{"claim_id":"1"}`), Refused: []string{"first-of"}}, []string{
			`client: sent {"claim_id":"1"}, and should refuse it: ["first-of"]`, "server: the service was called"}},
		{"other violations", Vector[claims.GetClaimRequest]{Sent: &claims.GetClaimRequest{}, Posted: new(`{}`), Refused: []string{"first-of", "/claim_id required"}}, []string{
			`client: the violations are ["first-of"], and should be ["/claim_id required" "first-of"]`, "server: the violations are"}},
		{"another status", Vector[claims.GetClaimRequest]{Posted: new(`{}`), Refused: []string{"json"}}, []string{
			"server: the response was 422"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.recorder.response = new(claims.GetClaimResponse)
			h := &heard{TB: t}
			c.vector.tryClient(h, &s.recorder, func() error { _, err := client.GetClaim(t.Context(), c.vector.Sent); return err })
			c.vector.tryServer(h, op, &s.recorder)
			require.Len(t, h.faults, len(c.faults), "%q", h.faults)
			for i, fault := range h.faults {
				require.Contains(t, fault, c.faults[i])
			}
		})
	}
}

// A server that passes on a field that a rule should have removed is found, although
// encoding also removes it.
func TestUnsettledRequestsAreFound(t *testing.T) {
	r := &Recorder{response: new(claims.GetClaimResponse)}
	op := &api.Operation{Area: "claims", Name: "get_claim", Path: "/get_claim"}
	decode := func(d *wire.Decoder) *claims.GetClaimRequest {
		req := new(claims.GetClaimRequest)
		for d.Begin(nil); d.Next(); {
			switch d.Key() {
			case "claim_id":
				req.ClaimID = d.OptString(0)
			case "claim_number":
				req.ClaimNumber = d.OptString(1)
			}
		}
		return req
	}
	Serve(t, r, []api.Route{wire.Handle(op, decode, func(_ context.Context, req *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
		return Record[claims.GetClaimResponse](r, req)
	})})
	h := &heard{TB: t}
	Vector[claims.GetClaimRequest]{Posted: new(`{"claim_id":"1","claim_number":"N"}`), Body: `{"claim_id":"1"}`}.tryServer(h, op, r)
	require.Len(t, h.faults, 1)
	require.Contains(t, h.faults[0], "the service is given another request than for the body")
}
