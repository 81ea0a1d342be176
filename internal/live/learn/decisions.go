package learn

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// This file reads learn.yaml, in which users decide what recordings cannot show: that an object is
// a map, that a text is an enum, that a member is not sensitive. An example:
//
//	learn: 1
//	places:
//	  contacts.get_contact/addresses/*: {name: Address}

// DecisionsName is the name of the file of decisions.
const DecisionsName = "learn.yaml"

// Decisions are the user's decisions about places, which recordings do not change.
type Decisions struct {
	places map[string]*decision // "contacts.get_contact/addresses/*"
	order  []*decision
}

// decision is the decision about one place. Unset keys are zero.
type decision struct {
	place     string
	pos       catalog.Position
	sensitive *bool
	mapped    *bool
	name      string
	tag, enum string
	reason    string
	noTag     bool // the place is not proposed as a union again
	noEnum    bool
}

// fits reports whether all keys of a decision apply to the values of a place.
func (d *decision) fits(s *recording.Shape) bool {
	seen := kindOf(s)
	isObject := seen == catalog.Record || seen == catalog.Map
	isMap := d.mapped != nil && *d.mapped
	switch {
	case s.Seen == s.Null:
		return true
	case isMap && !isObject:
		return false
	case d.enum != "" && seen != catalog.String:
		return false
	}
	isRecord := seen == catalog.Record && !isMap
	return isRecord || d.name == "" && d.tag == ""
}

// decisionsFormat describes the file in errors.
var decisionsFormat = yamldoc.Format{
	Name:    "decisions",
	Article: "a file of",
	Kind:    "file",
	Version: "learn",
}

// decisionsGrammar has the keys of the file. A tag or an enum may also be false, which ends the
// proposal.
var decisionsGrammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"learn":  {Value: yamldoc.ScalarValue, Needed: true},
		"places": {Value: yamldoc.NamedValue, Of: "place", Filled: true},
	},
	"place": {
		"sensitive": {Value: yamldoc.BoolValue},
		"name":      {Value: yamldoc.TextValue, Filled: true},
		"map":       {Value: yamldoc.BoolValue},
		"tag":       {Value: yamldoc.AnyValue},
		"enum":      {Value: yamldoc.AnyValue},
		"reason":    {Value: yamldoc.TextValue, Filled: true},
	},
}, map[string]yamldoc.Named{
	"place": {Subject: yamldoc.Starts, Expected: "a map such as {sensitive: false}"},
})

// DecisionKeys returns the keys of the maps of a file of decisions, by the kind of map.
func DecisionKeys() map[string][]string { return decisionsGrammar.All() }

// The ids of problems that only decisions have.
const (
	// BadPlace is for a place that does not begin with an operation or a record of the catalog.
	BadPlace catalog.ID = "bad-place"
	// BadName is for a type whose name is not exported in Go, or that the catalog uses.
	BadName catalog.ID = "bad-name"
)

// ReadDecisions reads a file of decisions about the responses of a catalog. Its error is
// [yamldoc.Problems] with all mistakes.
func ReadDecisions(source yamldoc.Source, c *catalog.Catalog) (*Decisions, error) {
	d := &Decisions{places: map[string]*decision{}}
	r := decisionReader{Checker: yamldoc.NewChecker(decisionsGrammar), catalogNames: namesOf(c)}
	for op := range c.Operations() {
		r.roots = append(r.roots, op.String())
	}
	for _, record := range c.Records {
		r.roots = append(r.roots, record.Name)
	}
	err := r.Read(source, decisionsFormat, func(root *yamldoc.Object) {
		for _, o := range root.Objects("places") {
			decided := r.read(o)
			d.places[decided.place] = decided
			d.order = append(d.order, decided)
		}
	})
	return d, err
}

// decisionReader reads a file whose keys have been checked.
type decisionReader struct {
	*yamldoc.Checker
	roots        []string // operations and records
	catalogNames map[string]bool
}

