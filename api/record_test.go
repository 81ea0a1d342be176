package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/api/wire"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/recording"
)

// exchangesIn reads a recording.
func exchangesIn(t *testing.T, file string) (all []recording.Exchange) {
	t.Helper()
	_, err := recording.Read(strings.NewReader(file), func(x recording.Exchange) error {
		all = append(all, x)
		return nil
	})
	require.NoError(t, err)
	return all
}

// Every key and value of requests, responses, headers, paths, queries and credentials is a
// canary. The keys look like identifiers and occur in four bodies.
func TestARecordingHoldsNoCanary(t *testing.T) {
	bodies := []string{
		`{"contact_id":"CANARY","date_of_birth":{"CANARY":"CANARY"},"CANARY":"CANARY","CANARY_list":[{"CANARY":"CANARY"}],"api_key":"CANARY"}`,
		`{"type":"CANARY","title":"CANARY","detail":"CANARY","status":422,"errors":[{"field":"/CANARY","rule":"CANARY","message":"CANARY"}]}`,
		`{"success":"CANARY","message":"CANARY","data":{"CANARY":4711}}`,
		`"CANARY"`, `["CANARY",{"CANARY":{"CANARY":["CANARY"]}}]`, `{"CANARY":`, `<html>CANARY</html>`, "CANARY\xff", `{"CANARY":1,"CANARY":2}`, "",
	}
	for _, body := range bodies {
		for _, status := range []int{200, 302, 404, 500} {
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent, err := io.ReadAll(r.Body)
				require.NoError(t, err)
				require.Contains(t, string(sent), "CANARY-KEY")
				for _, name := range []string{"X-Canary", "X-Request-Id", "Content-Encoding", "Location", "Set-Cookie", "Etag"} {
					w.Header().Set(name, "CANARY")
				}
				if status == 404 {
					w.Header().Set("Content-Type", "application/problem+json")
					w.Header().Del("Content-Encoding")
				}
				w.WriteHeader(status)
				io.WriteString(w, body)
			}))
			var file bytes.Buffer
			caller := callerOf(t, service.URL+"/CANARY", api.WithRecorder(&file), api.WithRetry(api.RetryPolicy{MaxAttempts: 1}),
				api.WithBearerToken("CANARY"), api.WithHeader("X-Canary", "CANARY"), api.WithHeader("Cookie", "CANARY"),
				api.WithBodyField("api_key", "CANARY-KEY"), api.WithBodyField("CANARY_key", "CANARY-KEY"))
			for range 2 {
				_, _ = contacts.NewClientWithCaller(caller).NewContact(t.Context(), &contacts.NewContactRequest{
					Name: "CANARY", Type: new(contacts.ContactType("CANARY")), Addresses: []contacts.AddressEntry{{Extra: api.Object{"CANARY": "CANARY"}}}}, api.WithoutValidation())
				_, _ = claims.NewClientWithCaller(caller).GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("CANARY")})
			}
			service.Close()
			require.NotContains(t, strings.ToLower(file.String()), "canary")
			require.NotContains(t, file.String(), "api_key")
			require.NotContains(t, file.String(), service.URL)
			require.Len(t, exchangesIn(t, file.String()), 4)
		}
	}
}

// A struct of generated code has unions, maps and records that contain themselves.
type (
	treeRequest struct {
		Node *treeNode `json:"node,omitzero"`
	}
	treeNode struct {
		Name  string               `json:"name"`
		Kids  []*treeNode          `json:"kids,omitzero"`
		ByKey map[string]*treeNode `json:"by_key,omitzero"`
		Kind  treeKind             `json:"kind,omitzero"`
		Kinds []treeKind           `json:"kinds,omitzero"`
		Text  api.Nullable[string] `json:"text,omitzero" sensitive:"true"`
	}
	treeKind struct{ Variant any }
	treeFile struct {
		Path  string     `json:"path"`
		Key   string     `json:"key" sensitive:"true"`
		Extra api.Object `json:"-" sensitive:"true"`
	}
)

func (treeKind) Variants() wire.Variants {
	return wire.Variants{By: "kind", Of: map[string]any{"file": treeFile{}, "tree": treeNode{}}, Open: true}
}

