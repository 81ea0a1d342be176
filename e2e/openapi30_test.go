package e2e

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

const (
	files = "examples/services/files/catalog.yaml" // unions, open and closed; failures with types
	chat  = "examples/services/chat/catalog.yaml"  // an envelope, fields that may be null, unions within themselves
)

// called30 is the output of clients from OpenAPI 3.0.
const called30 = called + `get_metadata file notes.txt
list_revisions a1c10ce0dd78
get_metadata 409 path
get_metadata 422 pattern
views_open true V1 true
post_message false channel_not_found
post_message false
`

// responses are the responses of the services in examples, and failures if ! follows.
var responses = map[string]string{
	"files.get_metadata":   `{".tag":"file","name":"notes.txt","id":"id:1","client_modified":"2026-01-31T15:04:05Z","server_modified":"2026-01-31T15:04:05Z","rev":"a1c10ce0dd78","size":1}`,
	"files.list_revisions": `{"is_deleted":false,"has_more":false,"entries":[{"name":"notes.txt","id":"id:1","client_modified":"2026-01-31T15:04:05Z","server_modified":"2026-01-31T15:04:05Z","rev":"a1c10ce0dd78","size":1}]}`,
	"files.get_metadata !": `{"error":{".tag":"path","path":{".tag":"not_found"}},"error_summary":"path/not_found"}`,
	"views.open":           `{"view":{"type":"modal","id":"V1","team_id":"T1","title":{"type":"plain_text","text":"A window"},"blocks":[],"submit":null,"close":null,"state":{"values":{}},"hash":"1","previous_view_id":null}}`,
	"chat.post_message !":  `{"error":"channel_not_found"}`,
}

// serveExample starts a server of a catalog in examples. Other operations fail.
func serveExample(t *testing.T, spec string) string {
	c, err := catalog.Load("../" + spec)
	require.NoError(t, err)
	var routes []api.Route
	for op := range c.Operations() {
		routes = append(routes, interpreter.New(op).Route(func(_ context.Context, request string) (json.RawMessage, error) {
			if strings.Contains(request, "missing") {
				failure := json.RawMessage(responses[op.String()+" !"])
				return nil, api.Fail(&failure, "channel_not_found")
			}
			return json.RawMessage(responses[op.String()]), nil
		}))
	}
	handler, err := api.NewHandler(routes, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// Tools for OpenAPI 3.0 accept its documents, and their generated clients call a server.
func TestOpenAPI30(t *testing.T) {
	t.Parallel()
	specs := map[string]string{"shipped": shipped, "files": files, "chat": chat}
	environment := []string{"SHIPPED_URL=" + serve(t), "FILES_URL=" + serveExample(t, files), "CHAT_URL=" + serveExample(t, chat)}
	for name, spec := range specs {
		specs[name] = document(t, spec, "--openapi", "3.0")
	}
	documents := []string{document(t, everything, "--openapi", "3.0")}
	for _, name := range specs {
		documents = append(documents, name)
	}

	t.Run("openapi-spec-validator", func(t *testing.T) {
		out, err := run(t, ".", []string{"PYTHONPATH=" + pip(t, openapiSpecValidator.pinned)},
			"python3",
			append([]string{"-m", "openapi_spec_validator", "--schema", "3.0"}, documents...)...)
		require.NoError(t, err, out)
		require.Equal(t, len(documents), strings.Count(out, ": OK"), out)
	})

	t.Run("oapi-codegen", func(t *testing.T) {
		dir, program := peers(t), peer(t, "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen")
		for name, document := range specs {
			folder := filepath.Join(dir, "oapi30", name)
			require.NoError(t, os.MkdirAll(folder, 0o777))
			out, err := run(t, dir, nil, program, "-package", name, "-generate", "types,client",
				"-o", filepath.Join(folder, "client.go"), document)
			require.NoError(t, err, out)
		}
		copyTo(t, filepath.Join(dir, "oapi30"), "oapi30/main.go")
		// Compiling takes less time without optimization.
		out, err := run(t, dir, append(environment, "GOFLAGS=-mod=mod"), "go", "run",
			"-gcflags=peers.test/...=-N -l", "./oapi30")
		require.NoError(t, err, out)
		require.True(t, strings.HasSuffix(out, called30), out) // the first run also prints downloads
	})

	t.Run("openapi-typescript-codegen", func(t *testing.T) {
		dir := t.TempDir()
		program := filepath.Join(npm(t, openapiTypescriptCodegen.pinned), "openapi")
		for name, document := range specs {
			// Without unions, it makes an enum with the name of the member, such as ".tag".
			out, err := run(t, dir, nil, program, "--input", document, "--output",
				filepath.Join(dir, name), "--client", "fetch", "--useUnionTypes", "--name",
				strings.ToUpper(name[:1])+name[1:])
			require.NoError(t, err, out)
		}
		copyTo(t, dir, "openapi_typescript_codegen.ts")
		typescript(t, dir, "openapi_typescript_codegen.ts")
		out, err := run(t, dir, environment, "node", "built/openapi_typescript_codegen.js")
		require.NoError(t, err, out)
		require.Equal(t, called30, out)
	})
}
