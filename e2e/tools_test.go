package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// tool is a third-party tool that reads OpenAPI documents.
type tool struct {
	name, pinned string // the package with its version, as its registry spells it, or a go.mod that requires it
	tried        string // as docs/openapi.md describes it
	fails        []limit
}

// limit is what a tool cannot read, with the documents of the repository that have it.
type limit struct {
	what      string
	documents []string
}

var (
	redocly          = tool{name: "Redocly CLI", pinned: "@redocly/cli@2.77.0", tried: "recommended rules: only what a catalog lacks, and in 3.0 `null` and open unions in examples"}
	spectral         = tool{name: "Spectral", pinned: "@stoplight/spectral-cli@6.16.3", tried: "recommended rules: only what a catalog lacks"}
	openapiGenerator = tool{
		name: "openapi-generator", pinned: "org.openapitools:openapi-generator-cli:7.25.0", tried: "clients in Python and TypeScript",
		fails: []limit{
			{"`empty: null` in Python", []string{
				"examples-services-files-catalog", "generator-testdata-complete-catalog", "generator-testdata-empty-catalog",
				"internal-testing-compat-testdata-catalog",
			}},
			{"apostrophes in a path in Python", []string{
				"generator-testdata-paths-catalog", "internal-documents-reference-testdata-texts",
				"internal-plan-interpreter-testdata-kept-seed22", "internal-testing-random-testdata-kept-null_in_a_sensitive_record",
			}},
			{"names of fields without ASCII letters in Python",
				[]string{"internal-plan-interpreter-testdata-kept-hidden_keys"}},
		},
	}
	openapiTypescript   = tool{name: "openapi-typescript", pinned: "openapi-typescript@7.13.0", tried: "client with openapi-fetch"}
	openapiPythonClient = tool{
		name: "openapi-python-client", pinned: "openapi-python-client==0.29.1", tried: "client, without two responses with objects in a record",
		fails: []limit{{"a failure that is a union beside an envelope",
			[]string{"generator-testdata-envelope-catalog"}}},
	}
	oapiCodegen = tool{
		name: "oapi-codegen", pinned: "github.com/oapi-codegen/oapi-codegen/v2 ../bench/go.mod", tried: "client, also from OpenAPI 3.0",
		fails: []limit{
			{"quotes and backquotes in names of fields", []string{
				"generator-testdata-auth-catalog", "generator-testdata-sensitive-catalog", "generator-testdata-text-catalog",
				"internal-plan-interpreter-testdata-kept-hidden_keys",
			}},
			{"`omit_empty` with a `format`", []string{"generator-testdata-formats-catalog"}},
		},
	}
	ogen = tool{
		name: "ogen", pinned: "github.com/ogen-go/ogen ../bench/go.mod", tried: "client",
		fails: []limit{
			{"fields with `omit_empty` and constraints, closed enums in responses, and failures with the status of a response", []string{
				"examples-services-chat-catalog", "generator-testdata-answers-catalog", "generator-testdata-complete-catalog",
				"generator-testdata-conditions-catalog",
				"generator-testdata-enums-catalog", "generator-testdata-envelope-catalog", "generator-testdata-formats-catalog",
				"generator-testdata-lenient-catalog", "generator-testdata-nullable-catalog", "generator-testdata-sensitive-catalog",
				"generator-testdata-shared-catalog", "generator-testdata-vectors-catalog",
				"internal-plan-interpreter-testdata-everything", "internal-testing-compat-testdata-enveloped",
				"sandbox-internal-admin-operations", "sandbox-internal-behavior-testdata-catalog",
			}},
			{"records that require themselves, and names that differ in punctuation alone", []string{
				"generator-testdata-recursive-catalog", "internal-plan-interpreter-testdata-kept-hidden_keys",
				"internal-plan-vectors-testdata-catalog",
			}},
		},
	}
	openapiSpecValidator     = tool{name: "openapi-spec-validator", pinned: "openapi-spec-validator==0.9.0", tried: "OpenAPI 3.0: no errors"}
	openapiTypescriptCodegen = tool{name: "openapi-typescript-codegen", pinned: "openapi-typescript-codegen@0.30.0", tried: "OpenAPI 3.0: client"}
	oasdiff                  = tool{name: "oasdiff", pinned: "github.com/oasdiff/oasdiff@v1.37.0", tried: "import and re-export: only [losses](#importing) are reported as breaking"}
	schemathesis             = tool{name: "Schemathesis", pinned: "schemathesis==4.32.5", tried: "requests to a generated server and the sandbox: findings only for null in optional fields and in lenient responses"}
)

// row returns the row of docs/openapi.md about a tool.
func (of tool) row(t *testing.T) string {
	tried := of.tried
	for i, l := range of.fails {
		if i == 0 {
			tried += "; fails on " + l.what
		} else {
			tried += ", and on " + l.what
		}
	}
	return "| " + of.name + " | " + of.version(t) + " | " + tried + " |\n"
}

