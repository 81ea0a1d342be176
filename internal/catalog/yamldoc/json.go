package yamldoc

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// JSON is nearly YAML, but not for every reader of it: YAML has no pairs of \u escapes for one
// character, and the scanner bounds runs of some characters, which a JSON string may have. A text
// whose values come from calls is therefore read as JSON if it is JSON.

// ParseAny is [Checker.Parse], except that it reads JSON by the rules of JSON, whatever characters
// its strings have.
func (c *Checker) ParseAny(src Source, f Format) *Node {
	isJSON := len(src.Text) <= maxSize && utf8.Valid(src.Text) && json.Valid(src.Text)
	if !isJSON {
		return c.Parse(src, f)
	}
	s := newSource(len(c.sources), src)
	s.set = &fileSet{name: f.Name, private: f.Private, named: map[string]*Node{s.path: nil}}
	c.sources = append(c.sources, s)
	r := &jsonReader{
		checker: c,
		src:     s,
		cursor:  cursor.New(s.text, cursor.Limits{Depth: maxDepth, Items: maxIndicators}),
		line:    1,
	}
	root := r.value()
	if fault := r.cursor.Fault; r.cursor.Broken {
		c.Report(jsonFaults[fault.Rule], r.place(r.cursor.I), Scope{}, "the text %s", fault.Message)
		return nil
	}
	return root
}

// jsonFaults are the ids of the problems of valid JSON that is refused. Unpaired surrogates break
// the rule of JSON for the cursor.
var jsonFaults = map[string]ID{
	cursor.RuleJSON:       Syntax,
	cursor.RuleDepth:      TooDeep,
	cursor.RuleItemsLimit: TooManyNodes,
}

// jsonReader makes the nodes of a JSON text. It knows the position of one offset and only moves
// forward, so that a long line is counted once.
type jsonReader struct {
	checker *Checker
	src     *source
	cursor  *cursor.Cursor

	offset int // up to which lines and characters are counted
	line   int // of the offset
	before int // the number of characters before the offset in its line
}

// place returns a node without a value at an offset, which is not before that of the last call.
func (r *jsonReader) place(offset int) *Node {
	passed := r.src.text[r.offset:offset]
	if end := strings.LastIndexByte(passed, '\n'); end >= 0 {
		r.line += strings.Count(passed, "\n")
		r.before = 0
		passed = passed[end+1:]
	}
	r.before += utf8.RuneCountInString(passed)
	r.offset = offset
	return &Node{place: place{r.src, int32(r.line), int32(r.before + 1), 1}, size: 1}
}

// value reads the value at the cursor.
func (r *jsonReader) value() *Node {
	c := r.cursor
	n := r.place(c.I)
	switch c.Peek() {
	case '{':
		n.Kind, n.height = Map, 1
		r.members(n)
	case '[':
		n.Kind, n.height = List, 1
		for more := c.FirstItem(); more; more = c.NextItem() {
			item := r.value()
			n.Items = append(n.Items, item)
			n.add(item)
		}
	case '"':
		n.Kind = String
		n.Text, _ = c.Quoted()
	default:
		start := c.I
		c.Skip()
		n.Text = c.Text[start:c.I]
		n.Kind = plainKind(n.Text)
	}
	return n
}

// members reads the members of an object into a map.
func (r *jsonReader) members(n *Node) {
	c := r.cursor
	first := map[string]*Node{} // the keys so far
	c.Open()
	for {
		at := c.I // before the quote of the key
		if !c.Next() || !c.CountItems(1) {
			return
		}
		key := r.place(at + strings.IndexByte(c.Text[at:], '"'))
		key.Kind, key.Text = String, c.Key
		value := r.value()
		if other := first[key.Text]; other != nil {
			r.checker.Report(DuplicateKey, key, Scope{},
				"key %s is given twice; delete or rename one", wording.Quote(key.Text)).
				And(other, "first given here")
			continue
		}
		first[key.Text] = key
		n.Entries = append(n.Entries, Entry{key, value})
		n.add(value)
	}
}
