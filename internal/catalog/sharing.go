package catalog

import "slices"

// A record, an enum or a union that several areas use is declared once, in the package of shared
// types, and each of these areas names it by an alias. So there is one Go type for it, and a value
// can pass from one area to another. What such a type refers to is shared, too, because the same
// areas reach it through the type.

// sharing says whether several areas use a record, an enum or a union.
type sharing struct {
	shared bool
	tail   string // what follows a verb in the name of a function
}

// IsShared reports whether several areas use the type, so that the package of shared types
// declares it.
func (s *sharing) IsShared() bool { return s.shared }

// The verbs of the functions by which the packages of areas reach what a shared type keeps
// unexported in its own package. Methods would be offered to the users of the type.
const (
	DecodeVerb   = "Decode"
	ValidateVerb = "Validate"
	IsEmptyVerb  = "IsEmpty"
	CodesVerb    = "WithCodes"
	MembersVerb  = "AppendMembersOf"
	ValuesVerb   = "ValuesOf"
)

var sharedVerbs = []string{DecodeVerb, ValidateVerb, IsEmptyVerb, CodesVerb, MembersVerb, ValuesVerb}

// Function returns the name of the function with a verb for a shared type: DecodeMessage, or
// Decode_Message if the catalog declares a shared type with the former name.
func (s *sharing) Function(verb string) string { return verb + s.tail }

// Shared returns the types that several areas use, as an area without operations, or nil if there
// are none.
func (c *Catalog) Shared() *Area {
	all := new(Area)
	for _, a := range c.Areas {
		all.Records = append(all.Records, shared(a.Records)...)
		all.Enums = append(all.Enums, shared(a.Enums)...)
		all.Unions = append(all.Unions, shared(a.Unions)...)
	}
	all.sortTypes()
	all.Records = slices.Compact(all.Records)
	all.Enums = slices.Compact(all.Enums)
	all.Unions = slices.Compact(all.Unions)
	if len(all.Records)+len(all.Enums)+len(all.Unions) == 0 {
		return nil
	}
	return all
}

// shared returns those of an area's types that other areas use, too.
func shared[T interface{ IsShared() bool }](types []T) []T {
	return slices.DeleteFunc(slices.Clone(types), func(t T) bool { return !t.IsShared() })
}

// OwnTypes returns the area with those of its types that no other area uses.
func (a *Area) OwnTypes() *Area {
	own := *a
	own.Records = slices.DeleteFunc(slices.Clone(a.Records), (*Shape).IsShared)
	own.Enums = slices.DeleteFunc(slices.Clone(a.Enums), (*Enum).IsShared)
	own.Unions = slices.DeleteFunc(slices.Clone(a.Unions), (*TaggedUnion).IsShared)
	return &own
}

// share finds the types that several areas use, and names their functions. The catalog has no
// problems.
func (c *Catalog) share() {
	users := map[*sharing]int{}
	names := map[*sharing]string{}
	use := func(s *sharing, goName string) {
		users[s]++
		names[s] = goName
	}
	for _, a := range c.Areas {
		for _, record := range a.Records {
			use(&record.sharing, record.GoName)
		}
		for _, e := range a.Enums {
			use(&e.sharing, e.GoName)
		}
		for _, u := range a.Unions {
			use(&u.sharing, u.GoName)
		}
	}
	for s, n := range users {
		s.shared = n > 1
	}
	c.nameFunctions(names)
	for op := range c.Operations() {
		op.Failure.share()
	}
	c.Failure.share()
}

// share marks the object of a failure that is a union.
func (f *Failure) share() {
	if f != nil && f.Type != nil && f.Type.Union != nil {
		f.shape.sharing = f.Type.Union.sharing
	}
}

// nameFunctions names the functions of shared types apart from the types that the catalog declares
// beside them. Names of types begin with a capital letter, so an underscore cannot make the function
// of one type that of another.
func (c *Catalog) nameFunctions(names map[*sharing]string) {
	all := c.Shared()
	if all == nil {
		return
	}
	declared := map[string]bool{}
	for _, e := range all.Exports() {
		declared[e.Name] = true
	}
	for s, name := range names {
		if !s.shared {
			continue
		}
		isTaken := func(verb string) bool { return declared[s.Function(verb)] }
		for s.tail = name; slices.ContainsFunc(sharedVerbs, isTaken); {
			s.tail = "_" + s.tail
		}
	}
}
