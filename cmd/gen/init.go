package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"example.com/opgen/catalog"
	"example.com/opgen/spec"
	"example.com/opgen/templates"
)

func newInit(f *flags) *cobra.Command {
	ci := ciSystem("github")
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Start a repository of your own: a catalog, generate.go, a job for CI",
		Long: `init writes what a repository with a catalog of its own starts with, into the
module in the current folder: a catalog to be replaced, its schema for editors,
generate.go with the line that go generate runs, and a job for CI. Where one of
these files is there already it writes none.`,
		Example: "  go get -tool " + ownModule() + "/cmd/gen\n  go tool gen init\n  go generate ./...",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return start(f, ci, cmd.OutOrStdout())
		},
	}
	cmd.Flags().Var(&ci, "ci", "write a job for `github`, gitlab or none")
	return cmd
}

// start writes the files and says what comes next.
func start(f *flags, ci ciSystem, stdout io.Writer) error {
	if filepath.IsAbs(f.spec) || filepath.IsAbs(f.out) {
		return errors.New("init writes into the module in the current folder; give --spec and --out relative to it")
	}
	text, err := os.ReadFile("go.mod")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no go.mod here; run \"go mod init PATH\" first")
	}
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	files, err := startFiles(f, ci, mod)
	if err != nil {
		return err
	}
	if err := writeNew(files); err != nil {
		return err
	}
	for _, file := range files {
		fmt.Fprintf(stdout, "gen: wrote %s\n", filepath.ToSlash(file.name))
	}
	next := "go generate ./..."
	if invocation() != "go tool gen" {
		next = "go get -tool " + ownModule() + "/cmd/gen && " + next
	}
	_, err = fmt.Fprintf(stdout, "gen: next: %s\n", next)
	return err
}

// startFile is a file that a repository starts with.
type startFile struct {
	name string
	text []byte
}

// startFiles renders the files.
func startFiles(f *flags, ci ciSystem, mod *modfile.File) ([]startFile, error) {
	name := packageName(mod.Module.Mod.Path)
	goPackage, err := packageHere(name)
	if err != nil {
		return nil, err
	}
	data := map[string]string{
		"Package": name, "GoPackage": goPackage,
		"Spec": filepath.ToSlash(f.spec), "Out": filepath.ToSlash(f.out),
	}
	if strings.ContainsAny(data["Spec"]+data["Out"], " \t\"'$`\\") {
		return nil, errors.New("--spec and --out go into a //go:generate line and a job for CI; choose names without blanks, quotes and $")
	}
	text, err := render("operations.yaml.tmpl", data)
	if err != nil {
		return nil, err
	}
	// Of the names that a package cannot have, the catalog knows some: api, init.
	if len(catalog.Check(catalog.Parse(f.spec, text))) > 0 {
		data["Package"] = noName
	}
	files := []startFile{{filepath.Join(filepath.Dir(f.spec), "schema.json"), spec.Schema}}
	for _, t := range []struct{ name, template string }{
		{f.spec, "operations.yaml.tmpl"},
		{"generate.go", "generate.go.tmpl"},
		{ciFiles[ci], string(ci) + ".yaml.tmpl"},
	} {
		if t.name == "" {
			continue
		}
		text, err := render(t.template, data)
		if err != nil {
			return nil, err
		}
		files = append(files, startFile{t.name, text})
	}
	return files, nil
}

// render returns a file by its template.
func render(template string, data map[string]string) ([]byte, error) {
	var b bytes.Buffer
	err := templates.Start.ExecuteTemplate(&b, template, data)
	return b.Bytes(), err
}

// writeNew writes files where there is none yet, all of them or none.
func writeNew(files []startFile) error {
	var there []string
	for _, f := range files {
		if _, err := os.Lstat(f.name); !errors.Is(err, fs.ErrNotExist) {
			there = append(there, filepath.ToSlash(f.name))
		}
	}
	if there != nil {
		return fmt.Errorf("%s: there already, and nothing was written; move it out of the way, or change it by hand", strings.Join(there, ", "))
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.name), 0o777); err != nil {
			return err
		}
		file, err := os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		if _, err := file.Write(f.text); err != nil {
			return errors.Join(err, file.Close())
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}

// ciSystem is the value of --ci.
type ciSystem string

// ciFiles are the files that hold a job, by the system that runs it.
var ciFiles = map[ciSystem]string{
	"github": ".github/workflows/catalog.yml",
	"gitlab": ".gitlab/catalog.yml",
	"none":   "",
}

func (c *ciSystem) String() string { return string(*c) }
func (c *ciSystem) Type() string   { return "system" }

func (c *ciSystem) Set(s string) error {
	if _, ok := ciFiles[ciSystem(s)]; !ok {
		return errors.New("want github, gitlab or none")
	}
	*c = ciSystem(s)
	return nil
}
