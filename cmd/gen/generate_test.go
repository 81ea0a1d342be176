package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What go generate runs here is what the output is checked against.
func TestGoGenerateLine(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "generate.go"))
	require.NoError(t, err)
	var lines []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "//go:generate") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	assert.Equal(t, []string{"//go:generate go run ./cmd/gen"}, lines)
}
