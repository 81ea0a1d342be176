package verify

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// Fixtures are values for the fields of requests, mostly references to objects of the
// service. A value is for a field of any request by its name, or for a place in the requests
// of one operation: contacts.get_contact/contact_id.
type Fixtures struct {
	fixedValues map[string]any // by name or place
	harvests    []*harvest     // in the order of the file
}

// harvest is a value that comes from a response.
type harvest struct {
	name      string // of the field, or the place
	operation *catalog.Operation
	pointer   string         // JSON pointer into the body of the response
	request   map[string]any // members of the request
}

// UnknownPlace is the problem of a value for a place that no request has.
const UnknownPlace yamldoc.ID = "unknown-place"

// fixturesFormat describes the file in errors. It may be empty.
var fixturesFormat = yamldoc.Format{Name: "file of fixtures", Article: "a", Kind: "file", Empty: true}

// fixturesGrammar has the keys of the file. Names of fields are not keys, because only a catalog
// knows them.
var fixturesGrammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"fixtures": {Value: yamldoc.EntriesValue, Expected: "a map from names of fields"},
		"harvest":  {Value: yamldoc.NamedValue, Of: "harvest"},
	},
	"harvest": {
		"from":    {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"at":      {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"request": {Value: yamldoc.EntriesValue, Expected: "a map"},
	},
}, map[string]yamldoc.Named{
	"harvest": {Subject: yamldoc.Starts, Expected: `a map with the keys "from" and "at"`},
})

// LoadFixtures reads a file. Its error is [yamldoc.Problems] with all mistakes, or says why the
// file cannot be read.
func LoadFixtures(path string, c *catalog.Catalog) (*Fixtures, error) {
	source, err := yamldoc.ReadFile(path, fixturesFormat)
	if err != nil {
		return nil, err
	}
	return ParseFixtures(source, c)
}

// ParseFixtures is like [LoadFixtures] for a text.
func ParseFixtures(source yamldoc.Source, c *catalog.Catalog) (*Fixtures, error) {
	r := &fixtureReader{
		Checker:    yamldoc.NewChecker(fixturesGrammar),
		operations: c.ByName(),
		result:     &Fixtures{fixedValues: map[string]any{}},
	}
	for op := range c.Operations() {
		request := &catalog.Shape{Fields: []*catalog.Field{{Type: op.Request.Type()}}}
		for s := range catalog.Reached(request).Records {
			r.names = append(r.names, catalog.Names(s.Fields)...)
		}
	}
	return r.result, r.Read(source, fixturesFormat, r.read)
}

// fixtureReader reads a file whose keys have been checked.
type fixtureReader struct {
	*yamldoc.Checker
	operations map[string]*catalog.Operation
	names      []string // of the fields of requests
	result     *Fixtures
}

// read reads the given values and the harvests.
func (r *fixtureReader) read(root *yamldoc.Object) {
	for _, e := range root.Entries("fixtures") {
		r.checkPlace(e.Key)
		r.result.fixedValues[e.Key.Text] = e.Value.Plain()
	}
	for _, o := range root.Objects("harvest") {
		r.checkPlace(o.Key)
		r.result.harvests = append(r.result.harvests, r.readHarvest(o))
	}
}

// readHarvest reads from which response a value comes.
func (r *fixtureReader) readHarvest(o *yamldoc.Object) *harvest {
	h := &harvest{name: o.Key.Text, pointer: o.Text("at")}
	if n := o.Value("from"); n != nil {
		h.operation = r.operations[n.Text]
		if h.operation == nil {
			names := func() []string { return slices.Sorted(maps.Keys(r.operations)) }
			r.Report(yamldoc.UnknownValue, n, o.Scope, "the catalog has no operation %s%s",
				wording.Quote(n.Text), r.DidYouMean(n.Text, names))
		}
	}
	if n := o.Value("at"); n != nil && !strings.HasPrefix(n.Text, "/") {
		r.Report(yamldoc.UnknownValue, n, o.Scope, `%s is not a JSON pointer; write it as "/data/0/id", `+
			`from the whole body`, wording.Quote(n.Text))
	}
	if n := o.Value("request"); n != nil {
		h.request = n.Plain().(map[string]any)
	}
	return h
}

// checkPlace reports a name or a place that no request has: "contact_id" must be a field of some
// request, and "contacts.get_contact/contact_id" one of this operation's.
func (r *fixtureReader) checkPlace(key *yamldoc.Node) {
	name := key.Text
	isKnown := slices.Contains(r.names, name)
	operationName, pointer, _ := strings.Cut(name, "/")
	if op := r.operations[operationName]; op != nil {
		f, isNamed := fieldAt(op.Request.Type(), "/"+pointer)
		name = jsonpointer.Unescape(pointer[strings.LastIndexByte(pointer, '/')+1:])
		isKnown = isNamed && f != nil && f.Name == name
	}
	if isKnown {
		return
	}
	names := func() []string { return slices.Compact(slices.Sorted(slices.Values(r.names))) }
	r.Report(UnknownPlace, key, yamldoc.Scope{}, "no request has a field %s%s",
		wording.Quote(key.Text), r.DidYouMean(name, names))
}
