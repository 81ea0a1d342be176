package reference

import (
	"strings"

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
	Records []record
	Enums   []enum
	Unions  []union
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

type union struct {
	*catalog.TaggedUnion
	UsedBy []*catalog.Operation
}

func newView(c *catalog.Catalog, cfg generator.Config) (*view, error) {
	v := &view{Catalog: c, Config: cfg}
	for _, r := range c.Records {
		v.Records = append(v.Records, record{Shape: r})
	}
	for _, e := range c.Enums {
		v.Enums = append(v.Enums, enum{Enum: e})
	}
	for _, u := range c.Unions {
		v.Unions = append(v.Unions, union{TaggedUnion: u})
	}
	for _, a := range c.Areas {
		shown := area{Area: a}
		for _, op := range a.Operations {
			o, err := newOperation(op)
			if err != nil {
				return nil, err
			}
			shown.Operations = append(shown.Operations, o)
			v.uses(op)
			v.Total++
			if !op.Response.Shown {
				v.Unshown++
			}
		}
		v.Areas = append(v.Areas, shown)
	}
	return v, nil
}

// uses notes that an operation uses records, enums and unions: in its request, in its
// response, or in records there.
func (v *view) uses(op *catalog.Operation) {
	all := catalog.Reach(op)
	for _, s := range []*catalog.Shape{op.Request, op.Response.Shape} {
		all.Records[s.Include] = true
	}
	for i, u := range v.Unions {
		if all.Unions[u.TaggedUnion] {
			v.Unions[i].UsedBy = append(u.UsedBy, op)
		}
	}
	for i, r := range v.Records {
		if all.Records[r.Shape] {
			v.Records[i].UsedBy = append(r.UsedBy, op)
		}
	}
	for i, e := range v.Enums {
		if all.Enums[e.Enum] {
			v.Enums[i].UsedBy = append(e.UsedBy, op)
		}
	}
}

func newOperation(op *catalog.Operation) (operation, error) {
	o := operation{Operation: op}
	if r, ok := sample.ShownRequest(op); ok {
		code, err := generator.Call(op, r)
		if err != nil {
			return operation{}, err
		}
		o.Go, o.Curl = code, curl.Lines(op, `"$BASE_URL"`, r.JSON())
	}
	if r, ok := sample.ShownAnswer(op); ok {
		o.Answer = sample.Indented(op.Envelope.Wrap(r.JSON(), ""))
	} else if op.Response.Nothing && op.Envelope != nil {
		o.Answer = sample.Indented(op.Envelope.Wrap("", ""))
	}
	return o, nil
}

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

// EffectWord returns the effect in one word.
func (o operation) EffectWord() string {
	return map[catalog.Effect]string{
		catalog.Read: "reads", catalog.Idempotent: "idempotent", catalog.Write: "writes",
	}[o.Effect]
}

// Conditions returns what is to be known of the request beside its fields: the rules
// over several of them, in words.
func (o operation) Conditions() []string {
	words := o.BodyWords()
	for _, r := range o.Rules {
		words = append(words, r.Words())
	}
	if o.Pagination != nil {
		words = append(words, strings.Join(o.Pagination.Words(), " "))
	}
	return words
}
