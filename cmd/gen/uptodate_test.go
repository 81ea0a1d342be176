package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/uptodate"
)

// cacheIn makes a folder the one that has the user's cache folder.
func cacheIn(t testing.TB, home string) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, home)
	}
}

// generated is a module with its output in the current folder, and with a cache.
func generated(t *testing.T) (cache string) {
	dir := filepath.Join(t.TempDir(), "shop")
	require.NoError(t, os.Mkdir(dir, 0o755))
	t.Chdir(dir)
	for name, text := range map[string]string{
		"go.mod":        "module example.org/shop\n",
		"x.yaml":        "catalog: 1\ninfo: {title: Shop, version: v1, package: shop}\npath: /{area}/{operation}\nareas: {orders: {operations: {get_order: {fields: {id: string}}}}}\n",
		"over.yaml":     "overlay: 1\nareas: {orders: {operations: {get_order: {summary: Reads an order.}}}}\n",
		"over2.yaml":    "overlay: 1\nareas: {orders: {operations: {get_order: {description: One.}}}}\n",
		vectorsOfOrders: "vectors: 1\noperations: {get_order: [{name: one, request: '{}', body: '{}'}]}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	home := t.TempDir()
	cacheIn(t, home)
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	require.Contains(t, gen(t, "generate", over...), ": 14 files written, ")
	return filepath.Join(cache, "opgen")
}

const vectorsOfOrders = "vectors/orders.yaml"

var over = []string{"--overlay", "over.yaml"}

// gen returns what a command prints, and its exit code.
func gen(t *testing.T, command string, args ...string) string {
	var out bytes.Buffer
	code := run(append([]string{command, "--spec", "x.yaml"}, args...), &out, &out)
	return fmt.Sprintf("%sexit %d\n", &out, code)
}

// entry returns the file of the only entry, and its key and entry.
func entry(t *testing.T, cache string) (string, uptodate.Key, uptodate.Entry) {
	files, err := filepath.Glob(filepath.Join(cache, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	return files[0], uptodate.Key(lines[0]), uptodate.Entry{Sum: lines[1], Size: lines[2]}
}

func addTo(t *testing.T, name, text string) {
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, append(before, text...), 0o644))
}

func replaceIn(t *testing.T, name, old, new string) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), old, new)), 0o644))
}

const client = "gen/orders/client.go"

