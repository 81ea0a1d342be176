package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// The page about overlays shows the overlay of the script and what is printed
// there.
func TestOverlayPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "overlay.md"))
	require.NoError(t, err)
	script, err := txtar.ParseFile("testdata/script/overlay.txtar")
	require.NoError(t, err)
	shown := 0
	for _, f := range script.Files {
		switch f.Name {
		case "spec/ours.yaml", "listed.txt", "refused.txt":
			require.Contains(t, string(page), string(f.Data), f.Name)
			shown++
		}
	}
	require.Equal(t, 3, shown)
}
