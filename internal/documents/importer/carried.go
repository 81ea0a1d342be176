package importer

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
)

// importCarried returns the catalog in a document of gen openapi, nil if there is none. Changes of the
// document are losses.
func (im *importer) importCarried() *Result {
	carried := im.whole().get("x-catalog")
	if !carried.ok() {
		return nil
	}
	c, problems := catalog.Parse("x-catalog", []byte(carried.textOf()))
	written, reason := place{file: &file{indexes: indexes{}}}, "the document of this catalog is much larger"
	if problems != nil {
		reason = "it is not a catalog: " + problems[0].Message
	} else if 10*properties(c) < len(im.checker.Sources()[0].Text) { // a small catalog can have a huge document
		document := openapi.New(c, "")
		if im.version == openapi30 {
			document = document.In30()
		}
		written.node = yamldoc.NewChecker(decisionsGrammar).Parse(yamldoc.Source{Name: "x-catalog", Text: document.JSON()}, format)
	}
	if !written.ok() {
		im.lose(carried, "", reason, "the document is read like any other; remove the key")
		return nil
	}
	im.loseDifferences(im.whole(), written)
	result := im.result()
	for op := range c.Operations() {
		result.Names["/paths"+pointerStep(op.Path)+"/post"] = op.String()
	}
	result.Operations, result.Of, result.Used = len(result.Names), len(result.Names), result.Schemas
	result.Catalog = []byte(im.header(result) + "\n" + carried.textOf())
	return result
}

// properties counts the properties in the document of a catalog, which repeats the properties
// of a record in each body that includes it and in each variant.
func properties(c *catalog.Catalog) (n int) {
	for op := range c.Operations() {
		n += 1 + len(op.Request.Fields) + len(op.Response.Fields)
	}
	for _, u := range c.Unions {
		for _, r := range u.Records() {
			n += len(r.Fields)
		}
	}
	return n
}

// loseDifferences records the differences between a document and the output of gen openapi as losses.
// Further x- keys are ignored.
func (im *importer) loseDifferences(p, written place) {
	const changed, change = "it differs from the output of gen openapi for x-catalog, which is used",
		"change the catalog; or remove x-catalog, and the document is read like any other"
	kind, items, others := p.node.Kind, p.items(), written.items()
	scalar := kind != yamldoc.Map && kind != yamldoc.List
	if kind != written.node.Kind || len(items) != len(others) || scalar && p.node.Canonical() != written.node.Canonical() {
		im.lose(p, "", changed, change)
		return
	}
	for i, item := range items {
		im.loseDifferences(item, others[i])
	}
	for key, v := range p.entries() {
		switch other := written.get(key); {
		case key == "x-catalog" || key == "x-generated":
		case other.ok():
			im.loseDifferences(v, other)
		case !strings.HasPrefix(key, "x-"):
			im.lose(v, "", changed, change)
		}
	}
	for key := range written.entries() {
		if !p.get(key).ok() {
			im.loseAs(p, key, "", changed, change)
		}
	}
}
