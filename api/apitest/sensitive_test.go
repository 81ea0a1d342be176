package apitest

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
)

// A canary is found in every form, wherever it stands in a text.
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
		f.look("here", "before "+text+" behind")
		require.Len(t, f.faults, 1, text)
	}
	f := finder{}
	f.look("here", "canary-20471104 71 [redacted]")
	require.Empty(t, f.faults)
}

// What is not sensitive is shown, and so found: each way in which something is
// shown is looked at.
func TestWhatIsShownIsFound(t *testing.T) {
	op := &api.Operation{Area: "claims", Name: "get_claim", Path: "/api/v2/claims/get_claim"}
	canaries := &claims.GetClaimRequest{ClaimID: new(canary)}
	faultsOf := func(request Secret[claims.GetClaimRequest]) string {
		fake := new(claims.Fake)
		w := NewWatch(t, claims.Routes(fake), fake)
		h := &hiding[claims.GetClaimRequest, claims.GetClaimResponse]{
			watch: w, op: op,
			call: claims.FromCaller(w.Caller()).GetClaim, serve: &fake.GetClaimFunc,
			request: request, answer: Planted(&claims.GetClaimResponse{}),
		}
		h.run(context.Background())
		return strings.Join(h.faults, "\n")
	}
	shown := faultsOf(Planted(canaries, "/claim_id"))
	for _, want := range []string{
		"the request as claims.GetClaimRequest by slog as JSON: shows", // by fmt, a pointer hides it
		"the log of a call: shows", "the log of a service that fails: shows", "the log of an answer that repeats the request: shows",
		`the log of the request {"claim_id":"` + canary + `"}: shows`,
	} {
		require.Contains(t, shown, want)
	}
	require.Contains(t, faultsOf(Planted(canaries, "/claim_id", "/claim_id")), "the request: 1 canaries are encoded in it, 2 were planted")
	require.Contains(t, faultsOf(Planted(&claims.GetClaimRequest{ClaimID: new("1")}).Beside("/claim_id")),
		`the log of the request {"claim_id":true}: {"claim_id":"[boolean]"}`)
}

func TestBodiesAroundAPlace(t *testing.T) {
	require.Equal(t, `{"a":[{"b/~\"":1}]}`, around(`/a/0/b~1~0"`, "1"))
	require.Len(t, broken(`{"a":"`+canary+`","b":`+digits+`}`), 3+2*4)
	require.Contains(t, broken(`{"a":1}`), `{"a":1,"a":1}`)
}
