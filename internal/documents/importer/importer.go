package importer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/openapi"
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

var format = yamldoc.Format{Name: "document", Article: "a"}

type importer struct {
	flattener
	decided *decisions
	catalog *node // as it is printed

	values     map[schemaKey]*value // of schemas with names
	components map[string]string    // names, by pointer
	taken      map[string]string    // names of types, with the pointers they are reserved for
	names      map[string]*node     // operations and types, by pointer
	alike      map[string]*node     // types of variants and of schemas without names, by their content
	references map[*yamldoc.Node]int
	isSided    map[*yamldoc.Node]bool
	direct     map[*yamldoc.Node]bool    // schemas with references outside of alternatives and allOf
	extended   map[*yamldoc.Node][]place // named schemas that extend one by allOf
	inside     map[schemaKey]bool        // schemas that are being read
	read       []*endpoint               // that became operations
	methods    int                       // operations of the document
}

func newImporter(doc yamldoc.Source) *importer {
	return &importer{
		flattener: flattener{
			document: &document{source: doc, checker: yamldoc.NewChecker(decisionsGrammar),
				files: map[string]*file{}, same: map[*yamldoc.Node]place{}},
			ledger: newLedger(), used: map[*yamldoc.Node]bool{},
		},
		catalog: &node{kind: "service"}, values: map[schemaKey]*value{}, components: map[string]string{},
		taken: map[string]string{}, names: map[string]*node{}, alike: map[string]*node{},
		references: map[*yamldoc.Node]int{}, isSided: map[*yamldoc.Node]bool{},
		direct: map[*yamldoc.Node]bool{}, extended: map[*yamldoc.Node][]place{}, inside: map[schemaKey]bool{},
	}
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
	return im.withHeader(im.result(), im.printed()), nil
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
		if im.references[p.node] == 0 && !im.used[p.node] && !im.decided.drop[p.ptr] {
			im.loseAs(p, "schemas", name, "nothing refers to the schema", "nothing; the catalog has the types that operations use")
		}
	}
	for _, kind := range []string{"enum", "record", "union"} {
		slices.SortStableFunc(im.types(kind).below, func(a, b *node) int {
			return cmp.Or(comparePlaces(a.from.first(), b.from.first()), cmp.Compare(a.key, b.key))
		})
	}
}

// operations returns the operations of all areas.
func (im *importer) operations() (all []*node) {
	for _, a := range im.catalog.list("areas") {
		all = append(all, a.list("operations")...)
	}
	return all
}

// comparePlaces orders places by their positions.
func comparePlaces(a, b place) int { return a.position().Compare(b.position()) }

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

// withHeader sets the catalog of a result, with the line that [Printed] reads.
func (im *importer) withHeader(r *Result, text string) *Result {
	from := ""
	if im.name != "<stdin>" {
		from = " from " + wording.OneLine(path.Base(im.name))
	}
	r.Catalog = []byte(printedBy + from + ": " + r.Share() + "\n" + text)
	return r
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
			pointer := n.from[0].ptr
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
	return im.withHeader(result, "\n"+carried.textOf())
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
