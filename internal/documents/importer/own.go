package importer

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
)

// own returns the catalog in a document of gen openapi, nil if there is none. Changes of the
// document are losses.
func (im *importer) own() *Result {
	carried := im.root().get("x-catalog")
	if !carried.ok() || im.options.Decisions != nil {
		return nil
	}
	c, problems := catalog.Parse("x-catalog", []byte(carried.textOf()))
	if problems != nil {
		im.lose(carried, "", "it is not a catalog: "+problems[0].Message, "the document is read like any other; remove the key")
		return nil
	}
	var written *yamldoc.Node
	if 10*properties(c) < len(im.checker.Sources()[0].Text) { // a small catalog can have a huge document
		document := openapi.New(c, "")
		if im.version == openapi30 {
			document = document.In30()
		}
		written = yamldoc.NewChecker(decisionsGrammar).Parse(yamldoc.Source{Name: "x-catalog", Text: document.JSON()}, format)
	}
	if written == nil {
		im.lose(carried, "", "the document of this catalog is much larger", "the document is read like any other; remove the key")
		return nil
	}
	for _, key := range []string{"x-catalog", "x-generated"} {
		im.decided.drop["/"+key] = true
	}
	im.compare(im.root(), written)
	for op := range c.Operations() {
		im.total++
		im.names["/paths"+step(op.Path)+"/post"] = op.String()
	}
	result := im.result()
	result.Operations, result.Used = im.total, result.Schemas
	return im.headed(result, "\n"+carried.textOf())
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

// compare records the differences between a document and the output of gen openapi as losses.
// Further x- keys are ignored.
func (im *importer) compare(p place, written *yamldoc.Node) {
	const changed, change = "it differs from the output of gen openapi for x-catalog, which is used",
		"change the catalog; or remove x-catalog, and the document is read like any other"
	if p.node.Kind != written.Kind || len(p.node.Items) != len(written.Items) || p.node.Kind != yamldoc.Map && written.Items == nil && p.node.Canonical() != written.Canonical() {
		im.lose(p, "", changed, change)
		return
	}
	for i, item := range p.items() {
		im.compare(item, written.Items[i])
	}
	of := map[string]*yamldoc.Node{}
	for _, e := range written.Entries {
		of[e.Key.Text] = e.Value
	}
	for key, v := range p.entries() {
		switch {
		case im.decided.drop[v.ptr]:
		case of[key] != nil:
			im.compare(v, of[key])
		case !strings.HasPrefix(key, "x-"):
			im.lose(v, "", changed, change)
		}
		delete(of, key)
	}
	for key := range of {
		im.loseAs(p, key, "", changed, change)
	}
}
