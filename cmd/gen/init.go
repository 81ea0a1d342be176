package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/spec"
	"example.com/opgen/templates"
)

func newInit(f *flags) *cobra.Command {
	ci := choice{"github", []string{"github", "gitlab", "none"}}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Start a catalog, with settings, generate.go and a CI job",
		Long: `init starts a catalog in the module in the current folder. It writes an example
catalog, schemas for editors, generate.go, a CI job, and opgen.yaml with the settings.
In a new module, if one of them exists with other content, init writes nothing.

If there is a catalog without opgen.yaml, such as one from gen import, init writes the
files that are missing. If there is an opgen.yaml, it only updates the schemas.`,
		Example: "  go tool gen init\n  go generate ./...",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return startCatalog(f, ci.value, cmd.OutOrStdout())
		},
	}
	f.add(cmd, "spec", "overlay", "out")
	ci.add(cmd, "ci", "the CI system to write a job for: `github`, gitlab or none")
	return cmd
}

// startCatalog writes the files and prints the next command.
func startCatalog(f *flags, ci string, stdout io.Writer) error {
	if err := f.requireFile("init writes the catalog; give the path of the file"); err != nil {
		return err
	}
	text, err := textfile.Read("go.mod")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no go.mod here; run gen init in the root of a module, or \"go mod init PATH\" first")
	}
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	targets, err := f.targets()
	if err != nil {
		return err
	}
	files, err := startFiles(targets, ci, mod)
	if err != nil {
		return err
	}
	if used, err := writeStartFiles(files, targets[0].spec, stdout); err != nil || used {
		return err
	}
	here, _ := os.Getwd()
	if root := folderWith(here, ".git"); root != "" && root != here && ci != "none" {
		say(stdout, "gen: CI reads %s only in the root of the repository: move it to %s, and let its steps run in this folder", ciFiles[ci], root)
	}
	next := "go generate ./..."
	if invocation() != "go tool gen" {
		next = "go get -tool " + ownModule() + "/cmd/gen && " + next
	}
	return say(stdout, "gen: next: %s", next)
}

// plainName matches names without special characters of YAML or a shell.
var plainName = regexp.MustCompile(`^[\pL\pN_.][\pL\pN_.+/-]*$`)

// startFile is a file that a repository starts with.
type startFile struct {
	name   string
	text   []byte
	schema bool
}

// startFiles renders the files. The settings are the last, so that a repository with settings
// has all files.
func startFiles(targets []target, ci string, mod *modfile.File) ([]startFile, error) {
	t := &targets[0]
	for _, name := range append(t.files(), t.out) {
		if !filepath.IsLocal(name) {
			return nil, errors.New("init writes into the module in the current folder; set --spec, --overlay and --out to relative paths inside")
		}
		if !plainName.MatchString(filepath.ToSlash(name)) {
			return nil, fmt.Errorf("%q: --spec, --overlay and --out go into settings and a job for CI; use only letters, digits and . _ - + /", name)
		}
	}
	folder, _, err := t.open()
	if err != nil {
		return nil, err
	}
	folder.Close()
	name := packageName(mod.Module.Mod.Path)
	data := map[string]any{
		"Package": name, "GoPackage": existingPackage(name), "Overlays": each(t.overlays, filepath.ToSlash),
		"Spec": filepath.ToSlash(t.spec), "Out": filepath.ToSlash(t.out), "Schemas": path.Dir(filepath.ToSlash(t.spec)),
	}
	for _, r := range mod.Replace {
		if r.Old.Path == ownModule() && r.New.Version == "" {
			data["Clone"] = wording.ShellQuote(r.New.Path) // which a job for CI does not have
		}
	}
	text, err := render("operations.yaml.tmpl", data)
	if err != nil {
		return nil, err
	}
	// The catalog refuses some names of packages: api, init.
	if _, problems := catalog.Parse(t.spec, text); problems != nil {
		data["Package"] = fallbackPackage
	}
	var files []startFile
	for _, schema := range spec.Schemas() {
		files = append(files, startFile{name: filepath.Join(filepath.Dir(t.spec), schema.Name), text: schema.Text, schema: true})
	}
	for _, f := range []struct{ name, template string }{
		{t.spec, "operations.yaml.tmpl"},
		{"generate.go", "generate.go.tmpl"},
		{ciFiles[ci], ci + ".yaml.tmpl"},
		{settings.Name, "opgen.yaml.tmpl"},
	} {
		if f.name == "" {
			continue
		}
		text, err := render(f.template, data)
		if err != nil {
			return nil, err
		}
		files = append(files, startFile{name: f.name, text: text})
	}
	return files, nil
}

