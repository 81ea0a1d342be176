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
// index. The names of the pages are known before they are written, and few clients read them.
func (s *Server) addResources(p *mcp.Server) {
	pages := sync.OnceValues(func() (map[string]string, error) {
		files, err := reference.Markdown(s.Catalog, generator.Config{Source: "the catalog"})
		texts := map[string]string{}
		for _, f := range files {
			texts[f.Path] = string(f.Content)
		}
		return texts, err
	})
	add := func(path, title string) {
		p.AddResource(
			&mcp.Resource{URI: referenceURI + path, Name: path, Title: title, MIMEType: "text/markdown"},
			func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				texts, err := pages()
				if err != nil {
					return nil, err
				}
				text := texts[strings.TrimPrefix(req.Params.URI, referenceURI)]
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: text}}}, nil
			},
		)
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
