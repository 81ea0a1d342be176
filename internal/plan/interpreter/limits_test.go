package interpreter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// The options are those of a handler, and so are the limits.
func TestDecodeTakesTheOptionsOfAHandler(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	body := `{"a":"` + strings.Repeat("x", 100) + `"}`
	require.Equal(t, 200, New(op).Decode(body).Status)
	require.Equal(t, Result{Status: 413}, New(op).Decode(body, api.WithServerLimits(api.Limits{Body: 100})))
	require.Equal(t, 400, New(op).Decode(`{"d":[{},{}]}`, api.WithServerLimits(api.Limits{Items: 1})).Status)
	require.Equal(t, 422, New(op).Decode(`{"a":"x","other":1}`).Status)
	require.Equal(t, Result{Status: 200, Settled: `{"a":"x"}`}, New(op).Decode(`{"a":"x","other":1}`, api.WithServerUnknownFields()))
}

// Two choices about authentication are a mistake of the program.
func TestDecodePanicsWhereTheHandlerIsNotAnonymous(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	require.Panics(t, func() { New(op).Decode("", api.WithServerAnonymous()) })
}