// render returns a file by its template.
func render(template string, data map[string]any) ([]byte, error) {
	var b bytes.Buffer
	err := templates.Start.ExecuteTemplate(&b, template, data)
	return b.Bytes(), err
}

// writeStartFiles writes the files that are missing, and says which. It writes none if one exists
// with other text, unless the catalog is such a one: then it is somebody's own. In a repository in
// use, which has settings, it only updates the schemas.
func writeStartFiles(files []startFile, spec string, stdout io.Writer) (used bool, err error) {
	var pending []startFile
	var there []string // with other text
	var unreadable error
	ownCatalog := false
	for _, f := range files {
		have, err := textfile.ReadIn(".", f.name)
		same := err == nil && bytes.Equal(f.text, have)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			pending = append(pending, f)
		case err == nil && f.name == settings.Name:
			used = true
		case err == nil && f.name == spec && !same:
			ownCatalog = true
		case !same:
			there = append(there, filepath.ToSlash(f.name))
			unreadable = cmp.Or(unreadable, err)
			pending = append(pending, f)
		}
	}
	switch {
	case used:
		pending = slices.DeleteFunc(pending, func(f startFile) bool { return !f.schema })
	case unreadable != nil:
		return used, unreadable
	case ownCatalog:
		pending = slices.DeleteFunc(pending, func(f startFile) bool {
			return !f.schema && slices.Contains(there, filepath.ToSlash(f.name))
		})
	case there != nil:
		return used, fmt.Errorf("%s: already there; nothing was written; move it out of the way, or change it by hand", strings.Join(there, ", "))
	}
	for _, f := range pending {
		if f.schema {
			err = output.WriteBelow(".", filepath.ToSlash(f.name), f.text)
		} else {
			err = createFile(f.name, f.text)
		}
		if err != nil {
			return used, err
		}
		say(stdout, "gen: wrote %s", filepath.ToSlash(f.name))
	}
	if used && len(pending) == 0 {
		return used, say(stdout, "gen: everything is up to date")
	}
	return used, nil
}

// createFile writes a new file, and follows no link out of the module.
func createFile(name string, text []byte) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// ciFiles are the files with a job, by CI system.
var ciFiles = map[string]string{
	"github": ".github/workflows/catalog.yml",
	"gitlab": ".gitlab/catalog.yml",
}

// existingPackage returns the name of the package in the current folder, or fallback if there is
// none. It ignores generate.go, which may be incomplete.
func existingPackage(fallback string) string {
	names, _ := filepath.Glob("*.go")
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil && name != "generate.go" && !strings.HasSuffix(name, "_test.go") {
			return f.Name.Name
		}
	}
	return fallback
}

// fallbackPackage is the name of a package if none follows from the path of the module.
const fallbackPackage = "bindings"

// packageName makes the name of a package from the path of a module: the letters and digits of
// its last element, in lower case, without the major version.
func packageName(modulePath string) string {
	prefix, _, _ := module.SplitPathVersion(modulePath) // the whole path if it is malformed
	name := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(path.Base(prefix)))
	name = strings.TrimLeft(name, "0123456789")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return fallbackPackage
	}
	return name
}
