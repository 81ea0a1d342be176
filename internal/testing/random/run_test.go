package random

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
)

// testProgram runs the generated tests of all catalogs in one program, because
// linking a program for each catalog is slow.
var testProgram = template.Must(template.New("").Parse(`package downstream

import (
	"testing"
	{{range $i, $path := .}}
	area{{$i}} "{{$path.Path}}"
	{{- end}}
)
{{range $i, $path := .}}
func TestArea{{$i}}(t *testing.T) {
	area{{$i}}.TestEveryOperation(t)
	{{if $path.Outcomes}}area{{$i}}.TestOutcomes(t){{end}}
}
{{- end}}
`))

// downstream is a separate module that holds generated code, as another repository
// would.
type downstream struct{ dir string }

func newDownstream(t *testing.T) downstream {
	d := downstream{t.TempDir()}
	module := strings.TrimSuffix(here, "/internal/random")
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	d.write(t, "go.mod", fmt.Sprintf("module downstream.test\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, root))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	d.write(t, "go.sum", string(sums))
	return d
}

func (d downstream) write(t *testing.T, name, content string) {
	name = filepath.Join(d.dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
}

// run runs the go command in the module.
func (d downstream) run(t *testing.T, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// The generated tests of every catalog pass, go vet reports nothing, and go list
// ignores no file.
func TestGeneratedTestsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: compiling the generated code takes several seconds")
	}
	d := newDownstream(t)
	type area struct {
		Path     string
		Outcomes bool // it has tests of whole responses
	}
	var areas []area
	files, outcomes := 0, 0
	tried := map[string]Map{"large": Large(60, 60), "wide": Wide(200), "deep": Deep(100)}
	for s := range uint64(max(20, *count/20)) {
		tried[fmt.Sprintf("seed%d", *seed+s)] = Catalog(*seed + s)
	}
	for name, m := range tried {
		_, c, _ := Repair(m)
		if c == nil {
			continue
		}
		emitted, err := generator.Emit(c, nil, generator.Config{Source: "catalog.yaml", Import: path.Join("downstream.test", name)})
		require.NoError(t, err)
		for _, f := range emitted {
			// Another package calls the tests.
			d.write(t, path.Join(name, strings.Replace(f.Path, "_test.go", "_tests.go", 1)), string(f.Content))
			files++
		}
		for _, a := range c.Areas {
			has := slices.ContainsFunc(emitted, func(f generator.File) bool { return f.Path == a.Package+"/outcomes_test.go" })
			areas = append(areas, area{path.Join("downstream.test", name, a.Package), has})
			if has {
				outcomes++
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, testProgram.Execute(&b, areas))
	d.write(t, "all_test.go", b.String())

	listed := strings.Split(strings.TrimSpace(d.run(t, "list", "-f", `{{range .GoFiles}}{{println .}}{{end}}`, "./...")), "\n")
	listed = strings.Fields(strings.Join(listed, " "))
	require.Len(t, listed, files, "go list passes over a file, or over a folder")
	d.run(t, "vet", "./...")
	out := d.run(t, "test", "-vet=off", "-v", ".")
	require.Greater(t, len(areas), len(tried))
	require.Positive(t, outcomes)
	require.Equal(t, len(areas), strings.Count(out, "\n--- PASS: "), "%s", out)
}
