package importer

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/documents/openapi"
)

// A document of gen openapi has the catalog that it was made from. Reading that loses nothing, but the
// document may have been changed since, so the two are compared.

// importCarried returns the catalog in a document of gen openapi, nil if there is none. Changes of the
// document are losses.
func importCarried(d *origin.Document, l *origin.Ledger) *Result {
	carried := d.Whole().Get("x-catalog")
	if !carried.OK() {
		return nil
	}
	c, problems := catalog.Parse("x-catalog", []byte(carried.TextOf()))
	lost := func(reason string) *Result {
		l.Lose(carried, "", reason, "the document is read like any other; remove the key")
		return nil
	}
	if problems != nil {
		return lost("it is not a catalog: " + problems[0].Message)
	}
	if 10*properties(c) >= d.Size() { // a small catalog can have a huge document
		return lost("the document of this catalog is much larger")
	}
	document := openapi.New(c, "")
	if d.Version == origin.OpenAPI30 {
		document = document.In30()
	}
	source := yamldoc.Source{Name: "x-catalog", Text: document.JSON()}
	loseDifferences(l, d.Whole(), origin.Read(source, yamldoc.NewChecker(decisionsGrammar)))
	r := newResult(d, l, func(*yamldoc.Node) bool { return true })
	for op := range c.Operations() {
		r.Names["/paths"+origin.PointerStep(op.Path)+"/post"] = op.String()
	}
	r.Operations = len(r.Names)
	r.Of = r.Operations // nothing is lost
	r.Catalog = []byte(r.header(d.Name) + "\n" + carried.TextOf())
	return r
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

// sameKind reports whether two values are both maps or lists, or equal scalars.
func sameKind(a, b *yamldoc.Node) bool {
	isScalar := a.Kind != yamldoc.Map && a.Kind != yamldoc.List
	if isScalar && a.Canonical() != b.Canonical() {
		return false
	}
	return a.Kind == b.Kind
}

// loseDifferences records the differences between a document and the output of gen openapi as losses.
// Further x- keys are ignored.
func loseDifferences(l *origin.Ledger, p, written origin.Place) {
	const (
		changed = "it differs from the output of gen openapi for x-catalog, which is used"
		change  = "change the catalog; or remove x-catalog, and the document is read like any other"
	)
	items := p.Items()
	others := written.Items()
	if !sameKind(p.Node, written.Node) || len(items) != len(others) {
		l.Lose(p, "", changed, change)
		return
	}
	for i, item := range items {
		loseDifferences(l, item, others[i])
	}
	for key, v := range p.Entries() {
		other := written.Get(key)
		switch {
		case key == "x-catalog" || key == "x-generated":
		case other.OK():
			loseDifferences(l, v, other)
		case !strings.HasPrefix(key, "x-"):
			l.Lose(v, "", changed, change)
		}
	}
	for key := range written.Entries() {
		if !p.Get(key).OK() {
			l.LoseAs(p, key, "", changed, change)
		}
	}
}
