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
these files is there already, with something else in it, init writes none.`,
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
	if !filepath.IsLocal(f.spec) || !filepath.IsLocal(f.out) {
		return errors.New("init writes into the module in the current folder; give --spec and --out relative to it, and inside")
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
	if _, err := locate(f); err != nil {
		return err
	}
	files, err := startFiles(f, ci, mod)
	if err != nil {
		return err
	}
	if err := writeNew(files, stdout); err != nil {
		return err
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
	if _, problems := catalog.Parse(f.spec, text); problems != nil {
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

// writeNew writes files where there is nothing that it would overwrite, all of
// them or none, and says which. A file that holds the beginning of what it is to
// hold was left by a run that was cut off, and is completed.
func writeNew(files []startFile, stdout io.Writer) error {
	root, err := os.OpenRoot(".") // no link leads out of it
	if err != nil {
		return err
	}
	defer root.Close()
	begun := make([]int, len(files)) // how much of each file is there
	var there []string
	for i, f := range files {
		have, err := present(root, f.name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case bytes.HasPrefix(f.text, have):
			begun[i] = len(have)
		default:
			there = append(there, filepath.ToSlash(f.name))
		}
	}
	if there != nil {
		return fmt.Errorf("%s: there already, and nothing was written; move it out of the way, or change it by hand", strings.Join(there, ", "))
	}
	for i, f := range files {
		rest := f.text[begun[i]:]
		if len(rest) == 0 {
			continue
		}
		if err := appendTo(root, f.name, rest); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "gen: wrote %s\n", filepath.ToSlash(f.name))
	}
	return nil
}

// present returns what the file name holds.
func present(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: there already, and no regular file; nothing was written", filepath.ToSlash(name))
	}
	return root.ReadFile(name)
}

// appendTo appends text to the file name, which need not exist. Nothing that
// stands in a file can be lost by that.
func appendTo(root *os.Root, name string, text []byte) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
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
