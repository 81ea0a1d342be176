package generator

import "example.com/opgen/internal/plan/vectors"

var someVectors = vectors.Set{getClaim: {{
	Name: "the identifier comes first", Client: true, Server: true,
	Request: `{"claim_number":"N","claim_id":"1"}`,
	Value:   vectors.Object{{Key: "claim_number", Value: "N"}, {Key: "claim_id", Value: "1"}},
	Body:    `{"claim_id":"1"}`,
}, {
	Name: "neither", Server: true, Request: `{}`, Violations: []string{"first-of"},
}}}

func Example_recordingService() {
	show(recordingService())
	// Output:
	// type service struct {
	// 	UnimplementedService
	// 	recorder apitest.Recorder
	// }
}

func Example_recordMethod() {
	show(recordMethod(getClaim))
	// Output:
	// func (s *service) GetClaim(_ context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
	// 	return apitest.Record[GetClaimResponse](&s.recorder, req)
	// }
}

func Example_vectorTest() {
	show(vectorTests(claims, someVectors)[1])
	// Output:
	// func TestVectors(t *testing.T) {
	// 	s := new(service)
	// 	client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
	// 	vectorsOfGetClaim(t, s, client)
	// }
}

func Example_vectorTable() {
	show(vectorTable(getClaim, someVectors[getClaim]))
	// Output:
	// func vectorsOfGetClaim(t *testing.T, s *service, client *Client) {
	// 	apitest.TryVectors(t, opGetClaim, &s.recorder, client.GetClaim, []apitest.Vector[GetClaimRequest]{
	// 		{
	// 			Name:   "the identifier comes first",
	// 			Sent:   &GetClaimRequest{ClaimNumber: new("N"), ClaimID: new("1")},
	// 			Posted: new(`{"claim_number":"N","claim_id":"1"}`),
	// 			Body:   `{"claim_id":"1"}`,
	// 		},
	// 		{
	// 			Name:    "neither",
	// 			Posted:  new(`{}`),
	// 			Refused: []string{"first-of"},
	// 		},
	// 	})
	// }
}
