package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
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
	require.NotContains(t, out, "Failed to extract", "a link names an id that a response lacks")
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
	out, err := sequences(t, server.URL,
		"--include-operation-id", "contacts.new_contact", "--include-operation-id", "contacts.get_contact")
	require.Error(t, err, out)
	require.Contains(t, out, "Server error")
}

// sequences runs the stateful phase of Schemathesis.
func sequences(t *testing.T, at string, args ...string) (out string, err error) {
	packages := pip(t, schemathesis.pinned)
	linked := filepath.Join(t.TempDir(), "linked.json")
	require.NoError(t, os.WriteFile(linked, withLinks(t, document(t, shipped)), 0o600))
	without := []string{
		"negative_data_rejection", "positive_data_acceptance", "use_after_free",
		"ensure_resource_availability", "response_schema_conformance",
	}
	command := append([]string{
		filepath.Join(packages, "bin", "schemathesis"), "run",
		"--url", at, "--checks", "all", "--exclude-checks", strings.Join(without, ","),
		"--phases", "stateful", "--max-examples", fmt.Sprint(*examples), "--seed", fmt.Sprint(*seed),
		"--suppress-health-check", "all", "--request-timeout", "60", "--no-color", linked,
	}, args...)
	return run(t, t.TempDir(), []string{"PYTHONPATH=" + packages}, "python3", command...)
}

// member is a pointer to a member of a body, or within one. Of a list, only the first item is named.
var member = regexp.MustCompile(`^(/([a-z_]+|0))+$`)

// withLinks returns a document with links from operations that make documents to those that use them, as
// spec/resources.yaml says. A link gives the id in a response to a member of the next request.
func withLinks(t *testing.T, name string) []byte {
	var resources struct {
		Operations map[string]map[string]any
	}
	require.NoError(t, yaml.Unmarshal(read(t, "../spec/resources.yaml"), &resources))
	f := flow{made: memberOf{}, taken: memberOf{}}
	for operation, does := range resources.Operations {
		f.add(t, operation, does)
	}
	var doc map[string]any
	require.NoError(t, yaml.Unmarshal(read(t, name), &doc))
	links := 0
	for _, path := range doc["paths"].(map[string]any) {
		post := path.(map[string]any)["post"].(map[string]any)
		success, ok := post["responses"].(map[string]any)["200"].(map[string]any)
		if to := f.links(post["operationId"].(string)); ok && len(to) > 0 {
			success["links"] = to
			links += len(to)
		}
	}
	require.Greater(t, links, 40)
	t.Logf("%d links", links)
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	return text
}

// memberOf names a member of the bodies of operations, by a kind of documents and the operation.
type memberOf map[string]map[string]string

func (m memberOf) set(kind, operation, pointer string) {
	if m[kind] == nil {
		m[kind] = map[string]string{}
	}
	m[kind][operation] = pointer
}

// renderedIDs are pointers to the ids in responses that a Go function renders, by the function.
var renderedIDs = map[string]string{
	"new_contact": "/contact_id",
	"claim_date":  "/dateId",
	"quote_flow":  "/id",
	"dispute":     "/id",
}

// flow is where ids of documents come from, and where they go.
type flow struct{ made, taken memberOf }

// add adds what an operation does: one step, or several.
func (f *flow) add(t *testing.T, operation string, does map[string]any) {
	steps, ok := does["steps"].([]any)
	if !ok {
		steps = []any{does}
	}
	for _, step := range steps {
		step := step.(map[string]any)
		by, _ := step["by"].(map[string]any)
		for _, verb := range []string{"read", "update", "delete", "copy", "list"} {
			f.take(step[verb], operation, inList(step["each"], by["/id"]))
		}
		parents, _ := step["parent"].(map[string]any)
		for kind, id := range parents {
			f.take(kind, operation, id)
		}
		kind, creates := step["create"].(string)
		response, mapped := does["response"].(map[string]any)
		renderer, isRendered := response["$func"].(string)
		switch {
		case !creates || step["each"] != nil: // a list of no documents has no id
		case isRendered:
			pointer, ok := renderedIDs[renderer]
			require.True(t, ok, "renderedIDs lacks %s", renderer)
			f.made.set(kind, operation, pointer)
		case mapped:
			for name, value := range response {
				if value == "/id" {
					f.made.set(kind, operation, "/"+name)
				}
			}
		case does["response"] == nil:
			f.made.set(kind, operation, "/id")
		}
	}
}

// inList returns a pointer into the first item of a list that a step repeats for, if it does.
func inList(list, id any) any {
	name, isList := list.(string)
	pointer, isPointer := id.(string)
	within, isItem := strings.CutPrefix(pointer, "$item")
	if isList && isPointer && isItem {
		return name + "/0" + within
	}
	return id
}

// take notes that an operation takes the id of a kind, if it does.
func (f *flow) take(kind any, operation string, id any) {
	name, isKind := kind.(string)
	pointer, isPointer := id.(string)
	if isKind && isPointer && member.MatchString(pointer) {
		f.taken.set(name, operation, pointer)
	}
}

// links returns the links of an operation.
func (f *flow) links(operation string) map[string]any {
	links := map[string]any{}
	for kind, makers := range f.made {
		made, ok := makers[operation]
		if !ok {
			continue
		}
		for user, taken := range f.taken[kind] {
			links[kind+"."+user] = map[string]any{
				"operationId": user,
				"requestBody": bodyWith(taken, "$response.body#"+made),
			}
		}
	}
	return links
}

// bodyWith returns an object with a value at a pointer. Schemathesis merges it into a body.
func bodyWith(pointer string, value any) any {
	names := strings.Split(pointer, "/")[1:]
	for _, name := range slices.Backward(names) {
		if name == "0" {
			value = []any{value}
		} else {
			value = map[string]any{name: value}
		}
	}
	return value
}
