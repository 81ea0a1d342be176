// Package start makes the files with which a repository starts: an example catalog, schemas for
// editors, generate.go, attributes of the generated code for git, a CI job and the settings.
package start

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"

	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/spec"
	"example.com/opgen/templates"
)

// PlainName matches names without special characters of YAML or a shell.
var PlainName = regexp.MustCompile(`^[\pL\pN_.][\pL\pN_.+/-]*$`)

// CIFiles are the files with a job, by CI system.
var CIFiles = map[string]string{
	"github": ".github/workflows/catalog.yml",
	"gitlab": ".gitlab/catalog.yml",
}

// File is a file that a repository starts with.
type File struct {
	name   string
	text   []byte
	schema bool
}

// Repository is what the files depend on.
type Repository struct {
	Targets []targets.Target // the first one gets an example catalog
	Module  *modfile.File
	CI      string // a key of CIFiles, or another word for no job
}

// Files renders the files. The settings are the last, so that a repository with settings has all
// files.
func (r Repository) Files() ([]File, error) {
	t := &r.Targets[0]
	if err := checkNames(t); err != nil {
		return nil, err
	}
	folder, _, err := t.Open()
	if err != nil {
		return nil, err
	}
	folder.Close()
	values := r.values(t)
	text, err := render("operations.yaml.tmpl", values)
	if err != nil {
		return nil, err
	}
	// The catalog refuses some names of packages: api, init.
	if _, problems := catalog.Parse(t.Spec, text); problems != nil {
		values["Package"] = fallbackPackage
	}
	var files []File
	for _, schema := range spec.Schemas() {
		name := filepath.Join(filepath.Dir(t.Spec), schema.Name)
		files = append(files, File{name: name, text: schema.Text, schema: true})
	}
	for _, f := range []struct{ name, template string }{
		{t.Spec, "operations.yaml.tmpl"},
		{"generate.go", "generate.go.tmpl"},
		// In the output folder, because the repository may have a .gitattributes of its own.
		{filepath.Join(t.Out, ".gitattributes"), "gitattributes.tmpl"},
		{CIFiles[r.CI], r.CI + ".yaml.tmpl"},
		{settings.Name, "opgen.yaml.tmpl"},
	} {
		if f.name == "" {
			continue
		}
		text, err := render(f.template, values)
		if err != nil {
			return nil, err
		}
		files = append(files, File{name: f.name, text: text})
	}
	return files, nil
}

// checkNames refuses paths that the files could not have as they are.
func checkNames(t *targets.Target) error {
	for _, name := range append(t.Files(), t.Out) {
		if !filepath.IsLocal(name) {
			return errors.New("init writes into the module in the current folder; " +
				"set --spec, --overlay and --out to relative paths inside")
		}
		if !PlainName.MatchString(filepath.ToSlash(name)) {
			return fmt.Errorf("%q: --spec, --overlay and --out go into settings and a job for CI; "+
				"use only letters, digits and . _ - + /", name)
		}
	}
	return nil
}

// values returns the values of the templates.
func (r Repository) values(t *targets.Target) map[string]any {
	name := packageName(r.Module.Module.Mod.Path)
	overlays := make([]string, len(t.Overlays))
	for i, overlay := range t.Overlays {
		overlays[i] = filepath.ToSlash(overlay)
	}
	values := map[string]any{
		"Package":   name,
		"GoPackage": existingPackage(name),
		"Spec":      filepath.ToSlash(t.Spec),
		"Overlays":  overlays,
		"Out":       filepath.ToSlash(t.Out),
		"Schemas":   path.Dir(filepath.ToSlash(t.Spec)),
	}
	for _, r := range r.Module.Replace {
		if r.Old.Path == targets.OwnModule() && r.New.Version == "" {
			values["Clone"] = wording.ShellQuote(r.New.Path) // which a job for CI does not have
		}
	}
	return values
}

// render returns a file by its template.
func render(template string, values map[string]any) ([]byte, error) {
	var b bytes.Buffer
	err := templates.Start.ExecuteTemplate(&b, template, values)
	return b.Bytes(), err
}
