package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/opgen/internal/text/wording"
)

// This file puts the commands together. A command is a function newX in the file x.go, which
// returns it with its flags; errors travel up to run, which prints them in one way.

// newRoot returns the root command, which runs gen generate without a subcommand.
func newRoot(f *flags) *cobra.Command {
	generate := newGenerate(f)
	root := &cobra.Command{
		Use:   "gen",
		Short: "Generate a Go client, server stubs and validators from a catalog of operations",
		Long: `gen reads a catalog of operations (YAML) and generates a typed Go client,
server stubs and request validators. Without a command, it runs gen generate.

The catalog, overlays and output folder are set by flags or in opgen.yaml, beside
go.mod. Overlays add facts that the catalog lacks.

Exit codes: 0 if there are no findings, 1 if there are (stale output, files in the
way), 2 if gen could not run.`,
		Example: `  go tool gen init           # in a new repository
  go generate ./...
  go tool gen diff main...   # who breaks if this branch is merged`,
		RunE:          generate.RunE,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.SetFlagErrorFunc(suggestFlag)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { f.Changed = cmd.Flags().Changed }
	root.Flags().AddFlagSet(generate.Flags())
	addGroup(root, "generate", "Generate:", newInit(f), generate, newCheck(f), newList(f))
	addGroup(root, "review", "Review:", newDiff(f), newLint(f))
	addGroup(root, "publish", "Publish:", newDocs(f), newOpenAPI(f), newImport())
	addGroup(root, "observe", "Call and observe a running service:",
		newCall(f), newRecord(f), newLearn(f), newVerify(f))
	root.AddCommand(newSweep(), newVersion())
	describeHelp(root)
	return root
}

// addGroup adds commands under a title in the help.
func addGroup(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, cmd := range commands {
		cmd.GroupID = id
	}
	root.AddCommand(commands...)
}

// describeHelp words the help of help, and makes it fail for unknown commands.
func describeHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Use = "help [COMMAND]"
	help.Short = "Describe a command"
	help.Long = ""
	help.Args = func(_ *cobra.Command, args []string) error {
		described, rest, err := root.Find(args)
		return cmp.Or(err, cobra.NoArgs(described, rest))
	}
}

// suggestFlag adds the closest flag to the error for an unknown one.
func suggestFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	if closest := wording.Closest(unknown.GetSpecifiedName(), names); closest != "" {
		return fmt.Errorf(`%w; did you mean "--%s"?`, err, closest)
	}
	return err
}

// run executes a command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	stdout = newTerminal(stdout)
	stderr = newTerminal(stderr)
	log.SetOutput(io.Discard) // net/http logs unsolicited responses, which can be personal
	f := new(flags)
	root := newRoot(f)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	if err != nil && f.Changed == nil { // it is about the command line, since no command has started
		if cmd.Name() == "help" {
			cmd = root
		}
		say(stderr, "gen: %s", wording.OneLine(strings.Join(strings.Fields(err.Error()), " ")))
		say(stderr, "see %s --help", cmd.CommandPath())
		return exitFailed
	}
	return exitCode(err, stderr)
}
