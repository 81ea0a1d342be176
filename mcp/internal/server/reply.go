package server

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A model reads the text of a result and sees no errors of the protocol. So everything that a tool
// has to say, its mistakes included, is a reply.

// reply is the outcome of a tool call.
type reply struct {
	text       string
	isMistake  bool   // the call had no effect, or failed
	structured []byte // JSON that fits the output schema of the tool, nil if it has none
}

// mistake returns a reply that says why a call is refused or has failed.
func mistake(format string, args ...any) reply {
	return reply{text: fmt.Sprintf(format, args...), isMistake: true}
}

// result returns the reply as the SDK sends it.
func (r reply) result() *mcp.CallToolResult {
	res := &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: r.text}},
		IsError: r.isMistake,
	}
	if r.structured != nil {
		res.StructuredContent = json.RawMessage(r.structured)
	}
	return res
}
