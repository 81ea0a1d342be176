package yamldoc

import (
	"cmp"
	"strings"

	"github.com/goccy/go-yaml/token"

	"example.com/opgen/internal/text/wording"
)

// treeParser builds nodes from the tokens of one document. It supports the part of YAML that a
// catalog needs: maps with scalar keys, lists, scalars, anchors and aliases. It stops at the
// first syntax error, because later ones may be consequences.
type treeParser struct {
	checker *Checker
	src     *source
	format  Format
	tokens  []lexeme
	next    int              // index of the current token
	depth   int              // maps and lists around it
	anchors map[string]*Node // by name; nil while the anchored value is read
	failed  bool             // a syntax error was reported, and no token is left
	spare   []Node           // allocated together
}

// report adds a problem with the text itself.
func (p *treeParser) report(id ID, at *Node, format string, args ...any) *Problem {
	return p.checker.Report(id, at, Scope{}, format, args...)
}

// document returns the value of the text, nil if the text is empty or has a syntax error.
func (p *treeParser) document() *Node {
	if len(p.tokens) == 0 {
		return p.emptyDocument()
	}
	root := p.block(1, 1, p.at(&p.tokens[0]), nil)
	if t := p.peek(); t != nil {
		p.fail(t, "unexpected %s; check the indentation and the quotes before it", p.describe(t))
	}
	if p.failed {
		return nil
	}
	return root
}

// emptyDocument returns a map without entries if the format allows an empty text, and reports it
// otherwise.
func (p *treeParser) emptyDocument() *Node {
	start := p.place(1, 1, 1)
	start.Kind = Map
	if p.format.Empty {
		return start
	}
	remedy := ""
	if p.format.Version != "" {
		remedy = "; it starts with " + wording.Quote(p.format.start())
	}
	p.report(EmptyDocument, start, "the text is empty%s", remedy)
	return nil
}

// peek returns the current token, nil at the end.
func (p *treeParser) peek() *lexeme {
	if p.next >= len(p.tokens) {
		return nil
	}
	return &p.tokens[p.next]
}

// take returns the current token, which must exist, and moves past it.
func (p *treeParser) take() *lexeme {
	p.next++
	return &p.tokens[p.next-1]
}

// fail reports a syntax error, unless one was reported, and drops all remaining tokens.
func (p *treeParser) fail(t *lexeme, format string, args ...any) *Node {
	return p.failAs(Syntax, t, format, args...)
}

// failAs is fail for an error with an id of its own.
func (p *treeParser) failAs(id ID, t *lexeme, format string, args ...any) *Node {
	if !p.failed {
		p.failed = true
		p.report(id, p.at(t), format, args...)
		p.next = len(p.tokens)
	}
	return p.node(Broken, t)
}

// enter returns a new map or list that starts at t, one level deeper than its parent.
func (p *treeParser) enter(kind Kind, t *lexeme) *Node {
	p.depth++
	if p.depth > maxDepth {
		p.failAs(TooDeep, t,
			"maps and lists are nested more than %d levels deep, which is the limit of the "+
				"format; shorten this",
			maxDepth)
	}
	n := p.node(kind, t)
	n.height = 1
	return n
}

// leave ends what enter began.
func (p *treeParser) leave() { p.depth-- }

// block reads the value at the current token, in block style. If no token is at column col or
// to its right, the value is null and has the place of empty. A list may start at column list,
// because the list of a key may be directly below the key. The colon of the key is nil if there is none.
func (p *treeParser) block(col, list int, empty *Node, colon *lexeme) *Node {
	if p.isOutside(col, list) {
		return nullNode(empty)
	}
	props := p.properties()
	var n *Node
	if p.isOutside(col, list) {
		n = nullNode(empty)
	} else {
		n = p.blockContent(props, cmp.Or(props.last, colon))
	}
	p.anchor(props, n)
	return n
}

// isOutside reports whether the current token is to the left of a value at column col, or, if the value
// is a list, at column list.
func (p *treeParser) isOutside(col, list int) bool {
	t := p.peek()
	switch {
	case t == nil:
		return true
	case t.Type == token.SequenceEntryType:
		return t.column < col && t.column < list
	default:
		return t.column < col
	}
}

