// Package server offers a catalog to agents by the Model Context Protocol: tools that find,
// describe and call its operations, and the reference as resources.
//
// An agent does what text tells it to, and text in responses is written by others. So what may
// be called is decided once, before the first message, and by this server alone: no argument, no
// response and no hint in a tool's description changes it.
package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// Config is what a server offers. It is complete before the server starts.
type Config struct {
	Catalog *catalog.Catalog
	Base    string        // URL of the service
	Timeout time.Duration // of an attempt of a call
	// Credentials returns the options of a call that let it in, nil for none.
	Credentials   func(context.Context) ([]api.CallOption, error)
	Allowed       Allowed
	ShowSensitive bool
	Limits        Limits
	Each          bool // offer a tool for each operation in place of the four
	Log           *slog.Logger
}

// Server serves one catalog to any number of clients.
type Server struct {
	Config
	operations map[string]*interpreter.Operation
	names      []string // of the operations, in document order

	mu      sync.Mutex
	clients map[string]*client // by the name of their token
}

// client is what a server knows about the holder of a token, or about its only client if it has
// no tokens. Handles and limits belong to it and not to a session, because the protocol has
// clients without sessions.
type client struct {
	*vault
	*meter
}

// New returns a server.
func New(cfg Config) *Server {
	s := &Server{Config: cfg, operations: map[string]*interpreter.Operation{}, clients: map[string]*client{}}
	for op := range cfg.Catalog.Operations() {
		s.operations[op.String()] = interpreter.New(op)
		s.names = append(s.names, op.String())
	}
	return s
}

// client returns the client that sent a request.
func (s *Server) client(req *mcp.CallToolRequest) *client {
	name := ""
	if req.Extra != nil && req.Extra.TokenInfo != nil {
		name = req.Extra.TokenInfo.UserID
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients[name] == nil {
		s.clients[name] = &client{newVault(), newMeter(s.Limits)}
	}
	return s.clients[name]
}

// reply is the outcome of a tool call.
type reply struct {
	text       string
	isMistake  bool
	structured []byte // JSON that fits the output schema of the tool, nil if it has none
}

func mistake(format string, args ...any) reply {
	return reply{text: fmt.Sprintf(format, args...), isMistake: true}
}

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
