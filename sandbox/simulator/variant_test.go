package simulator_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

const forms = `
catalog: 1
info: {title: Forms, version: v1, package: pad}
path: /{operation}
areas:
  forms:
    operations:
      add:
        fields:
          author: {type: string, required: true}
          title: string
          secret: {type: string, sensitive: true}
          kind: {type: string, enum: [a, b]}
          code: {type: string, pattern: "^[0-9]+$"}
          left: string
          right: string
          tags: [string]
          ids: {type: [string], max_items: 1}
        rules: [{at_most_one_of: [left, right]}]

`

// variants serves forms, with another path and name, and optionally any text.
func variants(t *testing.T, anyText bool) (*simulator.Sandbox, error) {
	c, problems := catalog.Parse("forms.yaml", []byte(forms))
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte("resources: 1\nkinds: {form: {}}\noperations: {forms.add: {create: form}}\n"))
	require.NoError(t, err)
	return simulator.New(c, b, simulator.Options{
		AnyText: anyText,
		Paths:   []simulator.Path{{Path: "/public/put", Operation: "forms.add", Fields: map[string]string{"writer": "author"}}},
	})
}

// At a further path, members have other names, also in violations. What is stored and logged has those
// of the catalog.
func TestFurtherPathsHaveOtherNames(t *testing.T) {
	s, err := variants(t, false)
	require.NoError(t, err)
	defer s.Close()
	for _, path := range []string{"/public/put", "/w/other/public/put"} {
		status, body := post(t, s, path, `{"writer":"Ann","title":"x"}`)
		require.Equal(t, 200, status, body)
		require.JSONEq(t, `{"id":"form-1","author":"Ann","title":"x"}`, body)
	}
	status, body := post(t, s, "/public/put", `{"author":"Ann"}`)
	require.Equal(t, 422, status)
	require.Contains(t, body, `{"field":"/writer","rule":"required"`)
	status, _ = post(t, s, "/add", `{"author":"Ann"}`)
	require.Equal(t, 200, status)
	status, _ = post(t, s, "/add", `{"writer":"Ann"}`)
	require.Equal(t, 422, status)
	all := s.Requests("default")
	require.Equal(t, "forms.add", all[0].Operation)
	require.JSONEq(t, `{"author":"Ann","title":"x"}`, all[0].Request)
}

// With AnyText, booleans and numbers become text, and lists and objects are stored. Members with
// constraints, and those of rules, keep their types. The log shows nothing of what the catalog hides.
func TestAnyText(t *testing.T) {
	s, err := variants(t, true)
	require.NoError(t, err)
	defer s.Close()
	status, body := post(t, s, "/add", `{"author":true,"title":12.50}`)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, `{"id":"form-1","author":"true","title":"12.50"}`, body)
	status, body = post(t, s, "/public/put", `{"writer":false,"title":[{"day":"01/31/2030"}],"secret":{"CANARY":["CANARY"]}}`)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, `{"id":"form-2","author":"false","title":[{"day":"01/31/2030"}],"secret":{"CANARY":["CANARY"]}}`, body)
	require.NotContains(t, s.Requests("default")[1].Request, "CANARY")
	for i, tags := range []string{`["a"]`, `[{"id":"a"}]`, `"all"`} {
		status, body := post(t, s, "/add", `{"author":"Ann","tags":`+tags+`}`)
		require.Equal(t, 200, status, body)
		require.JSONEq(t, fmt.Sprintf(`{"id":"form-%d","author":"Ann","tags":%s}`, i+3, tags), body)
	}
	for _, wrong := range []string{`"ids":"a"`, `"kind":true`, `"code":1`, `"left":1`} {
		status, body := post(t, s, "/add", `{"author":"Ann",`+wrong+`}`)
		require.Equal(t, 422, status, "%s %s", wrong, body)
	}
	strict, err := variants(t, false)
	require.NoError(t, err)
	defer strict.Close()
	status, _ = post(t, strict, "/add", `{"author":true}`)
	require.Equal(t, 422, status)
}

// A path that cannot be served is refused at the start.
func TestFurtherPathsAreChecked(t *testing.T) {
	c, problems := catalog.Parse("forms.yaml", []byte(forms))
	require.Empty(t, problems)
	for _, test := range []struct {
		path simulator.Path
		says string
	}{
		{simulator.Path{Path: "/x", Operation: "forms.ad"}, `path /x: the catalog has no operation "forms.ad"; did you mean "forms.add"?`},
		{simulator.Path{Path: "/x", Operation: "forms.add", Fields: map[string]string{"a": "b"}}, `path /x: "b" is no field of forms.add that can have another name`},
		{simulator.Path{Path: "/x", Operation: "forms.add", Fields: map[string]string{"a": "left"}}, `path /x: "left" is no field of forms.add that can have another name`},
		{simulator.Path{Path: "/add", Operation: "forms.add"}, "have the same path"},
	} {
		_, err := simulator.New(c, new(behavior.Behavior), simulator.Options{Paths: []simulator.Path{test.path}})
		require.ErrorContains(t, err, test.says)
	}
}
