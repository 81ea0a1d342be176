package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
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
	im := newImporter(doc)
	root := im.checker.Parse(doc, format)
	if root == nil {
		return nil, im.checker.Problems().Err()
	}
	im.file = &file{name: doc.Name, root: root, indexes: indexes{}}
	im.recognize()
	im.decide(decided)
	if err := im.checker.Problems().Err(); err != nil {
		return nil, err
	}
	if decided == nil {
		if own := im.importCarried(); own != nil {
			return own, nil
		}
	}
	im.readReferences()
	im.nameComponents()
	im.translate()
	if problems := im.checker.Problems(); problems != nil { // of other files
		return nil, problems.Err()
	}
	if err := im.mend(); err != nil {
		return nil, err
	}
	im.account()
	result := im.result()
	result.Catalog = im.printed(im.header(result))
	return result, nil
}

// NothingError is the error for a document without an operation that a catalog can express.
type NothingError struct{ Losses []Loss }

func (e *NothingError) Error() string {
	return "the document has no operation that a catalog can express: a POST of a JSON object to a path of its own"
}

// recognize reads the version of the document.
func (im *importer) recognize() {
	root, none := im.whole(), yamldoc.Scope{}
	if root.node.Kind != yamldoc.Map {
		im.checker.Report(yamldoc.WrongKind, root.node, none, "expected an OpenAPI document, found %s", root.node.Found())
		return
	}
	v := cmp.Or(root.get("openapi"), root.get("swagger"))
	major, rest, _ := strings.Cut(v.textOf(), ".")
	minor, _, _ := strings.Cut(rest, ".")
	switch im.version = versions[major+"."+minor]; {
	case !v.ok():
		im.checker.Report(yamldoc.MissingKey, root.node, none, `not an OpenAPI document: the version is missing, in "openapi" or "swagger"`)
	case im.version == 0 || (im.version == swagger) != (v.last() == "swagger"):
		im.checker.Report(yamldoc.WrongVersion, v.node, none, "unknown version %q of OpenAPI; use 3.0, 3.1 or Swagger 2.0", v.node.Text)
	case minor == "2":
		im.lose(v, "", "version 3.2 is read like 3.1, without its additions", "nothing, if the document does not use them")
	}
}

var versions = map[string]version{"2.": swagger, "2.0": swagger, "3.0": openapi30, "3.1": openapi31, "3.2": openapi31}

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
		if e.op = im.operation(a, e); e.op != nil {
			a.getOrAdd("operations").add(e.op)
			im.read = append(im.read, e)
		}
	}
	if e := im.decided.envelope; e != nil {
		e.addTo(im.catalog)
		if e.siblings != nil && len(e.siblings.list("fields")) == 0 {
			im.loseAs(e.at, "envelope", "", "no response has members next to its data", "remove siblings from import.yaml")
		}
	}
	im.readAuth()
	im.hoist("failure")
	im.hoist("idempotency")
	im.findCredential()
	for _, op := range im.operations() {
		im.proposePaging(op)
	}
	for name, p := range im.schemas().entries() {
		if im.references[p.node] == 0 && !im.used[p.node] && !im.decided.drop[p.pointer()] {
			im.loseAs(p, "schemas", name, "nothing refers to the schema", "nothing; the catalog has the types that operations use")
		}
	}
	for _, kind := range []string{"enum", "record", "union"} {
		slices.SortStableFunc(im.types(kind).below, func(a, b *node) int {
			return cmp.Or(comparePlaces(a.from.first(), b.from.first()), cmp.Compare(a.key, b.key))
		})
	}
}

// Share returns the share of the document that is in the catalog, in words.
func (r *Result) Share() string {
	share, lost := fmt.Sprintf("%d of %s", r.Operations, wording.Count(r.Of, "operation")), nothingLost
	if r.Schemas > 0 {
		share += fmt.Sprintf(", %d of %s read", r.Used, wording.Count(r.Schemas, "schema"))
	}
	if len(r.Losses) > 0 {
		lost = wording.Count(len(r.Losses), "place") + " with losses"
	}
	return share + ", " + lost
}

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

// header returns the first line of a catalog, which [Printed] reads.
func (im *importer) header(r *Result) string {
	from := ""
	if im.name != "<stdin>" {
		from = " from " + wording.OneLine(path.Base(im.name))
	}
	return printedBy + from + ": " + r.Share() + "\n"
}

func (im *importer) result() *Result {
	r := &Result{Losses: append([]Loss{}, im.losses...), Operations: len(im.operations()), Of: im.methods, Names: map[string]string{}}
	for pointer, n := range im.names {
		r.Names[pointer] = n.about()
	}
	// Most types have the name of their schema, which can be changed, too. Types that come from the
	// same schema have names that are made from it.
	for _, kind := range []string{"enum", "record", "union"} {
		for _, n := range im.catalog.list(kind + "s") {
			if n.gone || len(n.from) == 0 {
				continue
			}
			pointer := n.from[0].pointer()
			if r.Names[pointer] == "" || n.key == im.components[pointer] {
				r.Names[pointer] = n.about()
			}
		}
	}
	for _, p := range im.schemas().entries() {
		if r.Schemas++; im.used[p.node] {
			r.Used++
		}
	}
	slices.SortStableFunc(r.Losses, func(a, b Loss) int {
		return cmp.Or(comparePlaces(a.place, b.place), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Reason, b.Reason))
	})
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
