// Command sandbox serves any catalog and stores documents.
//
// See sandbox --help. The exit code is 0 on success, 1 if a running sandbox refuses a
// command, and 2 if the command cannot run: a wrong flag, a file with problems, a port in
// use, no running sandbox.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
		fmt.Fprintf(stderr, "sandbox: %s\n", reason(failed))
		return exitRefused
	}
	printError(stderr, err)
	if _, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(stderr, "see %s --help\n", cmd.CommandPath())
	}
	return exitFailed
}

// printError prints an error, or each error of a joined one.
func printError(stderr io.Writer, err error) {
	if problems, ok := err.(catalog.Problems); ok {
		// Editors look for file:line:col at the start of a line.
		fmt.Fprint(stderr, problems.Error())
		fmt.Fprintf(stderr, "sandbox: %s, nothing was done\n", wording.Count(len(problems), "problem"))
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			printError(stderr, one)
		}
		return
	}
	fmt.Fprintf(stderr, "sandbox: %v\n", err)
}

// reason returns the reason of a refusal, with a line for each violation.
func reason(failed *api.Error) string {
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

// usageError is a mistake in the command line. The help of the command is named after it.
type usageError struct{ error }

// wrongUsage returns the error of a flag as a mistake in the command line.
func wrongUsage(_ *cobra.Command, err error) error {
	text, _, _ := strings.Cut(err.Error(), ": strconv.") // the cause in words of Go
	return &usageError{errors.New(text)}
}
