// Reads a member whose type was learned, of an answer that has it and of one that has another.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"example.com/integrator/gen/claims"
	"example.com/opgen/api"
)

func main() {
	var body string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer service.Close()
	client, err := claims.NewClient(service.URL, api.WithDrift(func(_ context.Context, _ *api.Operation, d api.Drift) {
		fmt.Printf("%s: %s, not %s\n", d.Pointer, d.Expected, d.Received)
	}))
	if err != nil {
		log.Fatal(err)
	}
	for _, body = range []string{
		`{"claim":{"claim_id":7,"parts":[{"cost":"x"}]},"notes":[{"text":"hello","author":"A"}]}`,
		`{"claim":{"claim_id":"seven"},"notes":[{"text":1}]}`,
	} {
		res, err := client.Get(context.Background(), &claims.GetRequest{})
		if err != nil {
			log.Fatal(err)
		}
		note := res.Notes[0]
		fmt.Println(*or(res.Claim.ClaimID), len(res.Claim.Parts), *or(note.Text), *or(note.Author))
	}
}

func or[T any](v *T) *T {
	if v == nil {
		return new(T)
	}
	return v
}
