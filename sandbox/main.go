// Command sandbox answers the calls of any catalog, on documents that it keeps.
//
// See sandbox --help. The exit code is 0 if all is well, 1 if a running sandbox refuses a
// command, and 2 if the command cannot run: a wrong flag, a file with problems, a port in
// use, no sandbox to talk to.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// The exit codes.
const (
	exitFine    = 0
	exitRefused = 1
	exitFailed  = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run executes a command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	if err == nil {
		return exitFine
	}
	if failed, ok := errors.AsType[*api.Error](err); ok {
		fmt.Fprintf(stderr, "sandbox: %s\n", words(failed))
		return exitRefused
	}
	say(stderr, err)
	if _, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(stderr, "see %s --help\n", cmd.CommandPath())
	}
	return exitFailed
}

// say prints an error, each one of several by itself.
func say(stderr io.Writer, err error) {
	if problems, ok := err.(catalog.Problems); ok {
		// They are printed as they are, for editors look for file:line:col.
		fmt.Fprint(stderr, problems.Error())
		fmt.Fprintf(stderr, "sandbox: %s, nothing was done\n", wording.Count(len(problems), "problem"))
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			say(stderr, one)
		}
		return
	}
	fmt.Fprintf(stderr, "sandbox: %v\n", err)
}

// words says why a sandbox refused.
func words(failed *api.Error) string {
	p := failed.Problem
	if p == nil {
		return failed.Error()
	}
	text := p.Detail
	if text == "" {
		text = p.Error()
	}
	for _, v := range p.Errors {
		text += "\n  " + v.Field + " " + v.Message
	}
	return text
}

// usageError is about the command line itself.
type usageError struct{ error }

func wrongUsage(_ *cobra.Command, err error) error { return &usageError{err} }
