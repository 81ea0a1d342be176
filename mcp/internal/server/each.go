package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
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
	var tools []tool
	for _, name := range s.names {
		op := s.operations[name]
		definition := &mcp.Tool{
			Name:         toolName(name, taken),
			Description:  s.descriptionOf(op.Operation),
			Annotations:  annotations(op.Effect),
			InputSchema:  schemas.input(op.Operation),
			OutputSchema: schemas.output(op.Operation, s.ShowSensitive),
		}
		tools = append(tools, tool{definition, s.operationHandler(op, definition.OutputSchema != nil)})
	}
	return tools
}

// longestToolName is the limit of clients; the protocol allows twice as much.
const longestToolName = 64

// toolName returns the name of a tool in the characters that all clients accept:
// contacts.get_contact becomes contacts-get_contact. Names that would be equal, since they are cut
// or differ only in other characters, are numbered. taken has the names of earlier tools.
func toolName(operation string, taken map[string]bool) string {
	accepted := func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_':
			return r
		}
		return '-'
	}
	name := strings.Map(accepted, operation)
	name = name[:min(len(name), longestToolName)]
	unique := name
	for n := 2; taken[unique]; n++ {
		suffix := fmt.Sprintf("-%d", n)
		unique = name[:min(len(name), longestToolName-len(suffix))] + suffix
	}
	taken[unique] = true
	return unique
}

// descriptionOf says what a schema cannot: what the operation does, rules over several fields, and
// whether this server allows the call.
func (s *Server) descriptionOf(op *catalog.Operation) string {
	parts := []string{wording.Sentence(op.Summary), wording.Sentence(op.Description)}
	parts = append(parts, op.Conditions()...)
	if !s.Allowed.has(op) {
		parts = append(parts, "Not allowed on this server, only with "+dryRunName+".")
	}
	isEmpty := func(part string) bool { return part == "" }
	parts = slices.DeleteFunc(parts, isEmpty)
	return strings.TrimSpace(strings.Join(parts, " "))
}

// annotations returns the hints about an effect. Clients ask people by them; what is allowed does
// not depend on them. Nothing says whether a write only adds, so it may destroy.
func annotations(e catalog.Effect) *mcp.ToolAnnotations {
	if e == catalog.Read {
		return readOnly
	}
	return &mcp.ToolAnnotations{IdempotentHint: e == catalog.Idempotent, DestructiveHint: new(true)}
}

// operationHandler calls an operation with the arguments as its request. hasOutput says whether the
// tool has promised an object as its output.
func (s *Server) operationHandler(op *interpreter.Operation, hasOutput bool) handle {
	return func(ctx context.Context, from *client, raw json.RawMessage) reply {
		o, args := readOrder(op, raw)
		if mistakes, isWrong := args.mistakes(); isWrong {
			return mistakes
		}
		r := s.perform(ctx, from, o)
		if !hasOutput {
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

// readOrder separates the argument for a dry run from the request. Without that argument, the
// request is the text that the client has sent, and the check of the request says what is wrong
// with it. A field of the request with this name hides the argument.
func readOrder(op *interpreter.Operation, raw json.RawMessage) (order, *arguments) {
	o := order{op: op, request: string(raw)}
	if len(raw) == 0 {
		o.request = "{}"
	}
	args := &arguments{values: map[string]json.RawMessage{}}
	if op.Request.Field(dryRunName) != nil {
		return o, args
	}
	_ = json.Unmarshal(raw, &args.values)
	if _, isPresent := args.values[dryRunName]; isPresent {
		o.isDryRun = args.flag(dryRunName)
		delete(args.values, dryRunName)
		rest, _ := json.Marshal(args.values) // of JSON
		o.request = string(rest)
	}
	return o, args
}
