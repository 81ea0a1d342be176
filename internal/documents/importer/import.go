package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// Result is a catalog, with the losses and figures of the import.
type Result struct {
	Catalog    []byte            `json:"-"`
	Operations int               `json:"operations"` // in the catalog
	Of         int               `json:"of"`         // operations in the document
	Schemas    int               `json:"-"`          // schemas with names in the document
	Used       int               `json:"-"`          // the schemas among them that operations use
	Losses     []Loss            `json:"losses"`     // in the order of the document
	Names      map[string]string `json:"names"`      // of operations and types, by JSON pointer
}

// Import translates a document to a catalog, with the decisions of import.yaml, which may be nil. The
// error is a [yamldoc.Problems] if the document or import.yaml has problems, or a [NothingError].
func Import(doc yamldoc.Source, decided *yamldoc.Source) (*Result, error) {
	checker := yamldoc.NewChecker(decisionsGrammar)
	ledger := origin.NewLedger()
	document := origin.Open(doc, checker, ledger)
	if document == nil {
		return nil, checker.Problems().Err()
	}
	decisions := readDecisions(document, decided)
	if err := checker.Problems().Err(); err != nil {
		return nil, err
	}
	if decided == nil {
		if own := importCarried(document, ledger); own != nil {
			return own, nil
		}
	}
	im := newImporter(document, ledger, decisions)
	im.translate()
	if problems := checker.Problems(); problems != nil { // of other files
		return nil, problems.Err()
	}
	if err := mend(im.Catalog, ledger); err != nil {
		return nil, err
	}
	im.account()
	return im.result(), nil
}

// NothingError is the error for a document without an operation that a catalog can express.
type NothingError struct{ Losses []Loss }

// Error says what an operation has to be.
func (e *NothingError) Error() string {
	return "the document has no operation that a catalog can express: a POST of a JSON object to a " +
		"path of its own"
}

// translate reads the operations and adds them to areas.
func (im *importer) translate() {
	endpoints := im.placeEndpoints(im.endpoints())
	im.about()
	for _, e := range endpoints {
		im.findSuccess(e)
	}
	im.findEnvelope(endpoints)
	for _, e := range endpoints {
		a := im.area(e)
		e.op = im.operation(a, e)
		if e.op != nil {
			a.GetOrAdd("operations").Add(e.op)
			im.read = append(im.read, e)
		}
	}
	if e := im.envelope; e != nil {
		e.addTo(im.Catalog)
		if e.siblings != nil && len(e.siblings.List("fields")) == 0 {
			im.LoseAs(e.at, "envelope", "", "no response has members next to its data",
				"remove siblings from import.yaml")
		}
	}
	im.readAuth()
	im.hoist("failure")
	im.hoist("idempotency")
	im.findCredential()
	for _, op := range im.operations() {
		im.proposePaging(op)
	}
	im.loseUnusedSchemas()
	for _, kind := range typeKinds {
		slices.SortStableFunc(im.Types(kind).Below, func(a, b *draft.Node) int {
			return cmp.Or(origin.ComparePlaces(a.From.First(), b.From.First()), cmp.Compare(a.Key, b.Key))
		})
	}
}

// typeKinds are the kinds of nodes that are types.
var typeKinds = []string{"enum", "record", "union"}

// loseUnusedSchemas records the loss of schemas with names that no operation uses.
func (im *importer) loseUnusedSchemas() {
	for name, p := range im.Schemas().Entries() {
		isUsed := im.References[p.Node] > 0 || im.Used[p.Node]
		if !isUsed && !im.drop[p.Pointer()] {
			im.LoseAs(p, "schemas", name, "nothing refers to the schema",
				"nothing; the catalog has the types that operations use")
		}
	}
}

// Share returns the share of the document that is in the catalog, in words.
func (r *Result) Share() string {
	share := fmt.Sprintf("%d of %s", r.Operations, wording.Count(r.Of, "operation"))
	lost := nothingLost
	if r.Schemas > 0 {
		share += fmt.Sprintf(", %d of %s read", r.Used, wording.Count(r.Schemas, "schema"))
	}
	if len(r.Losses) > 0 {
		lost = wording.Count(len(r.Losses), "place") + " with losses"
	}
	return share + ", " + lost
}

// The parts of the first line of a catalog by which [Printed] knows it.
const (
	printedBy   = "# Printed by gen import"
	nothingLost = "nothing lost"
)

// Printed returns the words of [Result.Share] from the first line of a catalog, or "" if the
// line has no such words or nothing was lost.
func Printed(catalog []byte) string {
	line, _, _ := strings.Cut(string(catalog), "\n")
	if !strings.HasPrefix(line, printedBy) || strings.HasSuffix(line, nothingLost) {
		return ""
	}
	_, share, _ := strings.Cut(line[strings.LastIndexByte(line, ':')+1:], " ")
	return share
}

// newResult returns a result without a catalog: the figures and the losses of a document.
func newResult(d *origin.Document, l *origin.Ledger, used func(*yamldoc.Node) bool) *Result {
	r := &Result{Losses: append([]Loss{}, l.Losses...), Names: map[string]string{}}
	for _, p := range d.Schemas().Entries() {
		r.Schemas++
		if used(p.Node) {
			r.Used++
		}
	}
	slices.SortStableFunc(r.Losses, func(a, b Loss) int {
		return cmp.Or(origin.ComparePlaces(a.Place, b.Place), cmp.Compare(a.Keyword, b.Keyword),
			cmp.Compare(a.Reason, b.Reason))
	})
	return r
}

// header returns the first line of the catalog of a document, which [Printed] reads.
func (r *Result) header(document string) string {
	from := ""
	if document != "<stdin>" {
		from = " from " + wording.OneLine(path.Base(document))
	}
	return printedBy + from + ": " + r.Share() + "\n"
}

// result returns the catalog with its losses and names.
func (im *importer) result() *Result {
	r := newResult(im.Document, im.Ledger, func(n *yamldoc.Node) bool { return im.Used[n] })
	r.Operations, r.Of = len(im.operations()), im.methods
	for pointer, n := range im.Named {
		r.Names[pointer] = n.About()
	}
	// Most types have the name of their schema, which can be changed, too. Types that come from the
	// same schema have names that are made from it.
	for _, kind := range typeKinds {
		for _, n := range im.Catalog.List(kind + "s") {
			if n.Gone || len(n.From) == 0 {
				continue
			}
			pointer := n.From[0].Pointer()
			if r.Names[pointer] == "" || n.Key == im.Components[pointer] {
				r.Names[pointer] = n.About()
			}
		}
	}
	r.Catalog = im.Catalog.Printed(r.header(im.Name))
	return r
}

// Report returns the result of an import as JSON, which names the document.
func (r *Result) Report(document string) []byte {
	text, err := json.MarshalIndent(struct {
		Generated string `json:"x-generated"`
		*Result
	}{"Code generated by gen from " + document + ". DO NOT EDIT.", r}, "", "  ")
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return append(text, '\n')
}
