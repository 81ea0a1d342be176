package e2e

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// proxy is a folder that the go command uses as a module proxy.
type proxy string

// url returns the proxy as an element of GOPROXY.
func (p proxy) url() string {
	slashed := filepath.ToSlash(string(p))
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a Windows drive
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// publish adds the module in the folder dir to the proxy, zipped as Go does it. An
// invalid file name is an error, and nested modules are left out.
func (p proxy) publish(dir, modulePath, version string) error {
	escaped, err := module.EscapePath(modulePath)
	if err != nil {
		return err
	}
	goMod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	var zipped bytes.Buffer
	if err := modzip.CreateFromDir(&zipped, module.Version{Path: modulePath, Version: version}, dir); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	if err != nil {
		return err
	}
	at := filepath.Join(string(p), filepath.FromSlash(path.Join(escaped, "@v")))
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"list": []byte(version + "\n"), version + ".info": info, version + ".mod": goMod, version + ".zip": zipped.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// repository is the folder of the parent module, which is published.
func repository(t *testing.T) string {
	dir, err := filepath.Abs("..")
	require.NoError(t, err)
	return dir
}

// published copies the current files of the repository that git tracks or would track to a
// new folder.
func published(t *testing.T) string {
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = repository(t)
	out, err := list.Output()
	require.NoError(t, err, "the module is zipped from a clone")
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(list.Dir, name))
		if os.IsNotExist(err) {
			continue // deleted but not committed
		}
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
	}
	return dir
}

// machine uses the module cache of this machine as a proxy. It has every module
// that the repository needs.
func machine(t *testing.T) proxy {
	download := exec.Command("go", "mod", "download")
	download.Dir = repository(t)
	out, err := download.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return proxy(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"))
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// replaceIn replaces the only occurrence of old in a file.
func replaceIn(t *testing.T, name, old, new string) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), old, name)
	require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), old, new)), 0o644))
}