type treeCall struct {
	treeRequest
	text string
}

func (r *treeCall) AppendJSON(b []byte) []byte { return append(b, r.text...) }
func (r *treeCall) Validate() error            { return nil }

func TestARecordingFollowsUnionsMapsAndRecursion(t *testing.T) {
	var file bytes.Buffer
	op := &api.Operation{Area: "a", Name: "b", Path: "/b", Effect: api.Read}
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		return response(200, `{"name":"n","by_key":{"grace":{"name":"x","text":"CANARY"}},"kids":[{"name":"k","kids":[{"text":null}]}],`+
			`"kind":{"path":"p","kind":"file","key":"sesame","grace":"CANARY"},"kinds":[{"kind":"other","path":"CANARY","grace":"CANARY"}]}`), nil
	}, api.WithRecorder(&file))
	for range 6 {
		call := wire.Begin(c, op, nil)
		_, err := wire.Do(t.Context(), call, &treeCall{text: "{}"}, func(*wire.Decoder) *treeNode { return nil })
		require.Error(t, err) // nothing reads it
	}
	require.NotContains(t, file.String(), "grace")
	node := exchangesIn(t, file.String())[0].Response
	entry := node.Members["by_key"]
	require.True(t, entry.Many)
	require.Equal(t, &recording.Shape{Seen: 1, String: 1}, entry.Entries.Members["text"])
	require.Equal(t, &recording.Shape{Seen: 1, Null: 1}, node.Members["kids"].Items.Members["kids"].Items.Members["text"])
	kind := node.Members["kind"]
	require.Equal(t, &recording.Shape{Seen: 1, String: 1}, kind.Members["key"])
	require.NotNil(t, kind.Members["path"].Lengths)
	require.NotNil(t, kind.Members["kind"].Lengths)
	require.Equal(t, &recording.Shape{Seen: 1, String: 1}, kind.Entries, "a further key")
	other := node.Members["kinds"].Items
	require.Equal(t, &recording.Shape{Seen: 1, String: 1}, other.Members["kind"], "an unknown tag")
	require.Equal(t, &recording.Shape{Seen: 2, String: 2}, other.Entries)
}

// A sensitive value is also hidden if the service sends an array for an object, or an object
// for an array.
func TestARecordingHidesWhatIsOfAnotherType(t *testing.T) {
	for _, body := range []string{
		`[{"text":"CANARY"}]`, `"CANARY"`, `{"kids":{"CANARY":{"text":"CANARY"}}}`, `{"kids":[[{"text":"CANARY"}]]}`,
		`{"by_key":[{"text":"CANARY"}]}`, `{"kind":["CANARY"]}`, `{"kinds":{"key":"CANARY"}}`, `{"kinds":["CANARY"]}`,
	} {
		var file bytes.Buffer
		op := &api.Operation{Area: "a", Name: "b", Path: "/b", Effect: api.Read}
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) { return response(200, body), nil }, api.WithRecorder(&file))
		call := wire.Begin(c, op, nil)
		_, err := wire.Do(t.Context(), call, &treeCall{text: "{}"}, func(*wire.Decoder) *treeNode { return nil })
		require.Error(t, err) // nothing reads it
		require.NotContains(t, file.String(), "lengths", body)
		require.NotContains(t, file.String(), "members\":{\"#", body)
		require.NotContains(t, genstruct.Body(body, reflect.TypeFor[treeNode]()), "CANARY", "in a log")
	}
}

func TestEachAttemptWithAResponseIsRecorded(t *testing.T) {
	service := busyService(2)
	defer service.Close()
	var file bytes.Buffer
	client, err := claims.NewClient(service.URL, api.WithRecorder(&file), api.WithRetry(api.RetryPolicy{BaseDelay: 1}))
	require.NoError(t, err)
	_, err = client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("1")})
	require.NoError(t, err)
	var statuses []int
	for _, x := range exchangesIn(t, file.String()) {
		statuses = append(statuses, x.Status)
		require.Equal(t, 1, x.Request.Object)
	}
	require.Equal(t, []int{503, 503, 200}, statuses)

	service.Close()
	before := file.Len()
	_, err = client.GetClaim(t.Context(), &claims.GetClaimRequest{ClaimID: new("1")})
	require.Error(t, err)
	require.Equal(t, before, file.Len(), "there was no response")
}

