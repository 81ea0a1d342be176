package peer

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/version"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"

	"golang.org/x/mod/modfile"
)

// harnesses are the measuring programs, in a folder for each generator: run.go
// measures, client.go makes one call, server.go serves every operation. Code by hand is
// one program for all libraries.
//
//go:embed harness
var harnesses embed.FS

// Bare is the cost of net/http and a copy.
const Bare = "net-http"

// library is a library for JSON, with which a team writes the operations by hand.
type library struct {
	Name   string
	Import string
	IsV2   bool // it has the functions of encoding/json/v2, not those of encoding/json
}

// libraries are the measured ones. The standard library has the last one since Go 1.27.
var libraries = []library{
	{Name: "encoding-json", Import: "encoding/json"},
	{Name: "go-json", Import: "github.com/goccy/go-json"},
	{Name: "json-v2", Import: "encoding/json/v2", IsV2: true},
}

// Floor is measured beside the generators: code by hand with each library, and [Bare].
var Floor = []string{libraries[0].Name, libraries[1].Name, libraries[2].Name, Bare}

// Compiles reports whether this version of Go has what the programs of a subject import.
func Compiles(subject string) bool {
	for _, l := range libraries {
		if l.Name == subject && l.IsV2 {
			return version.Compare(runtime.Version(), "go1.27") >= 0
		}
	}
	return true
}

// addModule adds to files a module around generated code: the go.mod of bench under another
// name, and the measuring programs. An overlay for go build exports what the benchmarks of
// the runtime use, so that decoding can be measured by itself.
func addModule(files map[string][]byte, bench string, areas []string) error {
	mod, err := moduleFile(bench)
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(bench, "go.sum"))
	if err != nil {
		return err
	}
	api := filepath.Join(filepath.Dir(bench), "api")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(api, "export.go"): filepath.Join(api, "export_test.go"),
	}})
	if err != nil {
		return err
	}
	files["go.mod"] = mod
	files["go.sum"] = sums
	files["overlay.json"] = overlay
	return addPrograms(files, areas)
}

// byHand is the template of the programs that are written by hand.
const byHand = "harness/hand-written/run.go.tmpl"

// facts are what the templates of measuring programs show.
type facts struct {
	Areas   []string // the packages of the catalog
	Library library  // of a program that is written by hand
}

// addPrograms adds the measuring programs: harness/ogen/run.go.tmpl is cmd/ogen/run/main.go.
func addPrograms(files map[string][]byte, areas []string) error {
	templates, err := fs.Glob(harnesses, "harness/*/*.go.tmpl")
	if err != nil {
		return err
	}
	for _, name := range templates {
		if name == byHand {
			continue
		}
		program, err := rendered(name, facts{Areas: areas})
		if err != nil {
			return err
		}
		folder := strings.TrimSuffix(strings.TrimPrefix(name, "harness"), ".go.tmpl")
		files["cmd"+folder+"/main.go"] = program
	}
	for _, l := range libraries {
		program, err := rendered(byHand, facts{Library: l})
		if err != nil {
			return err
		}
		files["cmd/"+l.Name+"/run/main.go"] = program
	}
	return nil
}

// rendered returns a program by its template.
func rendered(name string, shown facts) ([]byte, error) {
	t, err := template.ParseFS(harnesses, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, shown); err != nil {
		return nil, err
	}
	formatted, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return formatted, nil
}

// moduleFile returns the go.mod of bench for the module around generated code.
func moduleFile(bench string) ([]byte, error) {
	name := filepath.Join(bench, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f, err := modfile.Parse(name, text, nil)
	if err != nil {
		return nil, err
	}
	module := f.Module.Mod.Path
	errs := []error{
		f.AddModuleStmt(Module),
		f.AddRequire(module, "v0.0.0"),
		f.AddReplace(module, "", bench, ""),
		f.AddReplace(path.Dir(module), "", filepath.Dir(bench), ""),
	}
	for _, tool := range f.Tool {
		errs = append(errs, f.DropTool(tool.Path))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	f.Cleanup()
	return f.Format()
}

// writeAll writes files into a folder. Their names have slashes.
func writeAll[T string | []byte](dir string, files map[string]T) error {
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
