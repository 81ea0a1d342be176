package server

import (
	"context"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/opgen/generator"
	"example.com/opgen/internal/documents/reference"
)

// referenceURI is the address of the reference, as resources.
const referenceURI = "opgen://reference/"

// addResources offers the pages of the reference: one for each area, one for the types, and an
// index. The names of the pages are known before they are written, and few clients read them, so
// they are written for the first one that does.
func (s *Server) addResources(p *mcp.Server) {
	pages := sync.OnceValues(s.referencePages)
	read := func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		textByPath, err := pages()
		if err != nil {
			return nil, err
		}
		uri := req.Params.URI
		text, isPage := textByPath[strings.TrimPrefix(uri, referenceURI)]
		if !isPage { // the reference no longer has the names below
			return nil, mcp.ResourceNotFoundError(uri)
		}
		page := &mcp.ResourceContents{URI: uri, Text: text}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{page}}, nil
	}
	add := func(path, title string) {
		page := &mcp.Resource{
			URI: referenceURI + path, Name: path, Title: title, MIMEType: "text/markdown",
		}
		p.AddResource(page, read)
	}
	c := s.Catalog
	add("README.md", c.Title)
	for _, a := range c.Areas {
		add("areas/"+a.Package+".md", "Operations of "+a.Name)
	}
	if len(c.Records)+len(c.Enums)+len(c.Unions) > 0 {
		add("types/README.md", "Records, enums and unions")
	}
}

// referencePages returns the texts of the pages of the reference by their paths in it, such as
// areas/claims.md.
func (s *Server) referencePages() (map[string]string, error) {
	files, err := reference.Markdown(s.Catalog, generator.Config{Source: "the catalog"})
	if err != nil {
		return nil, err
	}
	textByPath := map[string]string{}
	for _, f := range files {
		textByPath[f.Path] = string(f.Content)
	}
	return textByPath, nil
}
