package lint

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// effectRules are about what may be repeated.
var effectRules = []Rule{
	{
		ID: "read-name-write-effect", Level: report.Info,
		Purpose:   "An operation is called as one that reads, and its effect is write.",
		Rationale: "A client does not repeat it, though nothing would happen twice.",
		Bad:       "get_claim: {summary: Reads one claim.}",
		Good:      "get_claim: {summary: Reads one claim., effect: read}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				if verb, _, _ := strings.Cut(op.Name, "_"); slices.Contains(reading, verb) && op.Effect == catalog.Write {
					l.find(op.Pos, path, "%q sounds like reading, and its effect is write", op.Name)
				}
			})
		},
	},
	{
		ID: "write-name-read-effect", Level: report.Error,
		Purpose:   "An operation is called as one that changes something, and its effect is read.",
		Rationale: "A client repeats it after a failure, and what it does is done twice.",
		Bad:       "create_claim: {summary: Creates a claim., effect: read}",
		Good:      "create_claim: {summary: Creates a claim.}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				if verb, _, _ := strings.Cut(op.Name, "_"); slices.Contains(writing, verb) && op.Effect == catalog.Read {
					l.find(op.Pos, path, "%q sounds like writing, and its effect is read", op.Name)
				}
			})
		},
	},
	{
		ID: "create-idempotent-effect", Level: report.Warning,
		Purpose:   "An operation is called as one that creates something, its effect is idempotent, and no field could tell two calls apart.",
		Rationale: "Two calls that nothing tells apart create two things, unless the service knows better.",
		Bad:       "new_claim: {summary: Creates a claim., effect: idempotent}",
		Good:      "new_claim: {summary: Creates a claim., effect: idempotent, fields: {claim_id: string}}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				verb, _, _ := strings.Cut(op.Name, "_")
				named := slices.ContainsFunc(op.Request.Fields, func(f *catalog.Field) bool {
					words := wordsOf(f.Name)
					return len(words) > 0 && slices.Contains([]string{"id", "key", "number", "reference"}, words[len(words)-1])
				})
				if slices.Contains(creating, verb) && op.Effect == catalog.Idempotent && !named {
					l.find(op.Pos, path, "%q creates something, and no field of it names what", op.Name)
				}
			})
		},
	},
}

// Verbs that operations begin with.
var (
	creating = []string{"create", "new", "add", "insert"}
	reading  = []string{"get", "list", "find", "read", "search", "lookup", "check", "count", "describe", "fetch"}
	writing  = append([]string{
		"update", "delete", "remove", "set", "patch", "modify", "assign", "unassign", "write", "save", "void", "cancel", "send", "enable", "disable",
	}, creating...)
)
