package yamldoc

import (
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"

	"example.com/opgen/internal/text/wording"
)

// The part of YAML between brackets and braces, with anchors, tags and aliases, which are the same in
// both styles. The scanner is lenient here, so much that it accepts is refused: it would mean
// something else to other readers, or be a typing error.

// properties are the anchor and the tags in front of a value.
type properties struct {
	anchor string
	last   *lexeme // nil if there are none
}

var anchorName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// properties reads anchors and tags. It reports tags and continues after them.
func (p *treeParser) properties() properties {
	var props properties
	for t := p.peek(); t != nil; t = p.peek() {
		switch t.Type {
		case token.TagType:
			p.report(UnsupportedTag, p.at(t),
				"tag %s is not part of the format; delete it, and quote the value if it is a "+
					"string, or take its quotes away if it is not",
				wording.Quote(t.Value))
			props.last = p.take()
		case token.AnchorType:
			if !p.anchorOf(&props) {
				return props
			}
		default:
			return props
		}
	}
	return props
}

// anchorOf reads an anchor into the properties of a value. It reports false after a syntax error.
func (p *treeParser) anchorOf(props *properties) bool {
	anchor := p.take()
	name := p.peek()
	hasName := name != nil && isScalar(name) && name.line == anchor.line
	if !hasName || props.anchor != "" {
		p.fail(anchor, "an anchor is & with a name, at most one in front of a value")
		return false
	}
	// The scanner reads &a with a tab and a word as one name without the tab, and
	// parsers differ about other characters.
	if !anchorName.MatchString(strings.Trim(name.Origin, " \t\n")) {
		p.fail(anchor,
			"an anchor is & with a name of letters, digits, _ and -, and a blank after "+
				"it, not &%s",
			wording.Clip(name.Value))
		return false
	}
	props.anchor = name.Value
	props.last = p.take()
	p.anchors[props.anchor] = nil
	return true
}

// anchor lets aliases refer to a value.
func (p *treeParser) anchor(props properties, n *Node) {
	if props.anchor != "" {
		p.anchors[props.anchor] = n
	}
}

// value reads an alias, a scalar, or a map or list in flow style.
func (p *treeParser) value(props properties) *Node {
	t := p.peek()
	switch {
	case t.Type == token.AliasType:
		if props.last != nil {
			return p.fail(t, "an alias takes no anchor and no tag; delete the one before it")
		}
		return p.alias()
	case t.Type == token.MappingStartType:
		return p.flowMap()
	case t.Type == token.SequenceStartType:
		return p.flowList()
	case isScalar(t):
		return p.scalar(p.take())
	}
	return p.fail(t,
		"unexpected %s; check the brackets and the indentation before it, or quote the text",
		p.describe(t))
}

// alias returns the node that an alias refers to, if the limits allow it.
func (p *treeParser) alias() *Node {
	star := p.take()
	name := p.peek()
	if name == nil || !isScalar(name) || name.line != star.line {
		return p.fail(star, "an alias is * with the name of an anchor")
	}
	p.take()
	at := p.node(Broken, star)
	at.width = int32(tokenWidth(name) + 1)
	n, isKnown := p.anchors[name.Value]
	switch {
	case !isKnown:
		p.report(BadAlias, at,
			"there is no anchor &%s before this alias; quote a text that starts with *",
			wording.Clip(name.Value))
		return at
	case n == nil:
		p.report(BadAlias, at, "the alias is inside its own anchor &%s; write the value",
			wording.Clip(name.Value))
		return at
	case p.depth+int(n.height) > maxDepth:
		return p.failAs(TooDeep, star,
			"with this alias, maps and lists are nested more than %d levels deep, which is the "+
				"limit of the format; shorten this",
			maxDepth)
	case p.src.set.aliased+int(n.size) > maxNodes:
		return p.failAs(TooManyNodes, star,
			"up to this alias, aliases expand to more than %d nodes; use fewer of them", maxNodes)
	}
	p.src.set.aliased += int(n.size)
	return n
}

