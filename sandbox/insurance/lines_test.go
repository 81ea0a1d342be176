package insurance

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/opgen/api"
	gen "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// Without any line of the file, it is refused, or a flow fails, or there are other numbers
// of classes.
func TestEveryLineMatters(t *testing.T) {
	t.Parallel()
	c := service(t)
	b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
	require.NoError(t, err)
	calls := map[string][]string{} // flows by what they call
	for _, name := range slices.Sorted(maps.Keys(flows)) {
		s, failed := try(t, c, b, flows[name])
		require.False(t, failed, name)
		for _, r := range s.Requests(simulator.DefaultWorld) {
			if !slices.Contains(calls[r.Operation], name) {
				calls[r.Operation] = append(calls[r.Operation], name)
			}
		}
	}

	whole := document(t, spec.Resources)
	all := places("", whole)
	require.Greater(t, len(all), 900)
	for i, place := range all {
		if testing.Short() && i%100 != 0 {
			continue
		}
		doc := cloned(whole).(map[string]any)
		remove(doc, names(place))
		text, err := json.Marshal(doc)
		require.NoError(t, err)
		without, err := behaviour.Parse(c, "resources.yaml", text)
		if err != nil || !maps.Equal(classes, count(without)) {
			continue
		}
		some := slices.Sorted(maps.Keys(flows))
		if operation, ok := strings.CutPrefix(place, "/operations/"); ok {
			operation, _, _ = strings.Cut(operation, "/")
			some = calls[operation]
		}
		noticed := slices.ContainsFunc(some, func(name string) bool {
			_, failed := try(t, c, without, flows[name])
			return failed
		})
		if !noticed {
			t.Errorf("no flow notices that %s is gone", place)
		}
	}
}

// document returns a file as a value.
func document(t *testing.T, text []byte) map[string]any {
	t.Helper()
	checker := yamldoc.NewChecker(yamldoc.NewGrammar(nil, nil))
	root := checker.Parse(yamldoc.Source{Name: "document.yaml", Text: text}, yamldoc.Format{Name: "file", Article: "a"})
	require.Empty(t, checker.Problems())
	return root.Plain().(map[string]any)
}

// cloned returns a value that shares nothing with another one that is edited.
func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := make(map[string]any, len(v))
		for name, of := range v {
			all[name] = cloned(of)
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i, item := range v {
			all[i] = cloned(item)
		}
		return all
	default:
		return v
	}
}

// places returns the JSON pointers of everything in a value that can be deleted, but for
// what it says in words.
func places(at string, v any) (all []string) {
	under := func(name string, v any) {
		if name != "assumed" && name != "resources" {
			place := at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			all = append(append(all, place), places(place, v)...)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			under(name, v[name])
		}
	case []any:
		for i, item := range v {
			under(strconv.Itoa(i), item)
		}
	}
	return all
}

// names are the names in a JSON pointer.
func names(pointer string) []string {
	all := strings.Split(pointer[1:], "/")
	for i, name := range all {
		all[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
	}
	return all
}

// remove deletes a member or an item within a value, and returns the value.
func remove(v any, names []string) any {
	switch of := v.(type) {
	case map[string]any:
		if len(names) == 1 {
			delete(of, names[0])
		} else {
			of[names[0]] = remove(of[names[0]], names[1:])
		}
	case []any:
		i, _ := strconv.Atoi(names[0])
		if len(names) == 1 {
			return slices.Delete(of, i, i+1)
		}
		of[i] = remove(of[i], names[1:])
	}
	return v
}

// try carries out a flow in a new sandbox, without a network, and tells whether it fails.
func try(t *testing.T, c *catalog.Catalog, b *behaviour.Behaviour, do func(*flow)) (s *simulator.Sandbox, failed bool) {
	t.Helper()
	s, err := world(t.Context(), c, b)
	if err != nil {
		return nil, true
	}
	defer s.Close()
	client, err := gen.NewClient("http://host", once, caller, api.WithHTTPClient(&http.Client{Transport: handlerTransport{s}}))
	require.NoError(t, err)
	told := new(listener)
	done := make(chan bool)
	go func() {
		failed := true
		defer func() {
			recover() // of a flow that takes a response for what it is not
			done <- failed
		}()
		do(&flow{require.New(told), client, t.Context()})
		failed = told.failed
	}()
	return s, <-done
}

// listener hears that a flow fails, and ends it there.
type listener struct{ failed bool }

func (l *listener) Errorf(string, ...any) { l.failed = true }
func (l *listener) FailNow()              { runtime.Goexit() }

// handlerTransport is a handler in place of a network.
type handlerTransport struct{ http.Handler }

func (h handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}
