package wire

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is not JSON in UTF-8 is not sent.
func TestResponsesThatAreNotShownAreJSON(t *testing.T) {
	for text, want := range map[string]string{
		"": "{}", "null": "null", ` {"a":"é"} `: ` {"a":"é"} `, `"\ud800"`: `"\ud800"`,
		"{\"a\":\"\xff\"}": "", "\"\xed\xa0\x80\"": "", "{": "", "{} {}": "",
	} {
		require.Equal(t, want, string(appendUnshown(nil, []byte(text))), "%q", text)
	}
}
