package complete_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/complete"
)

// A body may end anywhere. Client and server, generated and interpreted, then read what there
// is, or refuse it; none panics, which the server would show as status 500.
func TestBodiesThatEndAnywhere(t *testing.T) {
	sent, read := 0, 0
	for _, op := range complete.Operations() {
		generated, interpreted := complete.NewHandler(op), complete.NewInterpreted(op)
		for _, body := range complete.Requests(op) {
			for end := range len(body) + 1 {
				got := generated.Serve(body[:end])
				if got.Status == 500 || !reflect.DeepEqual(got, interpreted.Serve(body[:end])) {
					require.Equal(t, interpreted.Serve(body[:end]), got, "%s %s", op, body[:end])
					require.Fail(t, "a panic", "%s %s", op, body[:end])
				}
				sent++
			}
		}
		client := complete.NewClient(op)
		for _, r := range complete.Responses(op) {
			for end := range len(r.Body) + 1 {
				cut := complete.Response{Status: r.Status, Body: r.Body[:end]}
				_, err := client.Read(cut)
				if (client.ReadInterpreted(cut) == nil) != (err == nil) {
					require.Equal(t, client.ReadInterpreted(cut), err, "%s %v", op, cut)
				}
				read++
			}
		}
	}
	t.Logf("%d requests, %d responses", sent, read)
}
