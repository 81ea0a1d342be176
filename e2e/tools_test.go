package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tool is a tool of somebody else that is tried. docs/openapi.md lists them.
type tool struct {
	name, pinned string // as its registry spells it, with the version
	tried        string // what is done with it
	result       string // what it finds, or is known for
}

var (
	redocly  = tool{"Redocly CLI", "@redocly/cli@2.77.0", "lint", "no errors"}
	spectral = tool{"Spectral", "@stoplight/spectral-cli@6.16.3", "lint", "no errors"}

	openapiGenerator    = tool{"openapi-generator", "org.openapitools:openapi-generator-cli:7.25.0", "clients in Python and TypeScript", ""}
	openapiTypescript   = tool{"openapi-typescript", "openapi-typescript@7.13.0", "client", ""}
	openapiPythonClient = tool{"openapi-python-client", "openapi-python-client==0.29.1", "client", ""}
)

// npm installs packages of the npm registry, such as typescript@5.9.3, and returns
// the folder of their commands.
func npm(t *testing.T, packages ...string) (bin string) {
	needs(t, "npm", "node")
	return filepath.Join(installed(t, packages, func(dir string) *exec.Cmd {
		return exec.Command("npm", append([]string{"install", "--prefix", dir, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"}, packages...)...)
	}), "node_modules", ".bin")
}

// pip installs packages of PyPI, such as schemathesis==4.32.5, and returns a folder
// for PYTHONPATH. Their commands are in its folder bin.
func pip(t *testing.T, packages ...string) (dir string) {
	needs(t, "python3")
	return installed(t, packages, func(dir string) *exec.Cmd {
		return exec.Command("python3", append([]string{"-m", "pip", "install", "--quiet", "--target", dir}, packages...)...)
	})
}

// maven gets an artifact of Maven Central, such as group:name:1.2, and returns the
// folder of its jar.
func maven(t *testing.T, artifact string) (dir string) {
	needs(t, "mvn", "java")
	return installed(t, []string{artifact}, func(dir string) *exec.Cmd {
		return exec.Command("mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy", "-Dartifact="+artifact, "-DoutputDirectory="+dir)
	})
}

func needs(t *testing.T, programs ...string) {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: there is no " + name)
		}
	}
}

// installed returns a folder of the user's cache that has the packages. It skips the
// test if they cannot be had. The folder gets its name at the end, so that nobody
// finds half of them.
func installed(t *testing.T, packages []string, install func(dir string) *exec.Cmd) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	dir := filepath.Join(cache, "opgen-e2e", fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(packages, " "))))[:16])
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	unfinished, err := os.MkdirTemp(filepath.Dir(dir), "unfinished-")
	require.NoError(t, err)
	defer os.RemoveAll(unfinished)
	if out, err := install(unfinished).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: %s cannot be installed: %v\n%s", strings.Join(packages, ", "), err, out)
	}
	if err := os.Rename(unfinished, dir); err != nil {
		require.DirExists(t, dir, "%v", err) // unless another run was faster
	}
	return dir
}

// run runs a program in a folder and returns what it prints.
func run(t *testing.T, dir string, environment []string, program string, args ...string) (out string, err error) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}