// flowMap reads {key: value, key: value}.
func (p *treeParser) flowMap() *Node {
	open := p.take()
	m := p.enter(Map, open)
	defer p.leave()
	var keys keySet
	for more := false; p.nextFlowEntry(open, token.MappingEndType, "}", more); more = true {
		t := p.take()
		if !isScalar(t) {
			return p.fail(t, "expected a key, found %s; keys are plain or quoted text",
				p.describe(t))
		}
		if t.Type == token.StringType && strings.ContainsAny(t.Value, "[]{}") {
			return p.fail(t, "a bracket in %s; quote the text, or insert the missing comma",
				p.describe(t))
		}
		key := p.scalar(t)
		if next := p.peek(); next == nil || next.Type != token.MappingValueType {
			key.bare = true
		}
		value := p.flowMapValue(t, key)
		if key.bare && hasInnerColon(key.Text) && t.Type == token.StringType {
			value.bare = true // {id:string} is the key "id:string"
		}
		p.addEntry(m, &keys, key, value)
	}
	return m
}

// flowMapValue reads the value of a key in flow style, which is null if there is no colon.
func (p *treeParser) flowMapValue(keyToken *lexeme, key *Node) *Node {
	colon := p.peek()
	if colon == nil || colon.Type != token.MappingValueType {
		return nullNode(key)
	}
	p.take()
	if keyToken.line != colon.line {
		return p.fail(keyToken,
			"a key and its colon must be on one line; quote the text that contains a colon, or "+
				"look for a missing comma")
	}
	// The scanner reads {id:string} as {id: string}, but YAML and editors read it as the text
	// "id:string". The same applies to {id:*a} and {id:&a x}.
	t := p.peek()
	isQuoted := keyToken.Type == token.SingleQuoteType || keyToken.Type == token.DoubleQuoteType
	if !isQuoted && isBehind(colon, t) {
		return p.fail(colon,
			"a colon without a blank after it; put one there, or quote the text that contains "+
				"the colon")
	}
	return p.flowValue(key)
}

// flowValue reads a value in flow style, which is null if the next entry follows.
func (p *treeParser) flowValue(empty *Node) *Node {
	props := p.properties()
	var n *Node
	t := p.peek()
	switch {
	case t == nil || endsEntry(t):
		n = nullNode(empty)
	case t.Type == token.StringType && strings.ContainsAny(t.Value, "[]{}"):
		return p.fail(t, "a bracket in %s; quote the text, or insert the missing comma",
			p.describe(t))
	case t.Type == token.StringType && strings.Contains(t.Value+" ", ": "):
		// The scanner reads "Tax number sensitive: true" as one text, and "a:" in [a:]. The first
		// is invalid YAML, and its author probably wrote two entries; the second is a map.
		return p.fail(t, "a colon in %s; quote the text, or insert the missing comma",
			p.describe(t))
	default:
		n = p.value(props)
	}
	p.anchor(props, n)
	return n
}

// isBehind reports whether a scalar, an alias or an anchor follows a colon without a blank.
func isBehind(colon, t *lexeme) bool {
	if t == nil || t.line != colon.line {
		return false
	}
	isText := isScalar(t) || t.Type == token.AliasType || t.Type == token.AnchorType
	return isText && t.column == colon.column+1
}

// endsEntry reports whether a token ends an entry of a collection in flow style.
func endsEntry(t *lexeme) bool {
	switch t.Type {
	case token.CollectEntryType, token.MappingEndType, token.SequenceEndType:
		return true
	default:
		return false
	}
}

// flowList reads [value, value].
func (p *treeParser) flowList() *Node {
	open := p.take()
	l := p.enter(List, open)
	defer p.leave()
	for p.nextFlowEntry(open, token.SequenceEndType, "]", len(l.Items) > 0) {
		t := p.peek()
		if t.Type == token.CollectEntryType {
			return p.fail(t, "a comma without a value in front of it; delete it")
		}
		item := p.flowValue(p.at(t))
		l.Items = append(l.Items, item)
		l.add(item)
	}
	return l
}

// nextFlowEntry moves to the next entry of a map or list in flow style and reports whether there is
// one. At the end, it moves past the bracket. A comma is needed after an entry, but not before the
// bracket.
func (p *treeParser) nextFlowEntry(open *lexeme, end token.Type, bracket string, needsComma bool) bool {
	if t := p.peek(); needsComma && t != nil && t.Type == token.CollectEntryType {
		p.take()
		needsComma = false
	}
	t := p.peek()
	switch {
	case p.failed:
		return false
	case t == nil:
		p.fail(open, "%s has no closing %q", p.describe(open), bracket)
		return false
	case t.Type == end:
		p.take()
		return false
	case needsComma:
		p.fail(t,
			`expected "," or %q, found %s; put a comma before it, or quote the text that it `+
				`belongs to`,
			bracket, p.describe(t))
		return false
	}
	return true
}
