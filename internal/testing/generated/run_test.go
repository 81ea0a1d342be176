// Package generated compiles the generated code of all catalogs into one program and tests
// it there, with wire vectors made of samples.
package generated

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
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
	area{{$i}}.TestVectors(t)
	{{if $path.Hides}}area{{$i}}.TestHiding(t){{end}}
}
{{- end}}
`))

// project is the path of this module, and module that of one within it, so that it may
// import internal packages.
var (
	project = strings.TrimSuffix(reflect.TypeFor[api.Operation]().PkgPath(), "/api")
	module  = reflect.TypeFor[downstream]().PkgPath() + "/downstream"
)

// downstream is a separate module that holds generated code, as another repository
// would.
type downstream struct{ dir string }

func newDownstream(t *testing.T) downstream {
	d := downstream{t.TempDir()}
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	d.write(t, "go.mod", fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, project, project, root))
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
	// Without paths of a folder that is new each time, results are kept from run to run.
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// tested is a catalog with its wire vectors.
type tested struct {
	*catalog.Catalog
	vectors vectors.Set
	random  bool
}

// catalogs are the shipped one, those of the golden files, and random ones. The examples are compiled and tested by e2e, wide bodies by the interpreter.
func catalogs(t *testing.T) map[string]tested {
	all := map[string]tested{}
	for _, pattern := range []string{"spec/operations.yaml", "generator/testdata/*/catalog.yaml"} {
		names, err := filepath.Glob("../../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			c, err := catalog.Load(name)
			require.NoError(t, err)
			set, err := vectors.Load(filepath.Join(filepath.Dir(name), "vectors"), c)
			require.NoError(t, err)
			all[filepath.Base(filepath.Dir(name))] = tested{c, set, false}
		}
	}
	made := map[string]random.Map{"deep": random.Deep(100)}
	for s := range uint64(long.Tries(20, 20)) {
		made[fmt.Sprint("seed", *long.Seed+s)] = random.Catalog(*long.Seed + s)
	}
	for name, m := range made {
		if _, c, _ := random.Repair(m); c != nil {
			all[name] = tested{c, vectors.Set{}, true}
		}
	}
	return all
}

// The generated code of every catalog does with samples what the catalog says, go vet
// reports nothing, and go list ignores no file.
func TestGeneratedCode(t *testing.T) {
	long.SkipUnlessFull(t, "compiling the generated code takes a minute")
	d := newDownstream(t)
	type area struct {
		Path  string
		Hides bool // something sensitive
	}
	var areas []*area
	files, fit, hidden, unfit := 0, 0, 0, 0
	all := catalogs(t)
	for _, name := range slices.Sorted(maps.Keys(all)) { // so that each run compiles the same
		c := all[name]
		more, less := addSamples(t, c)
		fit, unfit = fit+more, unfit+less
		cfg := generator.Config{Source: "catalog.yaml", Import: path.Join(module, name)}
		emitted, err := generator.Emit(c.Catalog, c.vectors, cfg)
		require.NoError(t, err)
		for _, f := range emitted {
			file := path.Join(name, f.Path)
			if folder, ok := strings.CutSuffix(file, "/vectors_test.go"); ok {
				areas = append(areas, &area{Path: path.Join(module, folder)})
				file = folder + "/vectors_tests.go" // another package calls the tests
			}
			d.write(t, file, string(f.Content))
			files++
		}
		if c.random {
			continue // in which a response may show by its name what is sensitive in the request
		}
		set, less := canaries(t, c.Catalog)
		hidden, unfit = hidden+len(set), unfit+less
		emitted, err = generator.Emit(c.Catalog, set, cfg)
		require.NoError(t, err)
		for _, f := range emitted {
			folder, ok := strings.CutSuffix(path.Join(name, f.Path), "/vectors_test.go")
			if i := slices.IndexFunc(areas, func(a *area) bool { return a.Path == path.Join(module, folder) }); ok && i >= 0 {
				areas[i].Hides = true
				d.write(t, folder+"/hiding_tests.go", hides.Replace(string(f.Content)))
				files++
			}
		}
	}
	t.Logf("%d samples, %d operations with something sensitive, and %d that clients cannot hold", fit, hidden, unfit)
	require.Greater(t, fit, 10*unfit)
	require.Greater(t, hidden, 40)
	var b bytes.Buffer
	require.NoError(t, testProgram.Execute(&b, areas))
	d.write(t, "all_test.go", b.String())

	listed := strings.Fields(d.run(t, "list", "-f", `{{range .GoFiles}}{{println .}}{{end}}`, "./..."))
	require.Len(t, listed, files, "go list passes over a file, or over a folder")
	d.run(t, "vet", "./...")
	d.run(t, "test", "-vet=off", ".")
}