// blockContent reads a value behind its anchor. A list or a map must not be on the line of the token before.
func (p *treeParser) blockContent(props properties, before *lexeme) *Node {
	t := p.peek()
	isList, isMap := t.Type == token.SequenceEntryType, p.atKey()
	switch {
	case (isList || isMap) && before != nil && before.line == t.line:
		return p.fail(t,
			"%s starts a map or a list after a key, an anchor or a tag; quote the text if it "+
				"contains the colon, or start it on the next line",
			p.describe(t))
	case isList:
		return p.blockList(t.column)
	case isMap:
		return p.blockMap(t.column)
	case t.Type == token.LiteralType, t.Type == token.FoldedType:
		return p.literal()
	}
	return p.value(props)
}

// atKey reports whether the current token is a key of a map in block style.
func (p *treeParser) atKey() bool {
	return p.next+1 < len(p.tokens) && p.tokens[p.next+1].Type == token.MappingValueType &&
		isScalar(&p.tokens[p.next])
}

// blockMap reads a map whose keys are at a column.
func (p *treeParser) blockMap(col int) *Node {
	m := p.enter(Map, p.peek())
	defer p.leave()
	var keys keySet
	for t := p.peek(); t != nil && t.column == col; t = p.peek() {
		if !p.atKey() {
			return p.fail(t,
				"expected a plain or quoted key with a colon, found %s; check the indentation",
				p.describe(t))
		}
		key := p.take()
		colon := p.take()
		if key.line != colon.line {
			return p.fail(key,
				"a key and its colon must be on one line; quote the text that contains a "+
					"colon, or check the indentation")
		}
		k := p.scalar(key)
		p.addEntry(m, &keys, k, p.block(col+1, col, k, colon))
		p.endEntry(col, colon)
	}
	return m
}

// blockList reads a list whose hyphens are at a column.
func (p *treeParser) blockList(col int) *Node {
	l := p.enter(List, p.peek())
	defer p.leave()
	for {
		t := p.peek()
		if t == nil || t.column != col || t.Type != token.SequenceEntryType {
			return l
		}
		item := p.block(col+1, col+1, p.at(p.take()), nil)
		l.Items = append(l.Items, item)
		l.add(item)
		p.endEntry(col, t)
	}
}

// endEntry refuses a token that follows an entry of a map or list without starting another
// entry of it or of its parents.
func (p *treeParser) endEntry(col int, start *lexeme) {
	t := p.peek()
	switch {
	case t == nil:
	case t.line == start.line:
		p.fail(t, "unexpected %s; quote the text, or start a new line", p.describe(t))
	case t.column > col:
		p.fail(t, "%s is indented by %d, the entry before it by %d; align them", p.describe(t),
			t.column-1, col-1)
	}
}

// addEntry adds an entry to a map unless its key is refused. The parameter keys finds the keys of
// the map so far.
func (p *treeParser) addEntry(m *Node, keys *keySet, key, value *Node) {
	if p.failed {
		return
	}
	if key.Text == "<<" && key.merge {
		p.report(UnknownKey, key, `merge keys are not part of the format; write the entries out`)
		m.Partial = true
		return
	}
	if first := keys.find(m, key.Text); first != nil {
		p.report(DuplicateKey, key, "key %s is given twice; delete or rename one",
			wording.Quote(key.Text)).And(first, "first given here")
		return
	}
	keys.add(key)
	m.Entries = append(m.Entries, Entry{key, value})
	m.size++
	m.add(value)
}

// scalar returns the node of a scalar token.
func (p *treeParser) scalar(t *lexeme) *Node {
	n := p.node(String, t)
	n.Text = t.Value
	n.merge = t.Type == token.MergeKeyType
	isQuoted := t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	if !isQuoted {
		n.Kind = plainKind(t.Value)
		return p.checkPlain(t, n)
	}
	if strings.Contains(t.Origin, "\t\n") { // the scanner keeps the tab
		return p.fail(t, "a tab at the end of a line in %s; delete it", p.describe(t))
	}
	return n
}

