package server

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/brief"
	"example.com/opgen/internal/text/wording"
)

// This file has the four tools. There are four and not one for each operation, because a model
// reads the list of tools in each session: four cost some 330 tokens for any catalog.
//
// A tool reads all of its arguments before it looks for mistakes, so that one reply lists them all
// and the model can correct them in one step.

// tool is a tool of the protocol.
type tool struct {
	definition *mcp.Tool
	handle     handle
}

// handle carries out a call of a tool with its arguments.
type handle func(context.Context, *client, json.RawMessage) reply

// readOnly are the annotations of a tool that changes nothing.
var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}

// findTool returns the tool that searches for operations.
func (s *Server) findTool() tool {
	definition := &mcp.Tool{
		Name: "find_operations",
		Description: "Find operations of " + s.Catalog.Title +
			" by words, area or request field. No arguments: list areas.",
		Annotations: readOnly,
		InputSchema: argumentsSchema(nil, map[string]any{
			"words": stringSchema, "area": stringSchema, "field": stringSchema,
		}),
	}
	return tool{definition, func(_ context.Context, _ *client, raw json.RawMessage) reply {
		args := readArguments(raw, "words", "area", "field")
		words, area, field := args.text("words"), args.text("area"), args.text("field")
		if mistakes, isWrong := args.mistakes(); isWrong {
			return mistakes
		}
		s.Log.Info("find")
		return s.find(words, area, field)
	}}
}

// describeTool returns the tool that describes an operation, so that a model can call it.
func (s *Server) describeTool() tool {
	definition := &mcp.Tool{
		Name: "describe_operation",
		Description: "Fields (* required), rules, example and response of an operation, such as " +
			s.exampleName(),
		Annotations: readOnly,
		InputSchema: argumentsSchema([]string{"operation"}, map[string]any{"operation": stringSchema}),
	}
	return tool{definition, func(_ context.Context, _ *client, raw json.RawMessage) reply {
		args := readArguments(raw, "operation")
		op := s.operation(args)
		if mistakes, isWrong := args.mistakes(); isWrong {
			return mistakes
		}
		s.Log.Info("describe", "operation", op.String())
		description := brief.Operation(op)
		if !s.Allowed.has(op) {
			description += "Not allowed on this server, only as dry_run.\n"
		}
		return reply{text: description}
	}}
}

// callTool returns the tool for calls that read, or the one for those that write. There are two
// because hints about effects belong to a tool, and clients ask people for consent by them.
func (s *Server) callTool(reads bool) tool {
	definition := &mcp.Tool{
		Name:        "call_write",
		Description: "Call an operation that writes, if this server allows it. dry_run shows the exact body.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(true)},
	}
	if reads {
		definition.Name = "call_read"
		definition.Description = "Call an operation that reads."
		definition.Annotations = readOnly
	}
	definition.InputSchema = argumentsSchema([]string{"operation"}, map[string]any{
		"operation": stringSchema, "request": objectSchema, "dry_run": booleanSchema,
	})
	return tool{definition, func(ctx context.Context, from *client, raw json.RawMessage) reply {
		args := readArguments(raw, "operation", "request", "dry_run")
		op := s.operation(args)
		o := order{request: args.object("request"), isDryRun: args.flag("dry_run")}
		if op != nil && reads != (op.Effect == catalog.Read) {
			args.say("%s is an operation that %s", op, otherTool(op))
		}
		if mistakes, isWrong := args.mistakes(); isWrong {
			return mistakes
		}
		o.op = s.operations[op.String()]
		return s.perform(ctx, from, o)
	}}
}

// otherTool says with which tool an operation is called.
func otherTool(op *catalog.Operation) string {
	if op.Effect == catalog.Read {
		return "reads; use call_read"
	}
	return "writes; use call_write"
}

// operation returns the operation that the arguments name. If they name none, it returns nil and
// adds that to the mistakes of the arguments.
func (s *Server) operation(args *arguments) *catalog.Operation {
	name := args.text("operation")
	op := s.operations[name]
	switch {
	case op != nil:
		return op.Operation
	case name == "":
		args.say("operation is required, such as %s", s.exampleName())
	default:
		args.say("there is no operation %s%s", wording.Quote(name), s.nearest(name))
	}
	return nil
}

// mostNearest is the number of operations that are suggested in place of a wrong name.
const mostNearest = 3

// nearest says which operations a wrong name may mean: one that is misspelled, or those with the
// most of its words, as models often guess a name from the words of their task.
func (s *Server) nearest(name string) string {
	if hint := wording.DidYouMean(name, s.names); hint != "" {
		return hint
	}
	words := stems(name)
	if len(words) == 0 {
		return noSuggestion
	}
	matches := s.matches(words, "", "")
	if len(matches) == 0 {
		return noSuggestion
	}
	var names []string
	for _, m := range matches[:min(len(matches), mostNearest)] {
		names = append(names, m.op.String())
	}
	return "; did you mean " + wording.QuotedList(names, "or") + "?"
}

// noSuggestion ends the message about a wrong name that resembles no operation.
const noSuggestion = "; find_operations lists them"

// exampleName returns the name of an operation of the catalog, to show the form of names.
func (s *Server) exampleName() string {
	if len(s.names) == 0 {
		return "area.operation"
	}
	return s.names[0]
}
