package generator

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/records/gen/things"
)

// A caller may store a response as JSON, such as in a cache.
func TestResponsesAreStoredWhole(t *testing.T) {
	stored := things.MoveResponse{
		Centre: things.Point{X: "1", Y: "2", Label: new("there")},
		Extra:  api.Object{"further": nil, "other": []any{"a"}},
	}
	text, err := json.Marshal(stored)
	require.NoError(t, err)
	require.Equal(t, `{"centre":{"x":1,"y":2,"label":"there"},"further":null,"other":["a"]}`, string(text))
	pointed, err := json.Marshal(&stored)
	require.NoError(t, err)
	require.Equal(t, string(text), string(pointed))

	read := things.MoveResponse{Hole: new(things.Point)} // is replaced
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, stored, read)
	require.ErrorContains(t, json.Unmarshal([]byte(`{"centre":{"x":1,"y":"2"}}`), &read), "/centre/y must be a number")
}