// typeNames matches the names that a record, an enum or a union can have.
var typeNames = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]{0,199}$`)

// read reads the decision about one place.
func (r *decisionReader) read(o *yamldoc.Object) *decision {
	r.checkPlace(o.Key)
	decided := &decision{
		place:  o.Key.Text,
		pos:    o.Key.Pos(),
		name:   o.Text("name"),
		reason: o.Text("reason"),
	}
	for key, value := range map[string]**bool{"sensitive": &decided.sensitive, "map": &decided.mapped} {
		if n := o.Value(key); n != nil {
			*value = new(n.True())
		}
	}
	decided.tag, decided.noTag = r.textOrFalse(o, "tag", "the name of the member that is the tag")
	decided.enum, decided.noEnum = r.textOrFalse(o, "enum", "the name of the enum")
	r.checkName(o, "name", decided.name)
	r.checkName(o, "enum", decided.enum)
	return decided
}

// checkPlace reports a place that is not in a response or a record.
func (r *decisionReader) checkPlace(key *yamldoc.Node) {
	root, rest, _ := strings.Cut(key.Text, "/")
	switch {
	case !slices.Contains(r.roots, root):
		r.Report(BadPlace, key, yamldoc.Scope{},
			"the place begins with %s, but the catalog has no such operation or record%s",
			wording.Quote(root), r.DidYouMean(root, func() []string { return r.roots }))
	case rest == "":
		r.Report(BadPlace, key, yamldoc.Scope{},
			"%s is a whole response; name a place in it, such as %s",
			wording.Quote(key.Text), wording.Quote(root+"/items/*"))
	}
}

// textOrFalse reads a text or false.
func (r *decisionReader) textOrFalse(o *yamldoc.Object, key, expected string) (text string, isFalse bool) {
	n := o.Value(key)
	switch {
	case n == nil || n.Kind == yamldoc.Broken:
	case n.Kind == yamldoc.Bool && !n.True():
		return "", true
	case n.Kind == yamldoc.String && n.Text != "":
		return n.Text, false
	default:
		r.Report(yamldoc.WrongKind, n, o.Scope, "%s: expected %s, or false, found %s",
			wording.Quote(key), expected, n.Found())
	}
	return "", false
}

// checkName reports a name that a type cannot have.
func (r *decisionReader) checkName(o *yamldoc.Object, key, name string) {
	switch {
	case name == "":
	case !typeNames.MatchString(name):
		r.Report(BadName, o.Value(key), o.Scope,
			"a type has a name such as %s: a capital, then letters and digits",
			wording.Quote("Address"))
	case r.catalogNames[name]:
		r.Report(BadName, o.Value(key), o.Scope, "the catalog has a type %s; "+
			"give another name, or write the response into an overlay of your own",
			wording.Quote(name))
	}
}

// firstDecision returns the decision about the first of the places that has one.
func firstDecision[T comparable](d *Decisions, places []string, valueOf func(*decision) T) (zero T) {
	for _, p := range places {
		if decided := d.places[p]; decided != nil && valueOf(decided) != zero {
			return valueOf(decided)
		}
	}
	return zero
}

// sensitive returns whether any of the places of one value is decided to be sensitive or not, nil
// if nothing is decided.
func (d *Decisions) sensitive(places []string) *bool {
	return firstDecision(d, places, func(o *decision) *bool { return o.sensitive })
}

// isMap reports whether any of the places of one value is decided to be a map.
func (d *Decisions) isMap(places []string) bool {
	mapped := firstDecision(d, places, func(o *decision) *bool { return o.mapped })
	return mapped != nil && *mapped
}

// nameOf returns the name that is decided for the record at any of the places, "" if none is.
func (d *Decisions) nameOf(places []string) string {
	return firstDecision(d, places, func(o *decision) string { return o.name })
}

// hasName reports whether a decision gives a type this name.
func (d *Decisions) hasName(name string) bool {
	return slices.ContainsFunc(d.order, func(o *decision) bool {
		return o.name == name || o.enum == name
	})
}
