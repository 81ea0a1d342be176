package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// This file offers a tool for each operation, for clients that want tools with schemas and pay
// for them. They do and refuse the same as the four tools.

// toolsOfOperations returns a tool for each operation.
func (s *Server) toolsOfOperations() []tool {
	schemas := readSchemas(s.Catalog)
	taken := map[string]bool{}
	var all []tool
	for _, name := range s.names {
		op := s.operations[name]
		definition := &mcp.Tool{
			Name:         toolName(name, taken),
			Description:  s.descriptionOf(op.Operation),
			Annotations:  annotations(op.Effect),
			InputSchema:  schemas.input(op.Operation),
			OutputSchema: schemas.output(op.Operation, s.ShowSensitive),
		}
		all = append(all, tool{definition, s.operationHandler(op, definition.OutputSchema != nil)})
	}
	return all
}

// longestToolName is the limit of clients; the protocol allows twice as much.
const longestToolName = 64

// toolName returns the name of a tool in the characters that all clients accept. Names that
// would be equal are numbered.
func toolName(operation string, taken map[string]bool) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_':
			return r
		}
		return '-'
	}, operation)
	name = name[:min(len(name), longestToolName)]
	unique := name
	for n := 2; taken[unique]; n++ {
		suffix := fmt.Sprintf("-%d", n)
		unique = name[:min(len(name), longestToolName-len(suffix))] + suffix
	}
	taken[unique] = true
	return unique
}

// descriptionOf says what a schema cannot.
func (s *Server) descriptionOf(op *catalog.Operation) string {
	parts := []string{wording.Sentence(op.Summary), wording.Sentence(op.Description)}
	parts = append(parts, op.Conditions()...)
	if !s.Allowed.has(op) {
		parts = append(parts, "Not allowed on this server, only with "+dryRunName+".")
	}
	return strings.TrimSpace(strings.Join(filled(parts), " "))
}

// filled returns the texts that are not empty.
func filled(texts []string) (all []string) {
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return all
}

// annotations returns the hints about an effect. Clients ask people by them; what is allowed does
// not depend on them. Nothing says whether a write only adds, so it may destroy.
func annotations(e catalog.Effect) *mcp.ToolAnnotations {
	if e == catalog.Read {
		return readOnly
	}
	return &mcp.ToolAnnotations{IdempotentHint: e == catalog.Idempotent, DestructiveHint: new(true)}
}

// operationHandler calls an operation with the arguments as its request.
func (s *Server) operationHandler(op *interpreter.Operation, structured bool) handle {
	hasDryRun := op.Request.Field(dryRunName) == nil
	return func(ctx context.Context, from *client, raw json.RawMessage) reply {
		o := order{op: op, request: string(raw)}
		if len(raw) == 0 {
			o.request = "{}"
		}
		given := &arguments{values: map[string]json.RawMessage{}}
		_ = json.Unmarshal(raw, &given.values) // perform says what is wrong
		if _, isGiven := given.values[dryRunName]; isGiven && hasDryRun {
			o.dry = given.flag(dryRunName)
			delete(given.values, dryRunName)
			rest, _ := json.Marshal(given.values) // of JSON
			o.request = string(rest)
		}
		if wrong, isWrong := given.mistakes(); isWrong {
			return wrong
		}
		r := s.perform(ctx, from, o)
		if !structured {
			r.structured = nil
			return r
		}
		isObject := bytes.HasPrefix(r.structured, []byte("{"))
		if !isObject && !r.isMistake { // a dry run, or the handle of a response that is hidden whole
			r.structured, _ = json.Marshal(map[string]string{"...": r.text})
		}
		return r
	}
}
