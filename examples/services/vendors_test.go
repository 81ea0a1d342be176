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

// The client in Python that the vendor of the file storage publishes calls the
// generated server, which it knows by the name of its host alone.
func TestFilesClient(t *testing.T) {
	python(t, "dropbox")
	handler, sent := recorded(t, Files(), "4711")
	server := httptest.NewTLSServer(handler)
	defer server.Close()
	certificate := filepath.Join(t.TempDir(), "certificate.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(certificate, text, 0o600))
	t.Setenv("REQUESTS_CA_BUNDLE", certificate) // it would win over the argument
	t.Setenv("DROPBOX_API_HOST", strings.TrimPrefix(server.URL, "https://"))

	documented, returned := callAll(t, Files(), "files_client.py", certificate)
	for i, d := range documented {
		t.Run(d.Operation.String(), func(t *testing.T) {
			for j, got := range returned[i] {
				require.JSONEq(t, d.Requests[j%len(d.Requests)], sent(d))
				if j < len(d.Responses) {
					require.JSONEq(t, d.Responses[j], got)
					continue
				}
				var failure struct{ Error json.RawMessage }
				require.NoError(t, json.Unmarshal([]byte(d.Failures[j-len(d.Responses)]), &failure))
				require.JSONEq(t, string(failure.Error), got)
			}
		})
	}
}

// python skips the test unless a module can be imported.
func python(t *testing.T, module string) {
	if out, err := exec.Command("python3", "-c", "import "+module).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: python3 has no module %s: %v\n%s", module, err, out)
	}
}

// recorded is the handler of a service for callers with a token, and what returns the
// bodies that an operation got, one after the other.
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

// callAll runs a program that calls each operation until it has seen all that is
// documented of it.
func callAll(t *testing.T, service Service, program string, args ...string) (documented []Documented, returned [][]string) {
	type operation struct {
		Path     string   `json:"path"`
		Requests []string `json:"requests"`
		Times    int      `json:"times"`
	}
	documented, err := Read(service.Folder)
	require.NoError(t, err)
	var operations []operation
	for _, d := range documented {
		operations = append(operations, operation{d.Operation.Path, d.Requests, len(d.Responses) + len(d.Failures)})
	}
	input, err := json.Marshal(operations)
	require.NoError(t, err)
	cmd := exec.Command("python3", append([]string{filepath.Join("testdata", program)}, args...)...)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), new(bytes.Buffer)
	output, err := cmd.Output()
	require.NoError(t, err, "%s", cmd.Stderr)
	require.NoError(t, json.Unmarshal(output, &returned))
	require.Len(t, returned, len(documented))
	return documented, returned
}
