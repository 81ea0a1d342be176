package simulator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
)

func patients(t testing.TB, o ...simulator.Options) *simulator.Sandbox {
	return open(t, "testdata/log/operations.yaml", "testdata/log/resources.yaml", o...)
}

const patient = `{"patient": {"age": 7, "name": "CANARY", "address": {"street": "a", "city": "CANARY"}, "addresses": [{"city": "CANARY"}, {"street": "b"}],
	"labels": {"l": "m"}, "secrets": {"CANARY": {"word": "CANARY"}}, "anything": ["CANARY"], "tags": "x,y", "CANARY": "CANARY", "more": {"CANARY": 1}}}`

// The log shows described values, except sensitive ones.
func TestRequestsAreRedacted(t *testing.T) {
	s := patients(t)
	status, body := post(t, s, "/patients/add", patient)
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `"city":"CANARY"`)
	post(t, s, "/patients/list", `{}`)
	post(t, s, "/patients/unshown", `{}`)
	post(t, s, "/patients/add", `{"patient": {"secrets": {"CANARY": {"word": 1}}, "age": "CANARY"}}`)
	post(t, s, "/CANARY", `{}`)
	requests := s.Requests("default")
	text, err := json.Marshal(requests)
	require.NoError(t, err)
	require.NotContains(t, string(text), "CANARY")
	const shown = `"age":7,"name":"[redacted]","address":{"street":"a","city":"[redacted]"},"addresses":[{"city":"[redacted]"},{"street":"b"}],` +
		`"labels":{"l":"m"},"secrets":"[redacted]","anything":"[1 item]","tags":"x,y","...":"[2 further keys]"}`
	require.Equal(t, `{"patient":{`+shown+`}`, requests[0].Request)
	require.Equal(t, `{"id":"patient-1",`+shown, requests[0].Response)
	require.Equal(t, `[{"id":"patient-1",`+shown+`]`, requests[1].Response)
	require.Equal(t, "patients.add", requests[0].Operation)
	require.Equal(t, "stateful", requests[0].Class)
	require.Equal(t, "/patients/add", requests[0].Path)
	require.NotEmpty(t, requests[0].RequestID)
	require.Regexp(t, `^\[\d+ bytes\]$`, requests[2].Response)
	require.Equal(t, 422, requests[3].Status)
	require.Len(t, requests[3].Violations, 2)
	require.Equal(t, "/patient/secrets/*/word", requests[3].Violations[0].Field)
	require.Equal(t, 404, requests[4].Status)
	require.Empty(t, requests[4].Operation)
}

// The log shows failures of operations, without values.
func TestRequestsTellFailures(t *testing.T) {
	s := notes(t)
	status, _ := post(t, s, "/v1/notes/get", `{"note_id":"CANARY"}`)
	require.Equal(t, 404, status)
	requests := s.Requests("default")
	require.Equal(t, "404 No such note", requests[0].Failure)
	require.Empty(t, requests[0].Violations)
}

// Long bodies are cut off, and stay valid JSON.
func TestRequestsAreShort(t *testing.T) {
	s := patients(t)
	for range 30 {
		post(t, s, "/patients/add",
			fmt.Sprintf(`{"patient": {"address": {"street": %q}}}`, strings.Repeat("s", 200)))
	}
	post(t, s, "/patients/add",
		fmt.Sprintf(`{"patient": {"address": {"street": %q}}}`, strings.Repeat("s", 300)))
	post(t, s, "/patients/list", `{}`)
	requests := s.Requests("default")
	require.Equal(t, `{"patient":{"address":{"street":"[302 bytes]"}}}`, requests[30].Request)
	long := requests[31].Response
	require.Less(t, len(long), 4<<10)
	require.True(t, json.Valid([]byte(long)), long)
	require.Contains(t, long, "[cut off]")
}

// The log of a world is bounded, and has no requests of others.
func TestRequestsAreBounded(t *testing.T) {
	s := patients(t)
	for range 210 {
		post(t, s, "/w/other/patients/list", `{}`)
	}
	requests := s.Requests("other")
	require.Len(t, requests, 200)
	require.Equal(t, []int64{11, 210}, []int64{requests[0].Number, requests[199].Number})
	require.Empty(t, s.Requests("default"))
}

// A watcher receives new requests until its context is done.
func TestWatchersReceiveNewRequests(t *testing.T) {
	s := patients(t)
	ctx, cancel := context.WithCancel(t.Context())
	watched, slow := s.Watch(ctx, "default"), s.Watch(t.Context(), "default")
	for i := range 200 {
		post(t, s, "/patients/list", `{}`)
		require.Equal(t, int64(i+1), (<-watched).Number)
	}
	cancel()
	select {
	case _, open := <-watched:
		require.False(t, open)
	case <-time.After(time.Minute):
		t.Fatal("the channel stays open")
	}
	require.Len(t, slow, cap(slow), "a slow watcher blocks no requests")
	<-slow
	post(t, s, "/patients/list", `{}`)
	require.Len(t, slow, cap(slow), "the end of a watcher does not end others")
	require.NoError(t, s.Close())
	for range slow { // ends
	}
}

// A repeated call with the same key has no effect, and the same response.
func TestIdempotencyKeys(t *testing.T) {
	s := patients(t)
	add := func(name, key string) (int, string) {
		return post(t, s, "/patients/add", fmt.Sprintf(`{"patient": {"name": %q}}`, name),
			"Idempotency-Key", key)
	}
	for range 2 {
		status, body := add("ann", "one")
		require.Equal(t, 200, status)
		require.Equal(t, `{"ok":true,"data":{"id":"patient-1","name":"ann"}}`, body)
	}
	status, body := add("bob", "one")
	require.Equal(t, 422, status)
	require.Contains(t, body, `"ok":false`)
	require.NotContains(t, body, "ann")
	_, body = add("ann", "two")
	require.Contains(t, body, "patient-2")
	_, body = post(t, s, "/w/other/patients/add", `{"patient": {"name": "ann"}}`, "Idempotency-Key",
		"one")
	require.Contains(t, body, "patient-1", "worlds have separate keys")
}

// Over HTTP/2, refused requests are read to their end unless they are long, since clients may report
// the reset of a stream as a failure.
func TestRefusedRequestsAreRead(t *testing.T) {
	s := notes(t)
	for length, whole := range map[int]bool{100: true, 10 << 20: false} {
		body := strings.NewReader(strings.Repeat(" ", length))
		r := httptest.NewRequest(http.MethodPost, "/v1/notes/add", body)
		r.ProtoMajor, r.ProtoMinor = 2, 0
		r.Header.Set("Content-Type", "text/html")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, http.StatusUnsupportedMediaType, w.Code)
		require.Equal(t, whole, body.Len() == 0, "%d bytes are left", body.Len())
	}
}
