// Package curl writes command lines that call operations.
package curl

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// Lines returns a command line that sends a body, over several lines. base is the base
// URL of the service, as a shell takes it. Variables of the shell hold the credentials of
// the first way to be let in; those in the body are made up.
func Lines(op *catalog.Operation, base, body string) string {
	return strings.Join(arguments(op, base, body, sample.Indented), " \\\n  ")
}

// Line is Lines on one line.
func Line(op *catalog.Operation, base, body string) string {
	return strings.Join(arguments(op, base, body, func(text string) string { return text }), " ")
}

func arguments(op *catalog.Operation, base, body string, format func(string) string) []string {
	if op.Empty == catalog.EmptyNull {
		body = op.Empty.Body()
	}
	var credentials []string
	if op.Auth != nil && !op.Auth.None {
		credentials, body = credentialsIn(op.Auth.Ways[0], body)
	}
	if op.Empty == catalog.EmptyNone && (body == "{}" || body == "") {
		return append([]string{"curl -X POST " + base + wording.ShellQuote(op.Path)}, credentials...)
	}
	words := append([]string{"curl " + base + wording.ShellQuote(op.Path), "-H 'Content-Type: application/json'"}, credentials...)
	return append(words, "-d "+wording.ShellQuote(format(body)))
}

// credentialsIn returns what curl takes to be let in, and the body with the
// credentials that are in it.
func credentialsIn(w *catalog.Way, body string) (words []string, with string) {
	switch {
	case w.Basic:
		words = append(words, `-u "$USERNAME:$PASSWORD"`)
	case w.Bearer || w.OAuth2 != nil:
		words = append(words, `-H "Authorization: Bearer $TOKEN"`)
	}
	for _, name := range w.Headers {
		words = append(words, "-H "+wording.ShellQuote(name+": ")+`"$`+Variable(name)+`"`)
	}
	if len(w.BodyFields) == 0 {
		return words, body
	}
	members := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(body, "null"), "}"), "{")
	for _, name := range w.BodyFields {
		if members != "" {
			members += ","
		}
		members += wording.Literal(name) + `:"` + Variable(name) + `"`
	}
	return words, "{" + members + "}"
}

// Variable is the name of a shell variable for a credential: X_KEY.
func Variable(name string) string {
	return strings.TrimLeft(strings.ToUpper(notInVariables.ReplaceAllString(name, "_")), "0123456789")
}

var notInVariables = regexp.MustCompile(`[^A-Za-z0-9]`)
