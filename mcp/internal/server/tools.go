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

// tool is a tool of the protocol.
type tool struct {
	definition *mcp.Tool
	handle     handle
}

// handle carries out a call of a tool with its arguments.
type handle func(context.Context, *client, json.RawMessage) reply

// readOnly are the annotations of a tool that changes nothing.
var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}

// object is a JSON Schema of an object, without anything that a model does not need: the server
// checks the arguments itself, and says more about them than a schema can.
func object(required []string, properties map[string]any) map[string]any {
	schema := map[string]any{"type": "object", "properties": properties}
	if required != nil {
		schema["required"] = required
	}
	return schema
}

var (
	text      = map[string]any{"type": "string"}
	boolean   = map[string]any{"type": "boolean"}
	anyObject = map[string]any{"type": "object"}
)

func (s *Server) findTool() tool {
	return tool{
		&mcp.Tool{
			Name: "find_operations",
			Description: "Find operations of " + s.Catalog.Title +
				" by words, area or request field. No arguments: list areas.",
			Annotations: readOnly,
			InputSchema: object(nil, map[string]any{"words": text, "area": text, "field": text}),
		},
		func(_ context.Context, _ *client, raw json.RawMessage) reply {
			given := readArguments(raw, "words", "area", "field")
			words, area, field := given.text("words"), given.text("area"), given.text("field")
			if wrong, isWrong := given.mistakes(); isWrong {
				return wrong
			}
			s.Log.Info("find")
			return s.find(words, area, field)
		},
	}
}

func (s *Server) describeTool() tool {
	return tool{
		&mcp.Tool{
			Name: "describe_operation",
			Description: "Fields (* required), rules, example and response of an operation, such as " +
				s.exampleName(),
			Annotations: readOnly,
			InputSchema: object([]string{"operation"}, map[string]any{"operation": text}),
		},
		func(_ context.Context, _ *client, raw json.RawMessage) reply {
			given := readArguments(raw, "operation")
			op := s.operation(given)
			if wrong, isWrong := given.mistakes(); isWrong {
				return wrong
			}
			s.Log.Info("describe", "operation", op.String())
			described := brief.Operation(op)
			if !s.Allowed.has(op) {
				described += "Not allowed on this server, only as dry_run.\n"
			}
			return reply{text: described}
		},
	}
}

// callTool returns the tool for calls that read, or for those that write: hints about effects are
// those of a tool, and clients ask people by them.
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
	definition.InputSchema = object([]string{"operation"}, map[string]any{
		"operation": text, "request": anyObject, "dry_run": boolean,
	})
	return tool{definition, func(ctx context.Context, from *client, raw json.RawMessage) reply {
		given := readArguments(raw, "operation", "request", "dry_run")
		op := s.operation(given)
		o := order{request: given.object("request"), dry: given.flag("dry_run")}
		if op != nil && reads != (op.Effect == catalog.Read) {
			given.say("%s is an operation that %s", op, otherTool(op))
		}
		if wrong, isWrong := given.mistakes(); isWrong {
			return wrong
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

// operation returns the operation that an argument names, nil if it names none.
func (s *Server) operation(given *arguments) *catalog.Operation {
	name := given.text("operation")
	op := s.operations[name]
	switch {
	case op != nil:
		return op.Operation
	case name == "":
		given.say("operation is required, such as %s", s.exampleName())
	default:
		given.say("there is no operation %s%s", wording.Quote(name), s.nearest(name))
	}
	return nil
}

// nearest says which operations a wrong name may mean: one that is misspelled, or those with the
// most of its words.
func (s *Server) nearest(name string) string {
	if hint := wording.DidYouMean(name, s.names); hint != "" {
		return hint
	}
	words := stems(name)
	var names []string
	if len(words) > 0 {
		for _, m := range s.matches(words, "", "") {
			names = append(names, m.op.String())
		}
	}
	if names == nil {
		return "; find_operations lists them"
	}
	return "; did you mean " + wording.QuotedList(names[:min(len(names), 3)], "or") + "?"
}

// exampleName returns the name of an operation.
func (s *Server) exampleName() string {
	if len(s.names) == 0 {
		return "area.operation"
	}
	return s.names[0]
}
