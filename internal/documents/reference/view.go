package reference

import (
	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/plan/sample"
)

// view is the data of the pages: a catalog and values derived from it.
type view struct {
	*catalog.Catalog
	generator.Config
	Areas   []area
	Total   int                          // number of operations
	Unshown int                          // number of operations whose response is not documented
	usedBy  map[any][]*catalog.Operation // of a record, an enum or a union
}

// area is an area with what pages say about its operations.
type area struct {
	*catalog.Area
	Operations []operation
}

// operation is an operation with examples, which are made once for all pages.
type operation struct {
	*catalog.Operation
	Curl    string         // "" if there is no example
	Reply   string         // JSON, "" if there is no example
	example *sample.Record // of a request, nil if there is none
}

// newView returns the view of a catalog.
func newView(c *catalog.Catalog, cfg generator.Config) *view {
	v := &view{Catalog: c, Config: cfg, usedBy: map[any][]*catalog.Operation{}}
	for _, a := range c.Areas {
		shown := area{Area: a}
		for _, op := range a.Operations {
			shown.Operations = append(shown.Operations, newOperation(op))
			v.addUses(op)
			v.Total++
			if !op.Response.Shown {
				v.Unshown++
			}
		}
		v.Areas = append(v.Areas, shown)
	}
	return v
}

// addUses notes that an operation uses the types of its request and its response, and the types
// of their fields.
func (v *view) addUses(op *catalog.Operation) {
	all := catalog.Reach(op)
	for _, s := range []*catalog.Shape{op.Request, op.Response.Shape} {
		if s.Include != nil {
			all.Records[s.Include] = true
		}
	}
	for t := range all.All() {
		v.usedBy[t] = append(v.usedBy[t], op)
	}
}

// UsedBy returns the operations that use a record, an enum or a union.
func (v *view) UsedBy(t any) []*catalog.Operation { return v.usedBy[t] }

// newOperation returns an operation with its examples, as far as there are some.
func newOperation(op *catalog.Operation) operation {
	o := operation{Operation: op}
	if r, ok := sample.ShownRequest(op); ok {
		o.Curl = curl.Lines(op, `"$BASE_URL"`, r.JSON())
		o.example = r
	}
	if body := sample.ShownSuccess(op); body != "" {
		o.Reply = sample.Indented(body)
	}
	return o
}

// Go returns the example as a call in Go.
func (o operation) Go() (string, error) { return generator.Call(o.Operation, o.example) }

// Types returns the names of records, enums and unions.
func (v *view) Types() []string {
	var names []string
	for _, r := range v.Records {
		names = append(names, r.Name)
	}
	for _, e := range v.Enums {
		names = append(names, e.Name)
	}
	for _, u := range v.Unions {
		names = append(names, u.Name)
	}
	return names
}

// EffectWord returns the effect of an operation in one word.
func (o operation) EffectWord() string {
	return map[catalog.Effect]string{
		catalog.Read: "reads", catalog.Idempotent: "idempotent", catalog.Write: "writes",
	}[o.Effect]
}