// checkPlain returns the node of a text without quotes, or refuses a text that the scanner reads in
// another way than YAML.
func (p *treeParser) checkPlain(t *lexeme, n *Node) *Node {
	if strings.HasPrefix(t.Value, "%") {
		return p.fail(t, `%s starts with "%%", which starts a directive; quote the text`, p.describe(t))
	}
	isKey := t.Value == "?" || strings.HasPrefix(t.Value, "? ") // text to the scanner after a hyphen
	if isKey || strings.Contains(t.Value, " #") {
		return p.fail(t, "%s contains a comment or a key with \"?\" to other readers; quote the text",
			p.describe(t))
	}
	for line := range strings.Lines(t.Origin) {
		if strings.Contains(strings.Trim(line, " \t\n"), "\t") { // the scanner drops the tab
			return p.fail(t, `a tab in %s; quote the text, and write the tab as \t between double quotes`,
				p.describe(t))
		}
	}
	return n
}

// literal reads a text after | or >. An empty text has no token.
func (p *treeParser) literal() *Node {
	header := p.take()
	n := p.node(String, header)
	t := p.peek()
	if t == nil || t.Type != token.StringType {
		return n
	}
	last, isOdd := p.lastLine(header)
	if isOdd {
		return p.fail(header,
			"the text starts or ends with a line of blanks that is longer than its "+
				"indentation; delete the blanks")
	}
	n.Text = p.take().Value
	if strings.Contains(header.Value, "-") { // the scanner strips the blanks of the last line, too
		n.Text += last[len(strings.TrimRight(last, " ")):]
	}
	end, isUnfinished := p.src.unfinishedLine()
	isLast := strings.HasSuffix("\n"+strings.TrimRight(t.Origin, "\n"), "\n"+end)
	if isUnfinished && isLast {
		n.Text = strings.TrimSuffix(n.Text, "\n") // scan added it
	}
	return n
}

// lastLine returns the last line of a text after | or > that is not blank. It reports whether the
// text starts or ends with a line of blanks that is longer than its indentation: YAML refuses the
// first, and the scanner drops the second. If the header says how far the text is indented,
// lastLine returns nothing.
func (p *treeParser) lastLine(header *lexeme) (last string, isOdd bool) {
	if strings.ContainsAny(header.Value, "123456789") {
		return "", false
	}
	indent := -1 // of the text
	longest := 0 // of the blank lines since the last other line
	for _, line := range p.src.lines[header.line:] {
		text := strings.TrimLeft(line, " ")
		blanks := len(line) - len(text)
		switch {
		case text == "":
			longest = max(longest, blanks)
			continue
		case indent < 0 && longest > blanks:
			return last, true
		case blanks < indent: // the text has ended
			return last, longest > indent
		case indent < 0:
			indent = blanks
		}
		last, longest = line, 0
	}
	return last, longest > indent
}

// at returns a node without a value at the place of a token.
func (p *treeParser) at(t *lexeme) *Node {
	return p.place(t.line, t.column, tokenWidth(t))
}

// node returns a node of a kind at the place of a token.
func (p *treeParser) node(kind Kind, t *lexeme) *Node {
	n := p.at(t)
	n.Kind = kind
	return n
}

// place returns a node without a value at a place.
func (p *treeParser) place(line, col, width int) *Node {
	if len(p.spare) == 0 {
		p.spare = make([]Node, 128)
	}
	n := &p.spare[0]
	p.spare = p.spare[1:]
	n.place = place{p.src, int32(line), int32(col), int32(width)}
	n.size = 1
	return n
}

// nullNode returns null at the place of a node.
func nullNode(at *Node) *Node { return &Node{Kind: Null, place: at.place, size: 1} }

// isScalar reports whether a token is a scalar of any kind.
func isScalar(t *lexeme) bool {
	switch t.Type {
	case token.NullType, token.ImplicitNullType, token.BoolType, token.StringType,
		token.SingleQuoteType, token.DoubleQuoteType, token.MergeKeyType,
		token.IntegerType, token.BinaryIntegerType, token.OctetIntegerType, token.HexIntegerType,
		token.FloatType, token.InfinityType, token.NanType:
		return true
	}
	return false
}

// describe returns a token as messages show it.
func (p *treeParser) describe(t *lexeme) string {
	if isScalar(t) {
		if p.src.set.private {
			return "a text"
		}
		return "the text " + wording.Quote(t.Value)
	}
	return wording.Quote(t.Value)
}
