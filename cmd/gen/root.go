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

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// The exit codes.
const (
	exitOK     = 0
	exitFound  = 1
	exitFailed = 2
)

// errFound is the error of a command that has printed what it found.
var errFound = errors.New("something was found")

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
		Example:       "  go tool gen init           # in a new repository\n  go generate ./...\n  go tool gen diff main...   # who breaks if this branch is merged",
		RunE:          generate.RunE,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.SetFlagErrorFunc(suggestFlag)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { f.set = cmd.Flags() }
	root.Flags().AddFlagSet(generate.Flags())
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"generate", "Generate:", []*cobra.Command{newInit(f), generate, newCheck(f), newList(f)}},
		{"review", "Review:", []*cobra.Command{newDiff(f), newLint(f)}},
		{"publish", "Publish:", []*cobra.Command{newDocs(f), newOpenAPI(f), newImport()}},
		{"observe", "Observe a running service:", []*cobra.Command{newRecord(f), newLearn(f), newVerify(f)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, cmd := range g.commands {
			cmd.GroupID = g.id
		}
		root.AddCommand(g.commands...)
	}
	root.AddCommand(newSweep(), newVersion())
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Use, help.Short, help.Long = "help [COMMAND]", "Describe a command", ""
	help.Args = func(_ *cobra.Command, args []string) error { // otherwise, it succeeds for unknown commands
		described, rest, err := root.Find(args)
		return cmp.Or(err, cobra.NoArgs(described, rest))
	}
	return root
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
	stdout, stderr = newTerminal(stdout), newTerminal(stderr)
	log.SetOutput(io.Discard) // net/http logs unsolicited responses, which can be personal
	f := new(flags)
	root := newRoot(f)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	if err != nil && f.set == nil { // it is about the command line, since no command has started
		if cmd.Name() == "help" {
			cmd = root
		}
		say(stderr, "gen: %s", oneLine(err.Error()))
		say(stderr, "see %s --help", cmd.CommandPath())
		return exitFailed
	}
	return exitCode(err, stderr)
}

// exitCode prints the error of a command and returns its exit code.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errFound) {
		return exitFound
	}
	if refused, ok := errors.AsType[*output.RefusedError](err); ok {
		head, _, _ := strings.Cut(refused.Error(), "\n")
		say(stderr, "gen: %s", head)
		printFindings(stderr, refused.Dir, refused.Findings, false)
		say(stderr, "gen: %s", moveForeign)
		return exitFound
	}
	if uncovered, ok := errors.AsType[*output.UncoveredError](err); ok {
		say(stderr, "gen: nothing was written: %v", uncovered)
		say(stderr, "gen: %s", coverOrAdopt)
		return exitFound
	}
	if problems, ok := errors.AsType[catalog.Problems](err); ok {
		// Without a prefix, because editors look for file:line:col.
		fmt.Fprint(stderr, problems.Error())
		say(stderr, "gen: %s, nothing was done", wording.Count(len(problems), "problem"))
		return exitFailed
	}
	sayEach(stderr, err)
	return exitFailed
}

// sayEach prints an error, with a line for each joined error.
func sayEach(stderr io.Writer, err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok && errors.Join(all.Unwrap()...).Error() == err.Error() {
		for _, one := range all.Unwrap() {
			sayEach(stderr, one)
		}
		return
	}
	say(stderr, "gen: %v", err)
}
