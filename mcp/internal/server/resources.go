package server

import "github.com/modelcontextprotocol/go-sdk/mcp"

func (s *Server) addResources(p *mcp.Server) {}
