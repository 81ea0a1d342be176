package reference

import (
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/generator"
	"example.com/opgen/internal/sample"
	"example.com/opgen/internal/shell"
)

// view is the data of the pages: a catalog and values derived from it.
type view struct {
	*catalog.Catalog
	generator.Config
	Areas   []area
	Records []record
	Enums   []enum
	Total   int // number of operations
	Unshown int // number of operations whose response is not shown
}

type area struct {
	*catalog.Area
	Operations []operation
}

type operation struct {
	*catalog.Operation
	Curl   string // "" if there is no example
	Go     string // "" if there is no example
	Answer string // JSON, "" if there is no example
}

type record struct {
	*catalog.Shape
	UsedBy []*catalog.Operation
}

type enum struct {
	*catalog.Enum
	UsedBy []*catalog.Operation
}

func newView(c *catalog.Catalog, cfg generator.Config) (*view, error) {
	v := &view{Catalog: c, Config: cfg}
	for _, a := range c.Areas {
		shown := area{Area: a}
		for _, op := range a.Operations {
			o, err := newOperation(op)
			if err != nil {
				return nil, err
			}
			shown.Operations = append(shown.Operations, o)
			v.Total++
			if !op.Response.Shown {
				v.Unshown++
			}
		}
		v.Areas = append(v.Areas, shown)
	}
	u := usesIn(c)
	for _, r := range c.Records {
		v.Records = append(v.Records, record{r, u.records[r]})
	}
	for _, e := range c.Enums {
		v.Enums = append(v.Enums, enum{e, u.enums[e]})
	}
	return v, nil
}

func newOperation(op *catalog.Operation) (operation, error) {
	o := operation{Operation: op}
	if r, ok := sample.Request(op, sample.Full); ok {
		r = illustrated(sample.Settled(op, r))
		code, err := generator.Call(op, r)
		if err != nil {
			return operation{}, err
		}
		o.Go, o.Curl = code, curl(op, indented(r.JSON()))
	}
	if r, ok := sample.Answer(op, sample.Full); ok && op.Response.Shown {
		o.Answer = indented(illustrated(r).JSON())
	}
	return o, nil
}

// curl returns a command line that sends a body. The shell variable BASE_URL holds
// the base URL of the service.
func curl(op *catalog.Operation, body string) string {
	return `curl "$BASE_URL"` + shell.Quote(op.Path) + " \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -d " + shell.Quote(body)
}

// Types returns the names of records and enums.
func (v *view) Types() []string {
	var names []string
	for _, r := range v.Records {
		names = append(names, r.Name)
	}
	for _, e := range v.Enums {
		names = append(names, e.Name)
	}
	return names
}

// EffectWord returns the effect in one word.
func (o operation) EffectWord() string {
	return map[catalog.Effect]string{
		catalog.Read: "reads", catalog.Idempotent: "idempotent", catalog.Write: "writes",
	}[o.Effect]
}

// Conditions returns the rules over several fields of the request, in words.
func (o operation) Conditions() []string {
	var words []string
	for _, r := range o.Rules {
		words = append(words, r.Words())
	}
	if o.Pagination != nil {
		words = append(words, strings.Join(o.Pagination.Words(), " "))
	}
	return words
}

// uses are the operations that records and enums are used by: in their requests,
// in their answers, or in records there.
type uses struct {
	records map[*catalog.Shape][]*catalog.Operation
	enums   map[*catalog.Enum][]*catalog.Operation
}

func usesIn(c *catalog.Catalog) uses {
	u := uses{map[*catalog.Shape][]*catalog.Operation{}, map[*catalog.Enum][]*catalog.Operation{}}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			u.shape(op, op.Request)
			u.shape(op, op.Response.Shape)
		}
	}
	return u
}

func (u uses) shape(op *catalog.Operation, s *catalog.Shape) {
	if s.Include != nil {
		u.record(op, s.Include)
	}
	for _, f := range s.Fields {
		switch t := f.Type.Item(); t.Kind {
		case catalog.Record:
			u.record(op, t.Record)
		case catalog.Enumeration:
			u.enums[t.Enum], _ = with(op, u.enums[t.Enum])
		}
	}
}

func (u uses) record(op *catalog.Operation, r *catalog.Shape) {
	users, added := with(op, u.records[r])
	if u.records[r] = users; added {
		u.shape(op, r)
	}
}

// with adds an operation to the users, of which only the last can be it already.
func with(op *catalog.Operation, users []*catalog.Operation) (all []*catalog.Operation, added bool) {
	if len(users) > 0 && users[len(users)-1] == op {
		return users, false
	}
	return append(users, op), true
}
