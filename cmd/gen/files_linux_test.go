package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/random"
	"example.com/opgen/internal/text/textfile"
)

// Every command refuses files that are not regular or too large: nothing blocks, and nothing
// is read endlessly.
func TestOddFilesAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	put("c.yaml", random.Injected("", "x").YAML())
	require.NoError(t, syscall.Mkfifo("pipe", 0o666))
	require.NoError(t, os.Mkdir("folder", 0o777))
	socket, err := net.Listen("unix", "socket")
	require.NoError(t, err)
	defer socket.Close()
	put("large", "")
	require.NoError(t, os.Truncate("large", textfile.Limit+1))

	for name, want := range map[string]string{
		"pipe": "pipe is a pipe, a socket or a device", "/dev/zero": "/dev/zero is a pipe, a socket or a device", "folder": "folder is a directory", "socket": "socket is a pipe, a socket or a device",
		"large": "large is larger than the 32 MiB", "/proc/self/environ": "the text is empty",
	} {
		refuses := func(want string, args ...string) {
			var stdout, stderr bytes.Buffer
			require.Equal(t, exitFailed, run(args, &stdout, &stderr), "%q", args)
			require.Empty(t, stdout.String(), "%q", args)
			require.Contains(t, stderr.String(), want, "%q", args)
		}
		place := func(at string) {
			require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
			full, err := filepath.Abs(name)
			require.NoError(t, err)
			require.NoError(t, os.Symlink(full, at))
		}
		put("go.mod", "module example.com/x\n\ngo 1.26\n")
		refuses(want, "list", "--spec", name)
		refuses(want, "list", "--spec", "c.yaml", "--overlay", name)
		refuses(want, "diff", "c.yaml", name)
		refuses(want, "diff", name, "c.yaml")
		if name != "/proc/self/environ" {
			refuses(want, "diff", "c.yaml", "c.yaml", "--policy", name)
		}
		place("vectors/things.yaml")
		refuses("vectors/things.yaml", "check", "--spec", "c.yaml")
		require.NoError(t, os.RemoveAll("vectors"))
		place("opgen.yaml")
		refuses("opgen.yaml", "list")
		require.NoError(t, os.Remove("opgen.yaml"))
		require.NoError(t, os.Remove("go.mod"))
		place("go.mod")
		refuses("go.mod", "init")
		refuses("go.mod", "--spec", "c.yaml")
		require.NoError(t, os.Remove("go.mod"))
	}
}
