package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// called is the output of a generated client: for a successful call, for a call with the
// second field of a first_of, and for a call with neither field.
const called = "new_contact some contact_id\nget_claim claims.get_claim\nget_claim 422 first-of\n"

// Code generators accept the documents, and their clients call a server.
func TestGeneratedClients(t *testing.T) {
	t.Parallel()
	base := "BASE_URL=" + serve(t)

	t.Run("openapi-generator", func(t *testing.T) {
		jars, err := filepath.Glob(filepath.Join(maven(t, openapiGenerator.pinned), "*.jar"))
		require.NoError(t, err)
		require.Len(t, jars, 1)
		generate := func(t *testing.T, language, spec string) (dir string) {
			dir = filepath.Join(t.TempDir(), "generated")
			out, err := run(t, ".", nil, "java", "-jar", jars[0], "generate", "--generator-name",
				language, "--input-spec", document(t, spec), "--output", dir)
			require.NoError(t, err, out)
			return dir
		}
		t.Run("python", func(t *testing.T) {
			packages := pip(t, "pydantic", "urllib3", "python-dateutil", "typing-extensions")
			for _, spec := range []string{shipped, everything} {
				dir := generate(t, "python", spec)
				out, err := run(t, dir, nil, "python3", "-m", "compileall", "-q", "openapi_client")
				require.NoError(t, err, out)
				if spec == shipped {
					out, err := run(t, dir, []string{base, "PYTHONPATH=" + dir + string(os.PathListSeparator) + packages}, "python3", script(t, "openapi_generator.py"))
					require.NoError(t, err, out)
					require.Equal(t, called+"refused ['addresses', 'name']\n", out)
				}
			}
		})
		t.Run("typescript", func(t *testing.T) {
			for _, spec := range []string{shipped, everything} {
				dir := generate(t, "typescript-fetch", spec)
				if spec == everything {
					typescript(t, filepath.Dir(dir), "generated/index.ts")
					continue
				}
				copyTo(t, filepath.Dir(dir), "openapi_generator.ts")
				typescript(t, filepath.Dir(dir), "openapi_generator.ts")
				out, err := run(t, filepath.Dir(dir), []string{base}, "node", "built/openapi_generator.js")
				require.NoError(t, err, out)
				require.Equal(t, called, out)
			}
		})
	})

	t.Run("openapi-typescript", func(t *testing.T) {
		program := filepath.Join(npm(t, openapiTypescript.pinned, "typescript@5.9.3"),
			"openapi-typescript")
		modules := filepath.Dir(npm(t, "openapi-fetch@0.17.0"))
		for _, spec := range []string{shipped, everything} {
			dir := t.TempDir()
			out, err := run(t, dir, nil, program, document(t, spec), "--output",
				filepath.Join(dir, "schema.d.ts"))
			require.NoError(t, err, out)
			if spec == everything {
				typescript(t, dir, "schema.d.ts")
				continue
			}
			require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node_modules")))
			copyTo(t, dir, "openapi_typescript.ts")
			typescript(t, dir, "openapi_typescript.ts")
			out, err = run(t, dir, []string{base}, "node", "built/openapi_typescript.js")
			require.NoError(t, err, out)
			require.Equal(t, called, out)
		}
	})

	t.Run("openapi-python-client", func(t *testing.T) {
		packages := pip(t, openapiPythonClient.pinned)
		for _, spec := range []string{shipped, everything} {
			dir := filepath.Join(t.TempDir(), "generated")
			out, err := run(t, t.TempDir(), []string{"PYTHONPATH=" + packages, "PATH=" + filepath.Join(packages, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")},
				"python3", "-m", "openapi_python_client", "generate", "--path", document(t, spec), "--output-path", dir)
			require.NoError(t, err, out)
			var warned []string
			for _, m := range regexp.MustCompile(`WARNING parsing POST \S+/(\S+) within`).FindAllStringSubmatch(out, -1) {
				warned = append(warned, m[1])
			}
			var without []string
			if spec == shipped { // it makes the classes of their objects twice, and leaves these responses out
				without = []string{"get_claim_contacts", "get_quote_wizard_flow"}
			}
			require.Equal(t, without, warned, out)
			out, err = run(t, dir, nil, "python3", "-m", "compileall", "-q", ".")
			require.NoError(t, err, out)
			if spec == shipped {
				out, err = run(t, dir,
					[]string{base, "PYTHONPATH=" + dir + string(os.PathListSeparator) + packages},
					"python3", script(t, "openapi_python_client.py"))
				require.NoError(t, err, out)
				require.Equal(t, called, out)
			}
		}
	})
}

// script returns the path of a program that calls a generated client.
func script(t *testing.T, name string) string {
	path, err := filepath.Abs(filepath.Join("testdata", "clients", name))
	require.NoError(t, err)
	return path
}

// copyTo copies a program beside the client.
func copyTo(t *testing.T, dir, name string) {
	require.NoError(t,
		os.WriteFile(filepath.Join(dir, filepath.Base(name)), read(t, script(t, name)), 0o666))
}

// typescript compiles a file and what it imports into the folder built.
func typescript(t *testing.T, dir, file string) {
	out, err := run(t, dir, nil, filepath.Join(npm(t, "typescript@5.9.3"), "tsc"), strings.Fields(
		"--strict --target es2022 --lib es2022,dom --module node16 --moduleResolution node16 --types --outDir built "+file)...)
	require.NoError(t, err, out)
}

// Generators in Go read the documents, and their code compiles.
func TestGeneratedClientsInGo(t *testing.T) {
	t.Parallel()
	base := "BASE_URL=" + serve(t)

	t.Run("ogen", func(t *testing.T) {
		generate := func(spec, dir string, also ...string) (out string, err error) {
			settings := filepath.Join(t.TempDir(), "ogen.yaml")
			require.NoError(t, os.WriteFile(settings, []byte("generator:\n  features: {disable_all: true, enable: [paths/client]}\n"+strings.Join(also, "")), 0o666))
			return run(t, ".", nil, peer(t, "github.com/ogen-go/ogen/cmd/ogen"), "--target", dir,
				"--package", "generated", "--clean", "--config", settings, document(t, spec))
		}
		dir := peers(t)
		out, err := generate(shipped, filepath.Join(dir, "ogen", "generated"))
		require.NoError(t, err, out)
		copyTo(t, filepath.Join(dir, "ogen"), "ogen/main.go")
		out, err = run(t, dir, []string{base, "GOFLAGS=-mod=mod"}, "go", "run", "./ogen")
		require.NoError(t, err, out)
		require.Equal(t, strings.Replace(called, " claims.get_claim", " true", 1), out)

		// v1.24.0 supports only an anyOf of different types: no string that is empty or
		// matches a pattern, and no open enum.
		out, err = generate(everything, filepath.Join(dir, "every"))
		require.Error(t, err, "ogen knows every anyOf: call its client of this document too")
		require.Contains(t, out, `Feature "complex anyOf" is not implemented yet`)
	})

	t.Run("oapi-codegen", func(t *testing.T) {
		dir := peers(t)
		for _, spec := range []string{everything, shipped} {
			settings := filepath.Join(t.TempDir(), "oapi.yaml")
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "oapi", "generated"), 0o777))
			require.NoError(t, os.WriteFile(settings, []byte("package: generated\ngenerate: {models: true, client: true}\noutput: "+filepath.Join(dir, "oapi", "generated", "client.go")+"\n"), 0o666))
			out, err := run(t, dir, nil,
				peer(t, "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen"), "-config",
				settings, document(t, spec))
			require.NoError(t, err, out)
			out, err = run(t, dir, []string{"GOFLAGS=-mod=mod"}, "go", "vet", "./oapi/generated")
			require.NoError(t, err, out)
		}
		copyTo(t, filepath.Join(dir, "oapi"), "oapi/main.go")
		out, err := run(t, dir, []string{base, "GOFLAGS=-mod=mod"}, "go", "run", "./oapi")
		require.NoError(t, err, out)
		require.Equal(t, called, out)
	})
}

// peer builds a generator in the version of the module bench.
func peer(t *testing.T, path string) string {
	program := filepath.Join(t.TempDir(), "generator.exe")
	out, err := run(t, filepath.Join("..", "bench"), nil, "go", "build", "-o", program, path)
	require.NoError(t, err, out)
	return program
}

// peers returns a folder with a module that has the requirements of the module bench.
func peers(t *testing.T) string {
	dir := t.TempDir()
	goMod, err := modfile.Parse("go.mod", read(t, filepath.Join("..", "bench", "go.mod")), nil)
	require.NoError(t, err)
	require.NoError(t, goMod.AddModuleStmt("peers.test"))
	for _, tool := range goMod.Tool {
		require.NoError(t, goMod.DropTool(tool.Path))
	}
	for _, r := range goMod.Replace {
		require.NoError(t, goMod.AddReplace(r.Old.Path, r.Old.Version, repository(t), ""))
	}
	text, err := goMod.Format()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), text, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), read(t, filepath.Join("..", "bench", "go.sum")), 0o666))
	for _, folder := range []string{"ogen", "oapi"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
	}
	return dir
}
