package importer

import (
	"slices"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
)

// importer makes the operations of a catalog. An import goes through stages, each of which is a
// value that the stage before made:
//
//	origin.Document   the document, as import.yaml corrects it
//	flattener         merges the schemas that apply together
//	uses              how the document uses its schemas
//	namer             names of types
//	modeler           types of schemas
//	importer          operations, and what they share
//	draft.Node        the catalog, which is mended and printed
//
// All stages record losses in one origin.Ledger, and an accountant adds what none of them used.
type importer struct {
	*model.Modeler
	*decisions
	read    []*endpoint // that became operations
	methods int         // operations of the document
}

// newImporter returns an importer of a document, with what import.yaml chose.
func newImporter(d *origin.Document, l *origin.Ledger, chosen *decisions) *importer {
	fl := flat.NewMerger(d, l)
	m := model.New(fl, model.NewNamer(chosen.names))
	im := &importer{Modeler: m, decisions: chosen}
	if e := chosen.envelope; e != nil && e.siblingsName != "" {
		im.nameSiblings(e, e.siblingsName)
	}
	m.NameComponents(d.Schemas())
	return im
}

// operations returns the operations of all areas.
func (im *importer) operations() (all []*draft.Node) {
	for _, a := range im.Catalog.List("areas") {
		all = append(all, a.List("operations")...)
	}
	return all
}

// hoist moves a key that all operations share to the service.
func (im *importer) hoist(key string) {
	operations := im.operations()
	if len(operations) == 0 {
		return
	}
	shared := operations[0].Get(key)
	differs := func(op *draft.Node) bool { return op.Get(key).String() != shared.String() }
	if slices.ContainsFunc(operations, differs) {
		return
	}
	for _, op := range operations {
		if own := op.Get(key); own != nil {
			shared.Absorb(own)
		}
		op.Drop(key)
	}
	if shared != nil {
		im.Catalog.Add(shared)
	}
}
