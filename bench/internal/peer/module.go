package peer

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
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

// WriteModule writes a module around generated code into a folder: the go.mod of
// bench under another name, and the measuring programs. An overlay for go build
// exports what the benchmarks of the runtime use, so that decoding can be measured
// by itself.
func WriteModule(dir, bench string, areas []string) error {
	gomod, err := moduleFile(bench)
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(bench, "go.sum"))
	if err != nil {
		return err
	}
	files := map[string][]byte{"go.mod": gomod, "go.sum": sums}
	folders, err := harnesses.ReadDir("harness")
	if err != nil {
		return err
	}
	for _, folder := range folders {
		programs, err := harnesses.ReadDir("harness/" + folder.Name())
		if err != nil {
			return err
		}
		for _, program := range programs {
			text, err := rendered("harness/"+folder.Name()+"/"+program.Name(), areas)
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(program.Name(), ".go.tmpl")
			files["cmd/"+folder.Name()+"/"+name+"/main.go"] = text
		}
	}
	api := filepath.Join(filepath.Dir(bench), "api")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(api, "export.go"): filepath.Join(api, "export_test.go"),
	}})
	files["overlay.json"] = overlay
	if err != nil {
		return err
	}
	return writeAll(dir, files)
}

func rendered(name string, areas []string) ([]byte, error) {
	text, err := harnesses.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Parse(string(text))
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
	if err := f.AddModuleStmt(Module); err != nil {
		return nil, err
	}
	for _, tool := range f.Tool {
		if err := f.DropTool(tool.Path); err != nil {
			return nil, err
		}
	}
	root := strings.TrimSuffix(module, "/bench")
	for path, folder := range map[string]string{root: filepath.Dir(bench), module: bench} {
		if err := f.AddReplace(path, "", folder, ""); err != nil {
			return nil, err
		}
	}
	if err := f.AddRequire(module, "v0.0.0"); err != nil {
		return nil, err
	}
	f.Cleanup()
	return f.Format()
}

// writeAll writes files into a folder. Their names have slashes.
func writeAll(dir string, files map[string][]byte) error {
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
