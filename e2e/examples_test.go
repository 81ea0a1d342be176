package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)\n```")

// Every Go example of the shipped reference compiles in a module that imports the
// generated code.
func TestExamplesInGoCompile(t *testing.T) {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	module := regexp.MustCompile(`(?m)^module (.*)$`).FindSubmatch(read(t, "../go.mod"))[1]
	pages, dir := t.TempDir(), t.TempDir()
	gen(t, "docs", "--format", "markdown", "--output", pages)
	areas, err := filepath.Glob(filepath.Join(pages, "areas", "*.md"))
	require.NoError(t, err)
	operations := 0
	for _, page := range areas {
		text := string(read(t, page))
		area := strings.TrimSuffix(filepath.Base(page), ".md")
		var b strings.Builder
		for _, block := range goBlock.FindAllStringSubmatch(text, -1) {
			operations++
			b.WriteString("func _(ctx context.Context, client *root.Client) {\n" + block[1] + "\n_, _ = res, err\n}\n\n")
		}
		require.Equal(t, strings.Count(text, "\n## "), strings.Count(b.String(), "\nfunc ")+1,
			"an operation of %s has no example", area)
		code := "package examples\n\nimport (\n\t\"context\"\n"
		for _, name := range []string{"api", "json"} {
			if strings.Contains(b.String(), name+".") {
				code += map[string]string{"api": "\t" + strconv.Quote(string(module)+"/api") + "\n", "json": "\t\"encoding/json\"\n"}[name]
			}
		}
		code += "\troot " + strconv.Quote(string(module)+"/gen") + "\n\t" + strconv.Quote(string(module)+"/gen/"+area) + "\n)\n\n" + b.String()
		require.NoError(t, os.WriteFile(filepath.Join(dir, area+".go"), []byte(code), 0o666))
	}
	listed := strings.Count(string(gen(t, "list")), "\n  ")
	require.Equal(t, listed, operations)

	goMod := "module example.org/examples\n\ngo 1.26.0\n\nrequire " + string(module) + " v0.0.0\n\nreplace " + string(module) + " => " + root + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(goMod), 0o666))
	goIn(t, dir, nil, "vet", "./...")
}

func read(t *testing.T, file string) []byte {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return text
}

// The examples of public services are generated, have no findings, and pass their tests, in
// which published clients of the vendors call generated servers.
func TestPublicServicesWorkWithVendorsClients(t *testing.T) {
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