func TestARecordingSaysWhyAResponseHasNoShape(t *testing.T) {
	for why, response := range map[string]http.HandlerFunc{
		"": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(zipped(`{"a":1}`))
		},
		"br": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			io.WriteString(w, "x")
		},
		"unknown coding": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "mine")
			io.WriteString(w, "x")
		},
		"too large": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat("1", 2000)) },
		"cut off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			io.WriteString(w, "1")
		},
		"HTML": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
	} {
		var file bytes.Buffer
		c := serve(t, response, api.WithRecorder(&file), api.WithResponseLimits(api.Limits{Body: 1000}), api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		_, _ = callRaw(t.Context(), c, validRich())
		x := exchangesIn(t, file.String())[0]
		require.Equal(t, why, x.Unreadable)
		require.Equal(t, why != "", x.Response == nil)
		require.NotNil(t, x.Request)
	}
}

func TestARecordingTellsFailuresOfEnvelopesApart(t *testing.T) {
	for body, want := range map[string]bool{`{"status":"ok","data":{"CANARY":1}}`: true, `{"status":"bad","errors":["x"],"notes":"x"}`: false} {
		var file bytes.Buffer
		op := *opRaw
		op.Envelope = &api.Envelope{Success: "status", Value: `"ok"`, Messages: []string{"errors"}, Data: "data", Siblings: []string{"notes"}}
		op.Failure = wire.FailureOf(0, "reason", func(*wire.Decoder, *struct{}) {})
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) { return response(200, body), nil }, api.WithRecorder(&file))
		_, _ = wire.DoRaw(t.Context(), wire.Begin(c, &op, nil), validRich())
		x := exchangesIn(t, file.String())[0]
		require.Equal(t, want, *x.Success)
		require.NotContains(t, file.String(), "CANARY")
		if !want {
			require.Equal(t, &recording.Shape{Seen: 1, String: 1}, x.Response.Members["notes"])
			require.NotNil(t, x.Response.Members["errors"].Items.Lengths)
		}
	}
}

// fullDisk fails after a number of writes.
type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left--; d.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestARecorderThatFailsBreaksNoCall(t *testing.T) {
	var logged bytes.Buffer
	defer logByDefault(slog.NewTextHandler(&logged, nil))()
	service := busyService(0)
	defer service.Close()
	client, err := claims.NewClient(service.URL, api.WithRecorder(&fullDisk{left: 1}))
	require.NoError(t, err)
	for range 3 {
		_, err := client.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: new("1")})
		require.NoError(t, err)
	}
	require.Equal(t, 1, strings.Count(logged.String(), "no space left on device"), logged.String())

	_, err = claims.NewClient(service.URL, api.WithRecorder(nil))
	require.EqualError(t, err, "api.WithRecorder: the writer is nil")
}

// A recording contains shapes, but no values. These keys are in the catalog, or occur in
// five bodies.
func ExampleWithRecorder() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"contact_id":"c-1","member_since":"2026-01-31"}`)
	}))
	defer service.Close()
	var file bytes.Buffer // in a program, a file for gen learn
	client := must(contacts.NewClient(service.URL, api.WithRecorder(&file)))
	for range 6 {
		must(client.NewContact(context.Background(), &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}}}))
	}
	lines := strings.Split(strings.TrimSpace(file.String()), "\n")
	fmt.Println(strings.ReplaceAll(lines[len(lines)-1], `,"response"`, ",\n \"response\""))
	// Output:
	// {"operation":"contacts.new_contact","status":200,"request":{"seen":1,"object":1,"members":{"addresses":{"seen":1,"array":1,"items":{"seen":1,"object":1}},"name":{"seen":1,"string":1},"type":{"seen":1,"string":1,"lengths":{"8-15":1},"distinct":1}}},
	//  "response":{"seen":1,"object":1,"members":{"contact_id":{"seen":1,"string":1,"lengths":{"2-3":1},"distinct":1},"member_since":{"seen":1,"string":1,"lengths":{"8-15":1},"formats":["date"],"distinct":1}}},"requests":1}
}
