package interpreter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/plan/interpreter"
)

// The options are those of a handler, and so are the limits.
func TestDecodeTakesTheOptionsOfAHandler(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	body := `{"a":"` + strings.Repeat("x", 100) + `"}`
	require.Equal(t, 200, interpreter.New(op).Decode(body).Status)
	require.Equal(t, interpreter.Result{Status: 413}, interpreter.New(op).Decode(body, api.WithServerLimits(api.Limits{Body: 100})))
	require.Equal(t, 400, interpreter.New(op).Decode(`{"d":[{},{}]}`, api.WithServerLimits(api.Limits{Items: 1})).Status)
	require.Equal(t, 422, interpreter.New(op).Decode(`{"a":"x","other":1}`).Status)
	require.Equal(t, interpreter.Result{Status: 200, Settled: `{"a":"x"}`}, interpreter.New(op).Decode(`{"a":"x","other":1}`, api.WithServerUnknownFields()))
}

// Two choices about authentication are a mistake of the program.
func TestDecodePanicsWhereTheHandlerIsNotAnonymous(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	require.Panics(t, func() { interpreter.New(op).Decode("", api.WithServerAnonymous()) })
}
