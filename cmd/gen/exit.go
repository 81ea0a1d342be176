package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// This file decides how a command ends. A script has to tell a finding, which a person should look
// at, from a failure to look.

// The exit codes.
const (
	exitOK     = 0
	exitFound  = 1
	exitFailed = 2
)

// errFound is the error of a command that has printed what it found.
var errFound = errors.New("something was found")

// errNothingSent is the error of a call that was not made, and for which the reason is printed.
var errNothingSent = errors.New("nothing was sent")

// exitCode prints the error of a command and returns its exit code.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errFound) {
		return exitFound
	}
	if errors.Is(err, errNothingSent) {
		return exitFailed
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
	sayError(stderr, err)
	return exitFailed
}

// sayError prints an error, with a line for each joined error.
func sayError(stderr io.Writer, err error) {
	joined, isJoined := err.(interface{ Unwrap() []error })
	if isJoined && errors.Join(joined.Unwrap()...).Error() == err.Error() {
		for _, part := range joined.Unwrap() {
			sayError(stderr, part)
		}
		return
	}
	say(stderr, "gen: %v", err)
}
