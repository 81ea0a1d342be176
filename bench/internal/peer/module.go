package peer

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"golang.org/x/mod/modfile"
)

// harnesses are the measuring programs, in a folder for each generator: run.go
// measures, client.go makes one call, server.go serves every operation.
//
//go:embed harness
var harnesses embed.FS

// Floor is measured beside the generators: code that a team writes by hand, and the
// cost of net/http and a copy.
var Floor = []string{"encoding-json", "net-http"}

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

// addPrograms adds the measuring programs: harness/ogen/run.go.tmpl is cmd/ogen/run/main.go.
func addPrograms(files map[string][]byte, areas []string) error {
	templates, err := fs.Glob(harnesses, "harness/*/*.go.tmpl")
	if err != nil {
		return err
	}
	for _, name := range templates {
		program, err := rendered(name, areas)
		if err != nil {
			return err
		}
		folder := strings.TrimSuffix(strings.TrimPrefix(name, "harness"), ".go.tmpl")
		files["cmd"+folder+"/main.go"] = program
	}
	return nil
}

// rendered returns a program by its template.
func rendered(name string, areas []string) ([]byte, error) {
	t, err := template.ParseFS(harnesses, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, areas); err != nil {
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
