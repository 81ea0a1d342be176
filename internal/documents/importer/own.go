package importer

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
)

// own returns the catalog that a document of gen openapi carries, nil if there is none.
// What somebody has changed in the document since is lost.
func (im *importer) own() *Result {
	carried := im.root().get("x-catalog")
	if !carried.ok() || im.options.Decisions != nil {
		return nil
	}
	c, problems := catalog.Parse("x-catalog", []byte(carried.textOf()))
	if problems != nil {
		im.lose(carried, "", "it is no catalog: "+problems[0].Message, "the document is read as any other; take the key out")
		return nil
	}
	var written *yamldoc.Node
	if 10*shown(c) < len(im.checker.Sources()[0].Text) { // else the document of a small catalog could take long to write
		document := openapi.New(c, "")
		if im.version == openapi30 {
			document = document.In30()
		}
		written = yamldoc.NewChecker(decisionsGrammar).Parse(yamldoc.Source{Name: "x-catalog", Text: document.JSON()}, format)
	}
	if written == nil {
		im.lose(carried, "", "the document of this catalog is much larger", "the document is read as any other; take the key out")
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

// shown returns how many properties the document of a catalog has. Bodies and variants have
// each those of the record that they include.
func shown(c *catalog.Catalog) (n int) {
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

// compare reports what a document says and gen openapi does not say of the catalog. Further
// x- keys say nothing about what is sent.
func (im *importer) compare(p place, written *yamldoc.Node) {
	const changed, change = "gen openapi says something else of the catalog in x-catalog, which is taken",
		"change the catalog; or take x-catalog out, and the document is read as any other"
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
		case im.decided.dropped(v.ptr):
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
