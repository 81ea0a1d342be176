package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/output"
	"example.com/opgen/internal/wording"
)

// The exit codes.
const (
	exitFine   = 0
	exitFound  = 1
	exitFailed = 2
)

// errFound is the error of a command that has printed what it found.
var errFound = errors.New("something was found")

// newRoot returns the command line. The root command alone is gen generate.
func newRoot() *cobra.Command {
	f := new(flags)
	generate := newGenerate(f)
	root := &cobra.Command{
		Use:   "gen",
		Short: "Generate a Go client, server stubs and validators from a catalog of operations",
		Long: `gen reads a catalog of operations (YAML) and generates a typed Go client,
server stubs and request validators. Without a command it is gen generate.

opgen.yaml, beside go.mod, or flags name the catalog, the overlays and the folder.
Overlays add what a team knows and the catalog does not show.

Exit codes: 0 all is well; 1 something was found (output that differs from the
catalog, files in the way); 2 gen could not run.`,
		Args:          unknownCommand,
		RunE:          generate.RunE,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	f.add(root)
	root.Flags().AddFlagSet(generate.Flags())
	root.AddCommand(generate, newCheck(f), newDiff(f), newDocs(f), newInit(f), newLint(f), newOpenAPI(f), newList(f), newSweep(), newVersion())
	return root
}

// unknownCommand refuses a name that no command has.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	return fmt.Errorf("unknown command %q%s", args[0], suggest(args[0], names))
}

// suggest ends a message about an unknown name with the known name that was
// probably meant. A name may also be given by what follows its dot, as an
// operation without its area.
func suggest(name string, names []string) string {
	if s := wording.DidYouMean(name, names); s != "" {
		return s
	}
	full, short := map[string]string{}, []string{}
	for _, n := range names {
		last := n[strings.LastIndexByte(n, '.')+1:]
		full[last] = n
		short = append(short, last)
	}
	if meant := wording.Closest(name, short); meant != "" {
		return "; did you mean " + wording.Quote(full[meant]) + "?"
	}
	return ""
}

// choice is a flag whose value is one of a few words. A wrong one is an error of
// the command line.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "word" }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.of, s) {
		return errors.New("want " + wording.List(c.of, "or"))
	}
	c.value = s
	return nil
}

// run executes a command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	stdout, stderr = newTerminal(stdout), newTerminal(stderr)
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	// What fails before a command starts is the command line's fault.
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }

	cmd, err := root.ExecuteC()
	if err != nil && !started {
		say(stderr, "gen: %v", err)
		say(stderr, "see %s --help", cmd.CommandPath())
		return exitFailed
	}
	return exitCode(err, stderr)
}

// exitCode prints the error of a command and returns the exit code that it means.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return exitFine
	}
	if errors.Is(err, errFound) {
		return exitFound
	}
	if refused, ok := errors.AsType[*output.RefusedError](err); ok {
		head, _, _ := strings.Cut(refused.Error(), "\n")
		say(stderr, "gen: %s", head)
		printFindings(stderr, refused.Dir, refused.Findings)
		say(stderr, "gen: %s", moveForeign)
		return exitFound
	}
	if uncovered, ok := errors.AsType[*output.UncoveredError](err); ok {
		say(stderr, "gen: nothing was written: %v", uncovered)
		say(stderr, "gen: %s", uncoveredRemedy(uncovered))
		return exitFound
	}
	if problems, ok := errors.AsType[catalog.Problems](err); ok {
		// They are printed as they are, for editors look for file:line:col.
		fmt.Fprint(stderr, problems.Error())
		say(stderr, "gen: %s, nothing was done", wording.Count(len(problems), "problem"))
		return exitFailed
	}
	say(stderr, "gen: %v", err)
	return exitFailed
}
