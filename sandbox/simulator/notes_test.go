package simulator_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/simulator"
)

// A test calls a sandbox of its own, in memory.
func TestNotes(t *testing.T) {
	c, err := catalog.Load("../testdata/notes/operations.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b, err := behaviour.Load(c, "../testdata/notes/resources.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(c, b, simulator.WithSeeds("seeds.yaml", []byte("note: [{id: first, author: ann, text: buy milk}]")))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	server := httptest.NewServer(s)
	defer server.Close()

	for _, call := range []struct{ operation, request, want string }{
		{"add", `{"author": "bob", "text": "any"}`, `{"id":"note-1"}`},
		{"get", `{"note_id": "first"}`, `{"id":"first","author":"ann","text":"buy milk"}`},
	} {
		response, err := http.Post(server.URL+"/v1/notes/"+call.operation, "application/json", strings.NewReader(call.request))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		response.Body.Close()
		if string(got) != call.want || err != nil {
			t.Errorf("%s: got %s, %v; want %s", call.operation, got, err, call.want)
		}
	}
}
