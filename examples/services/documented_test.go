package services

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// Every documented request and response passes through client and server unchanged:
// the bodies are those of the documentation, and so is what the types hold.
func TestDocumented(t *testing.T) {
	for _, service := range []Service{Files()} {
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
					returned := append(append([]string{}, d.Responses...), d.Failures...)
					for i := range max(len(d.Requests), len(returned)) {
						want := returned[i%len(returned)]
						request := reflect.New(call.Type().In(1).Elem())
						require.NoError(t, json.Unmarshal([]byte(d.Requests[i%len(d.Requests)]), request.Interface()))
						out := call.Call([]reflect.Value{reflect.ValueOf(t.Context()), request})
						require.Equal(t, d.Requests[i%len(d.Requests)], string(sent))
						require.JSONEq(t, want, received.String())
						got := out[0].Interface()
						if i%len(returned) >= len(d.Responses) {
							got = service.failures[d.Operation.Name].of(out[1].Interface().(error))
						} else {
							require.Nil(t, out[1].Interface())
						}
						text, err := json.Marshal(got)
						require.NoError(t, err)
						if raw, ok := got.(*api.RawResponse); ok { // its shape is not shown
							text = raw.Raw
						}
						require.JSONEq(t, want, string(text))
					}
				})
			}
		})
	}
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
