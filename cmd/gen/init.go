package main

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/project/start"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/textfile"
)

// newInit returns gen init. It ends with the next command to run, because a new repository lacks
// either the tool line in go.mod or the generated code.
func newInit(f *flags) *cobra.Command {
	ci := choice{"github", []string{"github", "gitlab", "none"}}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Start a catalog, with settings, generate.go and a CI job",
		Long: `init starts a catalog in the module in the current folder. It writes an example
catalog, schemas for editors, generate.go, .gitattributes of the generated code, a CI job,
and opgen.yaml with the settings.
In a new module, if one of them exists with other content, init writes nothing.

If there is a catalog without opgen.yaml, such as one from gen import, init writes the
files that are missing. If there is an opgen.yaml, it only updates the schemas.`,
		Example: "  go tool gen init\n  go generate ./...",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return startCatalog(f, ci.value, cmd.OutOrStdout())
		},
	}
	f.addShared(cmd, "spec", "overlay", "out")
	ci.addFlag(cmd, "ci", "the CI system to write a job for: `github`, gitlab or none")
	return cmd
}

// startCatalog writes the files and prints the next command.
func startCatalog(f *flags, ci string, stdout io.Writer) error {
	if err := f.RequireFile("init writes the catalog; give the path of the file"); err != nil {
		return err
	}
	mod, err := moduleToStart()
	if err != nil {
		return err
	}
	selected, err := f.readTargets()
	if err != nil {
		return err
	}
	files, err := start.Repository{Targets: selected, Module: mod, CI: ci}.Files()
	if err != nil {
		return err
	}
	done, err := start.Write(files, selected[0].Spec, func(name string) {
		say(stdout, "gen: wrote %s", name)
	})
	if err != nil {
		return err
	}
	if done.InUse {
		if done.Count == 0 {
			return say(stdout, "gen: everything is up to date")
		}
		return nil
	}
	sayWhereCIReads(stdout, ci)
	command := "go generate ./..."
	if invocation() != "go tool gen" {
		command = "go get -tool " + targets.OwnModule() + "/cmd/gen && " + command
	}
	return say(stdout, "gen: next: %s", command)
}

// moduleToStart reads the go.mod in the working folder.
func moduleToStart() (*modfile.File, error) {
	text, err := textfile.Read("go.mod")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("no go.mod here; " +
			"run gen init in the root of a module, or \"go mod init PATH\" first")
	}
	if err != nil {
		return nil, err
	}
	return modfile.Parse("go.mod", text, nil)
}

// sayWhereCIReads says that a CI job works only in the root of a repository, if that is another
// folder.
func sayWhereCIReads(stdout io.Writer, ci string) {
	workingFolder, _ := os.Getwd()
	root := targets.FolderWith(workingFolder, ".git")
	if root == "" || root == workingFolder || ci == "none" {
		return
	}
	say(stdout, "gen: CI reads %s only in the root of the repository: "+
		"move it to %s, and let its steps run in this folder", start.CIFiles[ci], root)
}
