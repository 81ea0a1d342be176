package main

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

// example returns a shell command that calls an operation successfully, "" if no operation
// is sure to succeed. callers is the file of --callers, "" if anyone may call.
func example(s *simulator.Sandbox, base, certificate, callers string) string {
	rank := 0
	var best *simulator.Operation
	var body string
	for _, op := range s.Operations() {
		n := exampleRank(s.Behavior().Operations[op.String()])
		if n <= rank {
			continue
		}
		if r, ok := sample.Request(op.Operation, sample.Minimal); ok {
			rank, best, body = n, op, r.JSON()
		}
	}
	if rank == 0 {
		return ""
	}
	op := *best.Operation
	if callers == "" {
		op.Auth = nil
	}
	line, command := curl.Line(&op, base, body), "curl"
	if certificate != "" {
		command += " --cacert " + wording.ShellQuote(certificate)
		line = strings.Replace(line, "curl", command, 1)
	}
	if op.Auth == nil || op.Auth.None {
		return line
	}
	// The command reads credentials from their file, so that they are not printed.
	first := func(script string) string {
		return "$(sed -n '/^[^#].*:/{" + script + ";p;q;}' " + wording.ShellQuote(callers) + ")"
	}
	const name, secret = "s/:.*//", "s/^[^:]*://;s/ .*//"
	var set []string
	switch w := op.Auth.Ways[0]; {
	case w.OAuth2 != nil:
		set = append(set, fmt.Sprintf(`TOKEN=$(%s -s -d grant_type=client_credentials -u "%s:%s" %s | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`,
			command, first(name), first(secret), wording.ShellQuote(base+auth.TokenPathOf(w))))
	case w.Basic:
		set = append(set, "USERNAME="+first(name), "PASSWORD="+first(secret))
	case w.Bearer:
		set = append(set, "TOKEN="+first(secret))
	}
	for _, header := range op.Auth.Ways[0].Headers {
		set = append(set, curl.Variable(header)+"="+first(secret))
	}
	for _, field := range op.Auth.Ways[0].BodyFields {
		v := curl.Variable(field)
		set = append(set, v+"="+first(secret))
		line = strings.Replace(line, `"`+v+`"`, `"'"$`+v+`"'"`, 1)
	}
	return strings.Join(set, " ") + "\n" + line
}

// exampleRank rates an operation as an example, 0 if it may fail.
func exampleRank(op *behavior.Operation) int {
	if op == nil || op.Func != "" || len(op.Steps) != 1 {
		return 0
	}
	switch step := op.Steps[0]; {
	case step.Verb == behavior.Create && len(step.Parents) == 0 && op.Class == behavior.Stateful:
		return 3
	case step.Verb == behavior.Create && len(step.Parents) == 0:
		return 2
	case step.Verb == behavior.List:
		return 1
	}
	return 0
}