// What a command prints where the last run is remembered is what it prints where
// it is not, whatever changed meanwhile. That it was remembered is seen by a mark
// in the entry.
func TestWhatIsRememberedIsTrue(t *testing.T) {
	const mark = "remembered"
	for name, test := range map[string]struct {
		change func(t *testing.T, cache string)
		args   []string // in place of over
		hit    bool
	}{
		"nothing": {hit: true, change: func(*testing.T, string) {}},
		"times of files": {hit: true, change: func(t *testing.T, _ string) {
			for _, name := range []string{"x.yaml", client} {
				require.NoError(t, os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)))
			}
		}},
		"a file of somebody else": {hit: true, change: func(t *testing.T, _ string) {
			require.NoError(t, os.WriteFile("gen/orders/own.go", []byte("package orders\n"), 0o644))
		}},
		"catalog":              {change: func(t *testing.T, _ string) { replaceIn(t, "x.yaml", "id: string", "id: boolean") }},
		"comment in a catalog": {change: func(t *testing.T, _ string) { addTo(t, "x.yaml", "# more\n") }},
		"problem":              {change: func(t *testing.T, _ string) { replaceIn(t, "x.yaml", "id: string", "id: strng") }},
		"overlay":              {change: func(t *testing.T, _ string) { replaceIn(t, "over.yaml", "Reads", "Gets") }},
		"no overlay":           {args: []string{}, change: func(*testing.T, string) {}},
		"another overlay":      {args: []string{"--overlay", "over.yaml", "--overlay", "over2.yaml"}, change: func(*testing.T, string) {}},
		"name of an overlay": {args: []string{"--overlay", "two.yaml"}, change: func(t *testing.T, _ string) {
			require.NoError(t, os.Rename("over.yaml", "two.yaml"))
		}},
		"no catalog": {change: func(t *testing.T, _ string) { require.NoError(t, os.Remove("x.yaml")) }},
		"vectors":    {change: func(t *testing.T, _ string) { replaceIn(t, vectorsOfOrders, "name: one", "name: two") }},
		"no vectors": {change: func(t *testing.T, _ string) { require.NoError(t, os.Remove(vectorsOfOrders)) }},
		"more vectors": {change: func(t *testing.T, _ string) {
			require.NoError(t, os.WriteFile("vectors/stock.yaml", []byte("vectors: 1\n"), 0o644))
		}},
		"module": {change: func(t *testing.T, _ string) { replaceIn(t, "go.mod", "shop", "store") }},
		"root of the module": {change: func(t *testing.T, _ string) {
			require.NoError(t, os.Remove("go.mod"))
			require.NoError(t, os.WriteFile("../go.mod", []byte("module example.org\n"), 0o644))
		}},
		"no module":     {change: func(t *testing.T, _ string) { require.NoError(t, os.Remove("go.mod")) }},
		"output folder": {args: []string{"--overlay", "over.yaml", "--out", "other"}, change: func(*testing.T, string) {}},
		"output moved": {args: []string{"--overlay", "over.yaml", "--out", "other"}, change: func(t *testing.T, _ string) {
			require.NoError(t, os.Rename("gen", "other"))
		}},
		"edited output": {change: func(t *testing.T, _ string) { addTo(t, client, "// by hand\n") }},
		"edited output, forged manifest": {change: func(t *testing.T, _ string) {
			before := sumOf(t, client)
			addTo(t, client, "// by hand\n")
			replaceIn(t, "gen/gen.sum", before, sumOf(t, client))
		}},
		"line endings":             {change: func(t *testing.T, _ string) { replaceIn(t, client, "\n", "\r\n") }},
		"line endings of manifest": {change: func(t *testing.T, _ string) { replaceIn(t, "gen/gen.sum", "\n", "\r\n") }},
		"missing file":             {change: func(t *testing.T, _ string) { require.NoError(t, os.Remove(client)) }},
		"missing manifest":         {change: func(t *testing.T, _ string) { require.NoError(t, os.Remove("gen/gen.sum")) }},
		"missing output":           {change: func(t *testing.T, _ string) { require.NoError(t, os.RemoveAll("gen")) }},
		"more in the manifest":     {change: func(t *testing.T, _ string) { addTo(t, "gen/gen.sum", sumOf(t, client)+"  orders/own.go\n") }},
		"less in the manifest": {change: func(t *testing.T, _ string) {
			replaceIn(t, "gen/gen.sum", sumOf(t, client)+"  orders/client.go\n", "")
		}},
		"what a killed run left": {change: func(t *testing.T, _ string) {
			require.NoError(t, os.WriteFile("gen/orders/.gen.tmp", []byte("// Code generated by gen fr"), 0o644))
		}},
		"link to the same": {change: func(t *testing.T, _ string) {
			require.NoError(t, os.Rename(client, "same.go"))
			if os.Symlink("../../same.go", client) != nil {
				t.Skip("NOT RUN: this system has no links")
			}
		}},
		"entry cut off": {change: func(t *testing.T, cache string) {
			name, _, _ := entry(t, cache)
			require.NoError(t, os.Truncate(name, 150))
		}},
		"entry changed": {change: func(t *testing.T, cache string) {
			name, _, _ := entry(t, cache)
			replaceIn(t, name, mark, "remembers?")
		}},
		"entry of another key": {change: func(t *testing.T, cache string) {
			name, key, e := entry(t, cache)
			require.NoError(t, os.Remove(name))
			(key[:63] + "x").Keep(e)
		}},
		"no entry": {change: func(t *testing.T, cache string) { require.NoError(t, os.RemoveAll(cache)) }},
		"no folder for the cache": {change: func(t *testing.T, cache string) {
			require.NoError(t, os.RemoveAll(cache))
			require.NoError(t, os.WriteFile(cache, nil, 0o644))
		}},
		"no home": {change: func(t *testing.T, _ string) { cacheIn(t, "") }},
	} {
		t.Run(name, func(t *testing.T) {
			args := over
			if test.args != nil {
				args = test.args
			}
			// outcome is what is printed, a check first, and what the folder holds then.
			outcome := func(cached bool) (all []string) {
				cache := generated(t)
				_, key, e := entry(t, cache)
				key.Keep(uptodate.Entry{Sum: e.Sum, Size: mark})
				test.change(t, cache)
				if !cached {
					cacheIn(t, "")
				}
				for _, command := range []string{"check", "generate", "check", "generate --force", "generate", "check"} {
					words := strings.Fields(command)
					all = append(all, gen(t, words[0], append(words[1:], args...)...))
				}
				assert.Equal(t, test.hit && cached, strings.Contains(all[0], mark), all[0])
				for i := range all {
					all[i] = strings.ReplaceAll(all[i], mark, e.Size)
				}
				return append(all, contents(t)...)
			}
			assert.Equal(t, outcome(false), outcome(true))
		})
	}
}

// contents are the files in the current folder, with their hashes.
func contents(t *testing.T) (all []string) {
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, sumOf(t, name)+" "+name)
		}
		return err
	}))
	return all
}

func sumOf(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// Another executable makes its output itself. It is a copy of this test, which is
// gen under that name, with another build ID.
func TestAnotherExecutableRemembersNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: a copy that was changed may not start here")
	}
	_, key, e := entry(t, generated(t))
	key.Keep(uptodate.Entry{Sum: e.Sum, Size: "remembered"})
	name, err := os.Executable()
	require.NoError(t, err)
	program, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, test := range []struct{ old, new, want string }{
		{"", "", "gen: remembered: 14 files up to date\n"},
		{"Go\x00\x00", "0000", "gen: 1 area, 1 operation: 14 files up to date\n"},
	} {
		changed := program
		if test.old != "" {
			at := bytes.Index(program, []byte(test.old)) + len(test.old)
			require.Less(t, at, 32<<10)
			copy(changed[at:], test.new)
		}
		copied := filepath.Join(t.TempDir(), "gen")
		require.NoError(t, os.WriteFile(copied, changed, 0o755))
		out, err := exec.Command(copied, append([]string{"check", "--spec", "x.yaml"}, over...)...).CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, test.want, string(out))
	}
}
