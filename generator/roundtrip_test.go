package generator

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

func Example_everyOperation() {
	show(everyOperation(claims))
	// Output:
	// func TestEveryOperation(t *testing.T) {
	// 	s := new(service)
	// 	client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
	// 	tryGetClaim(t, s, client)
	// }
}

func Example_roundTrip() {
	show(roundTrip(getClaim))
	// Output:
	// func tryGetClaim(t *testing.T, s *service, client *Client) {
	// 	apitest.RoundTrip(t, "get_claim", &s.recorder, client.GetClaim,
	// 		&GetClaimRequest{ClaimID: new("some claim_id"), ClaimNumber: new("some claim_number")},
	// 		`{"claim_id":"some claim_id"}`,
	// 		&GetClaimRequest{ClaimID: new("some claim_id")},
	// 		&GetClaimResponse{Raw: json.RawMessage(`{"answer":"get_claim"}`)})
	// }
}

func Example_skip() {
	show(skip("get_claim"))
	// Output:
	// t.Run("get_claim", func(t *testing.T) {
	// 	t.Skip("no sample was found that satisfies every rule of this operation and is not too large")
	// })
}