// requireFails requires that a tool failed on the documents that its limits name, and on no others.
func (of tool) requireFails(t *testing.T, failed []string) {
	var want []string
	for _, l := range of.fails {
		want = append(want, l.documents...)
	}
	require.ElementsMatch(t, want, failed, "%s: state in tools_test.go what it cannot read", of.name)
}

// version returns the version that is tried.
func (of tool) version(t *testing.T) string {
	path, file, ok := strings.Cut(of.pinned, " ")
	if !ok {
		return strings.TrimPrefix(of.pinned[strings.LastIndexAny(of.pinned, "@=:")+1:], "v")
	}
	goMod, err := modfile.Parse(file, read(t, file), nil)
	require.NoError(t, err)
	for _, r := range goMod.Require {
		if r.Mod.Path == path {
			return strings.TrimPrefix(r.Mod.Version, "v")
		}
	}
	t.Fatalf("%s does not require %s", file, path)
	return ""
}

// toolTable matches the table of docs/openapi.md.
var toolTable = regexp.MustCompile(`\| tool \| version \| tried \|\n(?:\|.*\n)+`)

// docs/openapi.md lists the tools in the versions that are tried, and what they cannot read.
func TestToolsAreListed(t *testing.T) {
	rows := "| tool | version | tried |\n|---|---|---|\n"
	for _, of := range []tool{redocly, spectral, openapiGenerator, openapiTypescript, openapiPythonClient, oapiCodegen, ogen, openapiTypescriptCodegen, openapiSpecValidator, oasdiff, schemathesis} {
		rows += of.row(t)
	}
	const name = "../docs/openapi.md"
	page := read(t, name)
	if *update {
		page = toolTable.ReplaceAllLiteral(page, []byte(rows))
		require.NoError(t, os.WriteFile(name, page, 0o666))
	}
	require.Equal(t, rows, string(toolTable.Find(page)),
		"where it is right: go test -C e2e . -run TestToolsAreListed -update")
}

// npm installs packages of the npm registry, such as typescript@5.9.3, and returns the
// folder of their commands. Dependencies are from one day, so that releases change
// nothing.
func npm(t *testing.T, packages ...string) (bin string) {
	needs(t, "npm", "node")
	const day = "2026-11-20"
	return filepath.Join(installed(t, day, packages,
		"npm", "install", "--prefix", ".", "--before", day, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"), "node_modules", ".bin")
}

// pip installs packages of PyPI, such as schemathesis==4.32.5, and returns a folder
// for PYTHONPATH. Their commands are in its folder bin. Dependencies have the versions of
// testdata/constraints.txt.
func pip(t *testing.T, packages ...string) (dir string) {
	needs(t, "python3")
	python, err := exec.Command("python3", "--version").Output()
	require.NoError(t, err)
	constraints, err := filepath.Abs("testdata/constraints.txt")
	require.NoError(t, err)
	return installed(t, string(python)+string(read(t, constraints)), packages,
		"python3", "-m", "pip", "install", "--quiet", "--target", ".", "--constraint", constraints)
}

// maven gets an artifact of Maven Central, such as group:name:1.2, and returns the
// folder of its jar.
func maven(t *testing.T, artifact string) (dir string) {
	needs(t, "mvn", "java")
	return installed(t, "", []string{"-Dartifact=" + artifact},
		"mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy", "-DoutputDirectory=.")
}

func needs(t *testing.T, programs ...string) {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: there is no " + name)
		}
	}
}

// installed returns a folder of the user's cache, into which a command installed packages.
// Its name depends on the arguments. It gets the name when it is complete. If the packages
// cannot be installed, the test is skipped.
func installed(t *testing.T, given string, packages []string, command ...string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	key := sha256.Sum256([]byte(given + strings.Join(packages, " ")))
	dir := filepath.Join(cache, "opgen-e2e", fmt.Sprintf("%x", key)[:16])
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	unfinished, err := os.MkdirTemp(filepath.Dir(dir), "unfinished-")
	require.NoError(t, err)
	defer os.RemoveAll(unfinished)
	if out, err := run(t, unfinished, nil, command[0], append(command[1:], packages...)...); err != nil {
		t.Skipf("NOT RUN: %s cannot be installed: %v\n%s", strings.Join(packages, ", "), err, out)
	}
	if err := os.Rename(unfinished, dir); err != nil {
		require.DirExists(t, dir, "%v", err) // unless another run was faster
	}
	return dir
}

// goIn runs the go command in the module of a folder, which may have no go.sum yet.
func goIn(t *testing.T, dir string, environment []string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, append(environment, "GOFLAGS=-mod=mod", "GOWORK=off"), "go", args...)
	require.NoError(t, err, "go %q: %s", args, out)
	return out
}

// run runs a program in a folder and returns its output.
func run(t *testing.T, dir string, environment []string, program string, args ...string) (out string, err error) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}
