package shell

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"spec/operations.yaml": "spec/operations.yaml",
		"my specs/a.yaml":      "'my specs/a.yaml'",
		"it's":                 `'it'\''s'`,
		"$(x)":                 "'$(x)'",
		"":                     "''",
	} {
		assert.Equal(t, want, Quote(word))
	}
}
