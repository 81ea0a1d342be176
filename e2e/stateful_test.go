package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

var (
	examples = flag.Int("examples", 2, "how many sequences of calls Schemathesis tries")
	seed     = flag.Int("seed", 1, "the seed of Schemathesis")
)

// Schemathesis calls the sandbox with ids that earlier responses have made, and finds no failure of the
// sandbox, and no status and header that contradicts the document. Its checks of deleted and of missing
// resources want the methods and paths of REST. Requests that conform may be refused. Lenient responses
// have what earlier requests, or the seeds, put into a document, which need not have their shape.
func TestSequencesOfCallsNeverFail(t *testing.T) {
	t.Parallel()
	out, err := sequences(t, startSandbox(t, "--profile", "published").address)
	t.Log(out)
	require.NoError(t, err)
	require.Contains(t, out, "Stateful")
}

// A failure that only an existing contact meets is found: ids are really passed on.
func TestSequencesFindSeededFaults(t *testing.T) {
	t.Parallel()
	at, err := url.Parse(startSandbox(t, "--profile", "published").address)
	require.NoError(t, err)
	proxy := httputil.NewSingleHostReverseProxy(at)
	proxy.Director = nil
	proxy.Rewrite = func(r *httputil.ProxyRequest) { r.SetURL(at) }
	proxy.ModifyResponse = func(res *http.Response) error {
		if strings.HasSuffix(res.Request.URL.Path, "/get_contact") && res.StatusCode == http.StatusOK {
			res.StatusCode = http.StatusInternalServerError
		}
		return nil
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	out, err := sequences(t, server.URL, "--include-operation-id", "contacts.new_contact", "--include-operation-id", "contacts.get_contact")
	require.Error(t, err, out)
	require.Contains(t, out, "Server error")
}

// sequences runs the stateful phase of Schemathesis.
func sequences(t *testing.T, at string, args ...string) (out string, err error) {
	packages := pip(t, schemathesis.pinned)
	linked := filepath.Join(t.TempDir(), "linked.json")
	require.NoError(t, os.WriteFile(linked, withLinks(t, document(t, shipped)), 0o600))
	return run(t, t.TempDir(), []string{"PYTHONPATH=" + packages}, "python3", append([]string{filepath.Join(packages, "bin", "schemathesis"), "run",
		"--url", at, "--checks", "all",
		"--exclude-checks", "negative_data_rejection,positive_data_acceptance,use_after_free,ensure_resource_availability,response_schema_conformance",
		"--phases", "stateful", "--max-examples", fmt.Sprint(*examples), "--seed", fmt.Sprint(*seed),
		"--suppress-health-check", "all", "--request-timeout", "60", "--no-color", linked}, args...)...)
}

// member is a pointer to a member of a body.
var member = regexp.MustCompile(`^/[a-z_]+$`)

// withLinks returns a document with links from operations that make documents to those that use them, as
// spec/resources.yaml says.
func withLinks(t *testing.T, name string) []byte {
	var resources struct {
		Operations map[string]map[string]any
	}
	require.NoError(t, yaml.Unmarshal(read(t, "../spec/resources.yaml"), &resources))
	makers := map[string]map[string]string{} // the member of the response with the new id, by kind and operation
	users := map[string]map[string]string{}  // the member of the request that takes it
	note := func(in map[string]map[string]string, kind any, operation, pointer string) {
		name := fmt.Sprint(kind)
		if in[name] == nil {
			in[name] = map[string]string{}
		}
		in[name][operation] = strings.TrimPrefix(pointer, "/")
	}
	for operation, does := range resources.Operations {
		steps := []any{does}
		if list, ok := does["steps"].([]any); ok {
			steps = list
		}
		for _, step := range steps {
			step := step.(map[string]any)
			for _, verb := range []string{"read", "update", "delete", "copy", "list"} {
				by, _ := step["by"].(map[string]any)
				if id := fmt.Sprint(by["/id"]); step[verb] != nil && member.MatchString(id) {
					note(users, step[verb], operation, id)
				}
			}
			parents, _ := step["parent"].(map[string]any)
			for kind, id := range parents {
				if member.MatchString(fmt.Sprint(id)) {
					note(users, kind, operation, fmt.Sprint(id))
				}
			}
			if step["create"] == nil {
				continue
			}
			switch response := does["response"].(type) {
			case nil:
				note(makers, step["create"], operation, "/id")
			case map[string]any:
				for name, value := range response {
					if value == "/id" {
						note(makers, step["create"], operation, name)
					}
				}
			}
		}
	}

	var doc map[string]any
	require.NoError(t, yaml.Unmarshal(read(t, name), &doc))
	links := 0
	for _, path := range doc["paths"].(map[string]any) {
		post := path.(map[string]any)["post"].(map[string]any)
		id := post["operationId"].(string)
		success, ok := post["responses"].(map[string]any)["200"].(map[string]any)
		if !ok {
			continue
		}
		to := map[string]any{}
		for _, kind := range slices.Sorted(maps.Keys(makers)) {
			made, ok := makers[kind][id]
			if !ok {
				continue
			}
			for user, takes := range users[kind] {
				to[kind+"."+user] = map[string]any{
					"operationId": user,
					"requestBody": map[string]any{takes: "$response.body#/" + made},
				}
			}
		}
		if len(to) > 0 {
			success["links"] = to
			links += len(to)
		}
	}
	require.Greater(t, links, 50)
	t.Logf("%d links", links)
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	return text
}
