package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The line of a stub runs gen wherever that is, and nothing else.
func TestStubsRunTheCommandAtAnyPath(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("NOT RUN: sh is not installed")
	}
	dir := t.TempDir()
	command := filepath.Join(dir, `a $HOME "b"`, "gen")
	require.NoError(t, os.Mkdir(filepath.Dir(command), 0o755))
	require.NoError(t, os.WriteFile(command, []byte("#!/bin/sh\necho $1 >ran\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "stub.go"), []byte(stubMark+"//\n"+sweepLine(command)+"\n\npackage x\n"), 0o644))
	generate := exec.Command("go", "generate", "stub.go")
	generate.Dir = dir
	out, err := generate.CombinedOutput()
	require.NoError(t, err, "%s", out)
	ran, err := os.ReadFile(filepath.Join(dir, "ran"))
	require.NoError(t, err)
	require.Equal(t, "sweep\n", string(ran))
}
