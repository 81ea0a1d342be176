package jsonpointer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/jsonpointer"
)

// The names in the examples of RFC 6901, section 5, and others that depend on the order of
// replacements.
var tokens = map[string]string{
	"":     "",
	"foo":  "foo",
	"0":    "0",
	"a/b":  "a~1b",
	"c%d":  "c%d",
	"e^f":  "e^f",
	"k\"l": "k\"l",
	" ":    " ",
	"m~n":  "m~0n",
	"~1":   "~01",
	"~/~":  "~0~1~0",
}

func TestTokensAreEscapedAndReadBack(t *testing.T) {
	for name, token := range tokens {
		require.Equal(t, token, jsonpointer.Escape(name))
		require.Equal(t, name, jsonpointer.Unescape(token))
		require.Equal(t, []string{"in", name}, jsonpointer.Names("/in/"+token))
	}
	require.Empty(t, jsonpointer.Names(""))
	require.Equal(t, []string{""}, jsonpointer.Names("/"))
}
