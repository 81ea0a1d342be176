package services

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// Every documented request and response passes through client and server unchanged, both as a
// body and in the generated types.
func TestDocumentedBodiesPassUnchanged(t *testing.T) {
	for _, service := range []Service{Files(), Chat()} {
		t.Run(service.Folder, func(t *testing.T) {
			handler, err := service.Handler(api.WithServerAnonymous())
			require.NoError(t, err)
			var sent []byte
			var received bytes.Buffer
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent, _ = io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(sent))
				received.Reset()
				handler.ServeHTTP(&tee{w, &received}, r)
			}))
			defer server.Close()
			client, err := service.client(server.URL)
			require.NoError(t, err)
			documented, err := Read(service.Folder)
			require.NoError(t, err)
			require.Len(t, documented, 20)
			for _, d := range documented {
				t.Run(d.Operation.String(), func(t *testing.T) {
					call := reflect.ValueOf(client).Elem().FieldByName(d.Operation.Area.GoName).MethodByName(d.Operation.GoName)
					for i := range d.Calls() {
						request := reflect.New(call.Type().In(1).Elem())
						require.NoError(t, json.Unmarshal([]byte(d.Request(i)), request.Interface()))
						out := call.Call([]reflect.Value{reflect.ValueOf(t.Context()), request})
						want, failed := d.Returned(i)
						require.Equal(t, d.Request(i), string(sent))
						require.JSONEq(t, want, received.String())
						if err, _ := out[1].Interface().(error); failed {
							require.JSONEq(t, want, service.whole(t, service.failure(d.Operation).of(err), err))
						} else {
							require.NoError(t, err)
							require.JSONEq(t, want, service.whole(t, out[0].Interface(), nil))
						}
					}
				})
			}
		})
	}
}

// whole returns the body that a client has received, assembled from the response or the failure
// and the envelope.
func (s Service) whole(t *testing.T, value any, failed error) string {
	if raw, ok := value.(*api.RawResponse); ok { // its shape is not shown
		return string(raw.Raw)
	}
	text, err := json.Marshal(value)
	require.NoError(t, err)
	if s.siblings == nil {
		return string(text)
	}
	members, notes := map[string]any{"ok": failed == nil}, s.siblings()
	if failed != nil {
		e, _ := errors.AsType[*api.Error](failed)
		require.NoError(t, e.Siblings(notes))
	} else {
		received := reflect.ValueOf(value).Elem().FieldByName("Received").Interface().(api.Received)
		require.NoError(t, received.Siblings(notes))
	}
	require.NoError(t, json.Unmarshal(text, &members))
	require.NoError(t, json.Unmarshal(notes.AppendJSON(nil), &members))
	text, err = json.Marshal(members)
	require.NoError(t, err)
	return string(text)
}

// tee copies what is written.
type tee struct {
	http.ResponseWriter
	to *bytes.Buffer
}

func (t *tee) Write(b []byte) (int, error) {
	t.to.Write(b)
	return t.ResponseWriter.Write(b)
}
