package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Generators read the documents of all catalogs in the repository, except for those with what
// docs/openapi.md says that they cannot read.
func TestGeneratorsReadEveryCatalog(t *testing.T) {
	t.Parallel()
	t.Run("openapi-generator", func(t *testing.T) {
		dir, names := exported(t, "3.1")
		jars, err := filepath.Glob(filepath.Join(maven(t, openapiGenerator.pinned), "*.jar"))
		require.NoError(t, err)
		require.Len(t, jars, 1)
		args := []string{"-jar", jars[0], "batch", "--threads", "2", "--root-dir", dir, "--includes-base-dir", dir}
		for _, language := range []string{"python", "typescript-fetch"} {
			for _, name := range names {
				settings := filepath.Join(dir, language+"-"+name)
				text := fmt.Sprintf("inputSpec: %s\ngeneratorName: %s\noutputDir: %s\n",
					filepath.Join(dir, name), language, filepath.Join(dir, language, stem(name)))
				require.NoError(t, os.WriteFile(settings, []byte(text), 0o666))
				args = append(args, settings)
			}
		}
		out, _ := run(t, dir, nil, "java", args...) // it fails if it cannot read one of them
		compiled, _ := run(t, dir, nil, "python3", "-m", "compileall", "-q", "python")
		var failed []string
		for _, name := range names {
			_, err := os.Stat(filepath.Join(dir, "python", stem(name), "README.md"))
			if err != nil || strings.Contains(compiled, "'python/"+stem(name)+"/") {
				failed = append(failed, stem(name))
			}
			require.FileExists(t, filepath.Join(dir, "typescript-fetch", stem(name), "index.ts"), out)
		}
		openapiGenerator.requireFails(t, failed)
	})

	t.Run("openapi-python-client", func(t *testing.T) {
		dir, names := exported(t, "3.1")
		program, err := filepath.Abs("testdata/every/python_clients.py")
		require.NoError(t, err)
		args := append([]string{program, "generated"}, names...)
		require.NoError(t, os.Mkdir(filepath.Join(dir, "generated"), 0o777))
		out, err := run(t, dir, []string{"PYTHONPATH=" + pip(t, openapiPythonClient.pinned)},
			"python3", args...)
		require.NoError(t, err, out)
		openapiPythonClient.requireFails(t, printedFails(out))
		out, err = run(t, dir, nil, "python3", "-m", "compileall", "-q", "generated")
		require.NoError(t, err, out)
	})

	t.Run("openapi-typescript", func(t *testing.T) {
		dir, names := exported(t, "3.1")
		settings := "apis:\n"
		for _, name := range names {
			settings += fmt.Sprintf("  %s:\n    root: ./%s\n    x-openapi-ts: {output: ./%s.d.ts}\n", stem(name), name, stem(name))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "redocly.yaml"), []byte(settings), 0o666))
		program := filepath.Join(npm(t, openapiTypescript.pinned, "typescript@5.9.3"),
			"openapi-typescript")
		out, err := run(t, dir, nil, program, "--redocly", "redocly.yaml")
		require.NoError(t, err, out)
		for _, name := range names {
			require.FileExists(t, filepath.Join(dir, stem(name)+".d.ts"))
		}
	})

	t.Run("openapi-typescript-codegen", func(t *testing.T) {
		dir, names := exported(t, "3.0")
		program, err := filepath.Abs("testdata/every/openapi_typescript_codegen.js")
		require.NoError(t, err)
		library := filepath.Join(filepath.Dir(npm(t, openapiTypescriptCodegen.pinned)),
			"openapi-typescript-codegen")
		out, err := run(t, dir, nil, "node", append([]string{program, library, "generated"}, names...)...)
		require.NoError(t, err, out)
		openapiTypescriptCodegen.requireFails(t, printedFails(out))
	})

	t.Run("openapi-spec-validator", func(t *testing.T) {
		dir, names := exported(t, "3.0")
		args := append([]string{"-m", "openapi_spec_validator", "--schema", "3.0"}, names...)
		out, err := run(t, dir, []string{"PYTHONPATH=" + pip(t, openapiSpecValidator.pinned)},
			"python3", args...)
		require.NoError(t, err, out)
		require.Equal(t, len(names), strings.Count(out, ": OK"), out)
	})

	t.Run("oapi-codegen", func(t *testing.T) {
		program := peer(t, "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen")
		for _, version := range []string{"3.1", "3.0"} {
			dir, names := exported(t, version)
			oapiCodegen.requireFails(t, failures(t, dir, names, program, "-package", "generated", "-generate", "types,client", "-o", "generated.go"))
		}
	})

	t.Run("ogen", func(t *testing.T) {
		dir, names := exported(t, "3.1")
		settings := filepath.Join(t.TempDir(), "ogen.yaml")
		require.NoError(t, os.WriteFile(settings, []byte("generator:\n  features: {disable_all: true, enable: [paths/client]}\n"), 0o666))
		program := peer(t, "github.com/ogen-go/ogen/cmd/ogen")
		ogen.requireFails(t, failures(t, dir, names, program, "--target", "generated", "--package", "generated", "--clean", "--config", settings))
	})
}

// failures returns the documents on which a command fails, whose last argument they are.
func failures(t *testing.T, dir string, names []string, program string, args ...string) (failed []string) {
	for _, name := range names {
		if _, err := run(t, dir, nil, program, append(slices.Clone(args), name)...); err != nil {
			failed = append(failed, stem(name))
		}
	}
	return failed
}

var failsLine = regexp.MustCompile(`(?m)^fails: (\S+)$`)

// printedFails returns the documents on which a program of testdata/every failed.
func printedFails(out string) (failed []string) {
	for _, m := range failsLine.FindAllStringSubmatch(out, -1) {
		failed = append(failed, stem(m[1]))
	}
	return failed
}

// stem returns the name of a document without its extension.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }
