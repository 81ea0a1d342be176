package catalog

// Reader reads a YAML file that stands beside a catalog, such as its wire
// vectors: the same part of YAML, within the same limits, with problems in the
// same form.
type Reader struct {
	checker *checker
	root    *node
}

// ReadBeside reads a text. The name is the file that positions show, and start
// is how a file of its format begins: "vectors: 1".
func ReadBeside(name string, src []byte, start string) *Reader {
	doc := parse(name, src, start)
	r := &Reader{&checker{problems: doc.problems}, doc.root}
	if r.root == nil {
		r.root = &node{kind: brokenNode, src: doc.src, line: 1, col: 1, width: 1}
	}
	return r
}

// Root returns the value that the text is, a broken one where it is no YAML.
func (r *Reader) Root() Value { return Value{r.root} }

// Report adds a problem at a value and returns it.
func (r *Reader) Report(id ID, at Value, subject, format string, args ...any) *Problem {
	return r.checker.report(id, at.n, scope{subject: subject}, format, args...)
}

// Problems returns what was wrong with the text and what was reported since,
// sorted by position, and nil where there is nothing.
func (r *Reader) Problems() Problems { return r.checker.problems.sorted() }

// Beside adds the second place to a problem, with what stands there.
func (p *Problem) Beside(other Value, note string) { p.and(other.n, note) }

// Value is a value of a YAML text, with its place.
type Value struct{ n *node }

// Entry is a key of a map with its value.
type Entry struct{ Key, Value Value }

// Broken reports whether the value is a fault that is reported already.
func (v Value) Broken() bool { return v.n.kind == brokenNode }

// Map returns the entries of a map, false where the value is none.
func (v Value) Map() ([]Entry, bool) {
	entries := make([]Entry, len(v.n.entries))
	for i, e := range v.n.entries {
		entries[i] = Entry{Value{e.key}, Value{e.value}}
	}
	return entries, v.n.kind == mapNode
}

// List returns the items of a list, false where the value is none.
func (v Value) List() ([]Value, bool) {
	items := make([]Value, len(v.n.items))
	for i, item := range v.n.items {
		items[i] = Value{item}
	}
	return items, v.n.kind == listNode
}

// IsString reports whether the value is a string, and not a number, say.
func (v Value) IsString() bool { return v.n.kind == stringNode }

// Text returns a scalar as it is written, without its quotes.
func (v Value) Text() string { return v.n.text }

// Found names the value for a message that says what was expected in its place:
// the number 12, a list.
func (v Value) Found() string { return v.n.found() }

// Remedy ends a message about a value that is none of those known: with the one
// that it is a slip of, or else with all of them.
func Remedy(name string, known []string) string { return oneOf(name, known) }

// Closest returns the known name that another one is a slip of, "" for none.
func Closest(name string, known []string) string { return closest(name, known) }

// Quote returns a text as it stands in a message: between quotes, and cut where
// it is long.
func Quote(text string) string { return quote(text) }
