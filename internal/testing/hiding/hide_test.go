package hiding

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/generator/testdata/envelope/gen/things"
)

// A canary is found in every form, anywhere in a text.
func TestCanariesAreFoundInEveryForm(t *testing.T) {
	texts := []string{strings.ToUpper(canary), fmt.Sprintf("%q", `"`+canary)}
	for _, before := range []string{"", "a", "ab", "abc"} {
		for _, verb := range []string{"%v", "%d", "%x", "%X", "% x", "%#x", "%# X", "%#v", "%s"} {
			texts = append(texts, fmt.Sprintf(verb, []byte(before+canary+"!")), fmt.Sprintf(verb, []string{before + canary}))
		}
		texts = append(texts, base64.StdEncoding.EncodeToString([]byte(before+canary+"!")), base64.URLEncoding.EncodeToString([]byte(before+canary)))
	}
	for _, verb := range []string{"%d", "%x", "%X", "%o", "%b", "%#x", "%s"} {
		texts = append(texts, fmt.Sprintf(verb, []int{2047110471}))
	}
	for _, text := range texts {
		f := finder{}
		f.findTrace("here", "before "+text+" behind")
		require.Len(t, f.faults, 1, text)
	}
	f := finder{}
	f.findTrace("here", "canary-20471104 71 [redacted]")
	require.Empty(t, f.faults)
}

// These services are like the services of generated tests.
type (
	claimsService struct {
		claims.UnimplementedService
		recorder Recorder
	}
	thingsService struct {
		things.UnimplementedService
		recorder Recorder
	}
)

func (s *claimsService) GetClaim(_ context.Context, req *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	return Record[claims.GetClaimResponse](&s.recorder, req)
}

func (s *thingsService) CreateThing(_ context.Context, req *things.CreateThingRequest) (*things.CreateThingResponse, error) {
	return Record[things.CreateThingResponse](&s.recorder, req)
}

// What is not sensitive is shown, and so found: each way in which something is
// shown is looked at.
func TestWhatIsShownIsFound(t *testing.T) {
	op := &api.Operation{Area: "claims", Name: "get_claim", Path: "/api/v2/claims/get_claim"}
	canaries := &claims.GetClaimRequest{ClaimID: new(canary)}
	faultsOf := func(request *claims.GetClaimRequest, canaries int) string {
		s := new(claimsService)
		client := claims.NewClientWithCaller(Serve(t, &s.recorder, claims.Routes(s)))
		r := &s.recorder
		r.op, r.response = op, secret{value: &claims.GetClaimResponse{}}
		r.request = secret{request, Places{Canaries: canaries, At: []string{"/claim_id"}}}
		r.send = func(ctx context.Context, opts ...api.CallOption) (any, error) {
			return client.GetClaim(ctx, request, opts...)
		}
		r.run(t.Context())
		return strings.Join(r.faults, "\n")
	}
	shown := faultsOf(canaries, 1)
	for _, want := range []string{
		"the request as claims.GetClaimRequest by slog as JSON: shows", // by fmt, a pointer hides it
		"the log of a call: shows", "the log of a service that fails: shows", "the log of a response that repeats the request: shows",
		`the log of the request {"claim_id":"` + canary + `"}: shows`,
	} {
		require.Contains(t, shown, want)
	}
	require.Contains(t, faultsOf(canaries, 2), "the request: 1 canaries are encoded in it, 2 were planted")
	require.Contains(t, faultsOf(&claims.GetClaimRequest{ClaimID: new("1")}, 0),
		`the log of the request {"claim_id":true}: {"claim_id":"[boolean]"}`)
}

// The same holds beside a response and in a failure; and a response whose canaries are lost
// on the way shows nothing for the wrong reason.
func TestWhatIsShownOfOutcomesIsFound(t *testing.T) {
	op := &api.Operation{Area: "things", Name: "create_thing", Path: "/things/create_thing"}
	faultsOf := func(o Outcome[things.CreateThingResponse]) string {
		s := new(thingsService)
		client := things.NewClientWithCaller(Serve(t, &s.recorder, things.Routes(s)))
		r := &s.recorder
		r.op, r.request = op, secret{value: &things.CreateThingRequest{Name: "x"}}
		r.send = func(ctx context.Context, opts ...api.CallOption) (any, error) {
			return client.CreateThing(ctx, &things.CreateThingRequest{Name: "x"}, opts...)
		}
		o.test(t.Context(), r)
		return strings.Join(r.faults, "\n")
	}
	notes := &things.Notes{Warnings: []string{canary}}
	fine := `{"success":true,"data":{"id":"x"},"warnings":["` + canary + `"]}`
	require.Contains(t, faultsOf(Outcome[things.CreateThingResponse]{Body: fine, Response: &things.CreateThingResponse{ID: "x"}, Siblings: notes}),
		"the siblings of a response of the service as things.Notes by %v: shows")
	failure := Failed(&things.Refusal{Reason: canary})
	failed := `{"success":false,"refusal":{"reason":"` + canary + `"}}`
	shown := faultsOf(Outcome[things.CreateThingResponse]{Body: failed, Failure: failure})
	require.Contains(t, shown, "the failure of a response of the service as things.Refusal by %v: shows")
	require.Contains(t, shown, "the failure of the response "+failed+" as things.Refusal by %v: shows")
	lost := faultsOf(Outcome[things.CreateThingResponse]{Body: failed, Failure: Failed(&things.Refusal{Reason: "taken"})})
	require.Contains(t, lost, "the response of the service: should hold 1 canaries")
	another := faultsOf(Outcome[things.CreateThingResponse]{Body: `{"success":false}`, Failure: Failed(new(things.Notes))})
	require.Contains(t, another, "a response of the service: is not a failure with a type")
}

func TestBodiesAroundAPlace(t *testing.T) {
	require.Equal(t, `{"a":[{"b/~\"":1}]}`, bodyWith(`/a/0/b~1~0"`, "1"))
	require.Equal(t, `{"a":{"00":[1]}}`, bodyWith("/a/00/0", "1"))
	require.Len(t, broken(`{"a":"`+canary+`","b":`+digits+`}`), 3+2*4)
	require.Contains(t, broken(`{"a":1}`), `{"a":1,"a":1}`)
}
