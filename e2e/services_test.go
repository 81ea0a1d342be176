package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// The examples of public services are generated, have no findings, and pass their tests, in
// which published clients of the vendors call generated servers.
func TestServices(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the code is generated and compiled")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../examples/services")))
	goIn(t, dir, nil, "mod", "edit", "-replace", modfile.ModulePath(read(t, "../go.mod"))+"="+root)
	for _, do := range []string{"generate", "tool gen check", "tool gen lint", "vet ./...", "test ./..."} {
		goIn(t, dir, nil, strings.Fields(do)...)
	}
	t.Run("clients of vendors", func(t *testing.T) {
		packages := pip(t, "dropbox==12.2.4", "slack_sdk==3.47.0")
		out := goIn(t, dir, []string{"PYTHONPATH=" + packages}, "test", "-v", "-run", "Client$", ".")
		for _, client := range []string{"Files", "Chat"} {
			require.Contains(t, out, "--- PASS: Test"+client+"Client")
		}
	})
}
