// Package server offers a catalog to agents by the Model Context Protocol: tools that find,
// describe and call its operations, and the reference as resources.
//
// From the top down: http.go and protocol.go serve the tools, which tools.go and each.go define.
// arguments.go reads what an agent passes and schema.go describes it. call.go makes calls, find.go
// searches, and show.go writes what agents read. vault.go and handles.go exchange sensitive values
// for handles; allow.go and limits.go decide whether a call is made at all.
//
// An agent does what text tells it to, and text in responses is written by others. So what may
// be called is decided once, before the first message, and by this server alone: no argument, no
// response and no hint in a tool's description changes it.
package server

import (
	"context"
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

	// Credentials returns the options of a call that let it in. Nil means that the service needs
	// none. It is called before each call, since tokens expire.
	Credentials func(context.Context) ([]api.CallOption, error)

	Allowed Allowed
	Limits  Limits // of each client

	// ShowSensitive shows sensitive values, and responses that the catalog does not describe.
	ShowSensitive bool

	Each bool         // offer a tool for each operation in place of the four
	Log  *slog.Logger // records calls, without values
}

// Server serves one catalog to any number of clients.
type Server struct {
	Config
	operations map[string]*interpreter.Operation // by name: "contacts.get_contact"
	names      []string                          // of the operations, in document order

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
	s := &Server{
		Config:     cfg,
		operations: map[string]*interpreter.Operation{},
		clients:    map[string]*client{},
	}
	for op := range cfg.Catalog.Operations() {
		s.operations[op.String()] = interpreter.New(op)
		s.names = append(s.names, op.String())
	}
	return s
}

// client returns the client that sent a request: that of its token, whose number the verifier of
// http.go has put into the request, or the only one if there are no tokens.
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
