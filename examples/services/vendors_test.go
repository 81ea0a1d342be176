package services

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// The vendor's Python client of the file storage calls the generated server. It accepts only a
// host name for the address.
func TestFilesClient(t *testing.T) {
	python(t, "dropbox")
	handler, sent := recorded(t, Files(), "4711")
	server := httptest.NewTLSServer(handler)
	defer server.Close()
	certificate := filepath.Join(t.TempDir(), "certificate.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(certificate, text, 0o600))
	t.Setenv("REQUESTS_CA_BUNDLE", certificate) // it has precedence over the argument
	t.Setenv("DROPBOX_API_HOST", strings.TrimPrefix(server.URL, "https://"))

	callAll(t, Files(), sent, "files_client.py", certificate)
}

// The vendor's Python client of the chat calls the generated server.
func TestChatClient(t *testing.T) {
	python(t, "slack_sdk")
	handler, sent := recorded(t, Chat(), "4711")
	server := httptest.NewServer(handler)
	defer server.Close()
	callAll(t, Chat(), sent, "chat_client.py", server.URL)
}

// python skips the test unless a module can be imported.
func python(t *testing.T, module string) {
	if out, err := exec.Command("python3", "-c", "import "+module).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: python3 has no module %s: %v\n%s", module, err, out)
	}
}

// recorded returns the handler of a service for callers with a token, and a func that returns the
// bodies of an operation in order.
func recorded(t *testing.T, service Service, token string) (http.Handler, func(Documented) string) {
	handler, err := service.Handler(api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
		if c.Header().Get("Authorization") != "Bearer "+token {
			return nil, errors.New("another token")
		}
		return ctx, nil
	}))
	require.NoError(t, err)
	bodies := map[string][]string{}
	recorder := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies[r.URL.Path] = append(bodies[r.URL.Path], string(body))
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(w, r)
	})
	return recorder, func(d Documented) string {
		all := bodies[d.Operation.Path]
		require.NotEmpty(t, all, "%s was not called", d.Operation)
		bodies[d.Operation.Path] = all[1:]
		return all[0]
	}
}

// callAll runs a program that calls each operation until it has seen all examples, and compares
// requests and responses. The client of the files shows only the error of a failure.
func callAll(t *testing.T, service Service, sent func(Documented) string, program string, args ...string) {
	type operation struct {
		Path     string   `json:"path"`
		Requests []string `json:"requests"`
	}
	documented, err := Read(service.Folder)
	require.NoError(t, err)
	var operations []operation
	for _, d := range documented {
		op := operation{Path: d.Operation.Path}
		for i := range d.Calls() {
			op.Requests = append(op.Requests, d.Request(i))
		}
		operations = append(operations, op)
	}
	input, err := json.Marshal(operations)
	require.NoError(t, err)
	var complaints bytes.Buffer
	cmd := exec.Command("python3", append([]string{filepath.Join("testdata", program)}, args...)...)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &complaints
	output, err := cmd.Output()
	require.NoError(t, err, "%s", &complaints)
	var returned [][]string
	require.NoError(t, json.Unmarshal(output, &returned))
	require.Len(t, returned, len(documented))
	for i, d := range documented {
		t.Run(d.Operation.String(), func(t *testing.T) {
			require.Len(t, returned[i], d.Calls())
			for call, got := range returned[i] {
				require.JSONEq(t, d.Request(call), sent(d))
				want, failed := d.Returned(call)
				if failed && service.siblings == nil {
					var failure struct{ Error json.RawMessage }
					require.NoError(t, json.Unmarshal([]byte(want), &failure))
					want = string(failure.Error)
				}
				require.JSONEq(t, want, got)
			}
		})
	}
}
