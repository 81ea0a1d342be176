package main

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

// The greeting ends with a command that works when it is pasted into a shell: the first thing to
// do with a new sandbox. It calls an operation that cannot fail in a world of any content, with
// all that the chosen flags require, such as a credential or the certificate.

// example returns a shell command that calls an operation successfully, "" if no operation
// is sure to succeed.
func example(s *simulator.Sandbox, reached access) string {
	op, body := exampleCall(s)
	if op == nil {
		return ""
	}
	if reached.callers == "" {
		open := *op
		open.Auth = nil
		op = &open
	}
	line := curl.Line(op, reached.base, body)
	if reached.certificate != "" {
		line = strings.Replace(line, "curl", reached.curl(), 1)
	}
	if op.Auth == nil || op.Auth.None {
		return line
	}
	way := op.Auth.Ways[0]
	variables := reached.credentials(way)
	for _, field := range way.BodyFields {
		line = expandInBody(line, curl.Variable(field))
	}
	return strings.Join(variables, " ") + "\n" + line
}

// expandInBody makes the shell expand a variable in the body of a command: the body is in single
// quotes, so it ends before the variable and begins again behind it. '{"key":"KEY"}' becomes
// '{"key":"'"$KEY"'"}'.
func expandInBody(line, variable string) string {
	return strings.Replace(line, `"`+variable+`"`, `"'"$`+variable+`"'"`, 1)
}

// exampleCall returns the operation that is the best example, nil if there is none, and a body.
func exampleCall(s *simulator.Sandbox) (best *catalog.Operation, body string) {
	rank := 0
	for _, op := range s.Operations() {
		n := exampleRank(s.Behavior().Operations[op.String()])
		if n <= rank {
			continue
		}
		request, isValid := sample.Request(op.Operation, sample.Minimal)
		if isValid {
			rank = n
			best = op.Operation
			body = request.JSON()
		}
	}
	return best, body
}

// curl returns the command that trusts the certificate.
func (a access) curl() string {
	if a.certificate == "" {
		return "curl"
	}
	return "curl --cacert " + wording.ShellQuote(a.certificate)
}

// The parts of a line in the file of callers, for sed.
const (
	callerName   = "s/:.*//"
	callerSecret = "s/^[^:]*://;s/ .*//"
)

// first returns a command that prints a part of the first line in the file of callers.
func (a access) first(part string) string {
	return "$(sed -n '/^[^#].*:/{" + part + ";p;q;}' " + wording.ShellQuote(a.callers) + ")"
}

// credentials sets the variables of an example for a way to authenticate. The shell reads their
// values from the file of callers, so that they are not printed.
func (a access) credentials(w *catalog.Way) (assignments []string) {
	name, secret := a.first(callerName), a.first(callerSecret)
	switch {
	case w.OAuth2 != nil:
		const form = `TOKEN=$(%s -s -d grant_type=client_credentials -u "%s:%s" %s ` +
			`| sed 's/.*"access_token":"\([^"]*\)".*/\1/')`
		url := wording.ShellQuote(a.base + auth.TokenPathOf(w))
		assignments = append(assignments, fmt.Sprintf(form, a.curl(), name, secret, url))
	case w.Basic:
		assignments = append(assignments, "USERNAME="+name, "PASSWORD="+secret)
	case w.Bearer:
		assignments = append(assignments, "TOKEN="+secret)
	}
	for _, name := range slices.Concat(w.Headers, w.BodyFields) {
		assignments = append(assignments, curl.Variable(name)+"="+secret)
	}
	return assignments
}

// exampleRank rates an operation as an example, 0 if it may fail.
func exampleRank(op *behavior.Operation) int {
	switch {
	case op == nil || op.Func != "":
		return 0
	case op.Class == behavior.Example:
		return 1
	case len(op.Steps) != 1:
		return 0
	}
	step := op.Steps[0]
	isNew := step.Verb == behavior.Create && len(step.Parents) == 0
	switch {
	case isNew && op.Class == behavior.Stateful:
		return 3
	case isNew: // what it does is partly assumed
		return 2
	case step.Verb == behavior.List: // of nothing, perhaps
		return 1
	}
	return 0
}
