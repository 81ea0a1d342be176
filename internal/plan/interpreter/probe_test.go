package interpreter_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/interpreter/testdata/probe"
)

// here is the import path of this package.
var here = reflect.TypeFor[interpreter.Result]().PkgPath()

// load returns the resolved catalog of a file.
func load(t *testing.T, file string) *catalog.Catalog {
	c, err := catalog.Load(file)
	require.NoError(t, err)
	return c
}

// areaProbe is the file that makes the operations of an area known to the probe.
var areaProbe = template.Must(template.New("").Parse(`package {{.Area.Package}}

import (
	"context"
	"{{.Probe}}"
)

type probed struct {
	UnimplementedService
	probe probe.Service
}

func init() {
	s := new(probed)
	client := NewClientWithCaller(probe.Area("{{.Catalog}}", &s.probe, Routes(s)))
	{{- range .Area.Operations}}
	probe.Operation("{{.Path}}", op{{.GoName}}, client.{{.GoName}})
	{{- end}}
}
{{range .Area.Operations}}
func (s *probed) {{.GoName}}(_ context.Context, req *{{.GoName}}Request) (*{{.GoName}}Response, error) {
	return nil, s.probe.Seen(req)
}
{{end}}`))

var mainProbe = template.Must(template.New("").Parse(`package main

import (
	"{{.Probe}}"
	{{- range .Areas}}
	_ "{{.}}"
	{{- end}}
)

func main() { probe.Main() }
`))

// build compiles the generated code of catalogs into a program that does jobs.
// The code is an overlay of this folder, which does not change.
func build(t *testing.T, catalogs map[string]*catalog.Catalog) (program string) {
	temp, overlay, areas := t.TempDir(), map[string]string{}, []string{}
	folder, err := filepath.Abs("testdata/probed")
	require.NoError(t, err)
	add := func(name string, content []byte) {
		real := filepath.Join(temp, strings.ReplaceAll(name, "/", "_"))
		require.NoError(t, os.WriteFile(real, content, 0o644))
		overlay[filepath.Join(folder, filepath.FromSlash(name))] = real
	}
	render := func(name string, tmpl *template.Template, data map[string]any) {
		var b bytes.Buffer
		data["Probe"] = path.Join(here, "testdata/probe")
		require.NoError(t, tmpl.Execute(&b, data))
		add(name, b.Bytes())
	}
	for name, c := range catalogs {
		root := path.Join(here, "testdata/probed", name)
		files, err := generator.Emit(c, nil, generator.Config{Source: "catalog.yaml", Import: root})
		require.NoError(t, err)
		for _, f := range files {
			if strings.Contains(f.Path, "/") && !strings.HasSuffix(f.Path, "_test.go") {
				add(path.Join(name, f.Path), f.Content)
			}
		}
		for _, a := range c.Areas {
			areas = append(areas, path.Join(root, a.Package))
			render(path.Join(name, a.Package, "probe.go"), areaProbe, map[string]any{"Area": a, "Catalog": name})
		}
	}
	render("main/main.go", mainProbe, map[string]any{"Areas": areas})
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	config := filepath.Join(temp, "overlay.json")
	require.NoError(t, os.WriteFile(config, text, 0o644))
	program = filepath.Join(temp, "program")
	out, err := exec.Command("go", "build", "-overlay", config, "-o", program, path.Join(here, "testdata/probed/main")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// do returns the outcomes of jobs.
func do(t *testing.T, program string, jobs []probe.Job) []probe.Outcome {
	var in bytes.Buffer
	e := json.NewEncoder(&in)
	for _, job := range jobs {
		require.NoError(t, e.Encode(job))
	}
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var outcomes []probe.Outcome
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var o probe.Outcome
		if err := d.Decode(&o); err == io.EOF {
			break
		}
		require.NoError(t, err)
		outcomes = append(outcomes, o)
	}
	require.Len(t, outcomes, len(jobs))
	return outcomes
}
