package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/plan/vectors"
)

// No sample of such a request is found, so its responses are not tried.
func TestResponsesToARequestWithoutASampleAreSkipped(t *testing.T) {
	c := feature("corners", `
areas:
  things:
    operations:
      put: {fields: {list: {type: [string], required: true, min_items: 10000000}}, response: {fields: {a: string}}}
`)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "things.yaml"), []byte(`vectors: 1
operations:
  put: [{name: a response, response: '{"a":"x"}'}]
`), 0o600))
	set, err := vectors.Load(dir, c)
	require.NoError(t, err)
	files, err := Emit(c, set, config)
	require.NoError(t, err)
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Content)
	}
	require.Contains(t, all.String(), `t.Skip("no sample was found`)
	require.NotContains(t, all.String(), "TryOutcomes")
}

// An envelope without further members has no list of them.
func TestAnEnvelopeWithoutSiblings(t *testing.T) {
	for fields, want := range map[string]bool{"{}": false, "{total: integer}": true} {
		files, err := Emit(feature("corners", `
envelope: {success: ok, data: data, siblings: Notes}
records: {Notes: {fields: `+fields+`}}
areas: {things: {operations: {put: {response: {fields: {a: string}}}}}}
`), nil, config)
		require.NoError(t, err)
		var all strings.Builder
		for _, f := range files {
			all.Write(f.Content)
		}
		require.Equal(t, want, strings.Contains(all.String(), "Siblings:"), fields)
	}
}

// encoding/json writes null for a nil item of these types, and clients send an empty array or object.
func TestRequestsMarshalNilItemsAsTheySendThem(t *testing.T) {
	for declared, want := range map[string]bool{
		"[object]": true, "{string: object}": true, "[[string]]": true, "[{string: integer}]": true,
		"{string: [object]}": true,
		"[string]":           false, "{string: string}": false, "[any]": false, "[Note]": false, "object": false,
	} {
		files, err := Emit(feature("corners", `
records: {Note: {fields: {a: string}}}
areas: {things: {operations: {put: {fields: {a: {type: `+declared+`}}}}}}
`), nil, config)
		require.NoError(t, err)
		var all strings.Builder
		for _, f := range files {
			all.Write(f.Content)
		}
		has := strings.Contains(all.String(), "func (r PutRequest) MarshalJSON")
		require.Equal(t, want, has, declared)
	}
}
