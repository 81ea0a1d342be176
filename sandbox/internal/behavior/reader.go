package behavior

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// reader reads a file whose keys have been checked. Its methods report mistakes and go on, so that
// one run shows all of them; what they return is then only good for finding more.
type reader struct {
	*yamldoc.Checker
	operations map[string]*catalog.Operation // of the catalog, by name
	kinds      map[string]*Kind              // by name
	behavior   *Behavior

	// Checked when the whole file has been read.
	uses   []use
	writes []write
}

// use is a member that a step uses to select or order documents, or that a response shows.
type use struct {
	kind    *Kind
	pointer string
	key     string
	at      *yamldoc.Node
	scope   yamldoc.Scope
}

// write is a value that a step gives to a member of documents.
type write struct {
	op      *catalog.Operation // of the step, nil if the catalog does not have it
	step    *Step
	pointer string
	given   operand
	key     string
	scope   yamldoc.Scope
}

// operand is a value with its node and its type.
type operand struct {
	Value
	node *yamldoc.Node // of the value or the constant
	at   place         // its type, except for constants
	bad  bool          // it has been reported
}

// names returns the names of all operations.
func (r *reader) names() []string { return slices.Sorted(maps.Keys(r.operations)) }

// reportType reports a value of another type than its key requires.
func (r *reader) reportType(n *yamldoc.Node, s yamldoc.Scope, key, expected string) {
	if n.Kind != yamldoc.Broken {
		r.Report(yamldoc.WrongKind, n, s, "%s: expected %s, found %s",
			wording.Quote(key), expected, n.Found())
	}
}

// word returns the word of a key, by default the first known one.
func word[T ~string](r *reader, o *yamldoc.Object, key string, known []T) T {
	n := o.Value(key)
	if n == nil {
		return known[0]
	}
	if !slices.Contains(known, T(n.Text)) {
		r.Report(yamldoc.UnknownValue, n, o.Scope, "%s is %s%s",
			wording.Quote(key), wording.Quote(n.Text), wording.OneOf(n.Text, texts(known)))
	}
	return T(n.Text)
}

// pointer returns the pointer of a member of a document, "" if the text is not one.
func (r *reader) pointer(n *yamldoc.Node, s yamldoc.Scope, key string) string {
	if _, ok := tokens(n.Text); ok && n.Text != "" {
		return n.Text
	}
	r.Report(BadPointer, n, s, "%s: %s is not the JSON pointer of a member%s",
		wording.Quote(key), wording.Quote(n.Text), pointerRemedy)
	return ""
}

// kind returns the kind that a text names, nil if there is none.
func (r *reader) kind(n *yamldoc.Node, s yamldoc.Scope, key string) *Kind {
	if n.Kind != yamldoc.String {
		r.reportType(n, s, key, "the name of a kind")
		return nil
	}
	kind := r.kinds[n.Text]
	if kind == nil {
		meant := r.DidYouMean(n.Text, r.behavior.KindNames)
		r.Report(UnknownKind, n, s, "%s: there is no kind %s%s",
			wording.Quote(key), wording.Quote(n.Text), cmp.Or(meant, `; add it to "kinds"`))
	}
	return kind
}
