package yamldoc

import (
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"

	"example.com/opgen/internal/text/wording"
)

// properties are what may stand in front of a value.
type properties struct {
	anchor string
	last   *token.Token // nil without any
}

var anchorName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// properties reads anchors and tags. Tags are refused, and then read over so
// that they hide no other problem.
func (p *treeParser) properties() properties {
	var props properties
	for t := p.peek(); t != nil; t = p.peek() {
		switch t.Type {
		case token.TagType:
			p.report(UnsupportedTag, t.Position.Line, t.Position.Column, tokenWidth(t),
				"tag %s is not part of the format; delete it, and quote the value if it is a string, or take its quotes away if it is not", wording.Quote(t.Value))
			props.last = p.take()
		case token.AnchorType:
			anchor := p.take()
			name := p.peek()
			if name == nil || !isScalar(name) || name.Position.Line != anchor.Position.Line || props.anchor != "" {
				p.fail(anchor, "an anchor is & with a name, at most one in front of a value")
				return props
			}
			// The scanner takes &a with a tab and a word for one name, without the
			// tab, and parsers differ about other characters.
			if !anchorName.MatchString(strings.Trim(name.Origin, " \t\n")) {
				p.fail(anchor, "an anchor is & with a name of letters, digits, _ and -, and a blank behind it, not &%s", wording.Clip(name.Value))
				return props
			}
			props.anchor, props.last = name.Value, p.take()
			p.anchors[props.anchor] = nil
		default:
			return props
		}
	}
	return props
}

// anchor makes a value known under its anchor.
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
			return p.fail(t, "an alias takes no anchor and no tag; delete what stands before it")
		}
		return p.alias()
	case t.Type == token.MappingStartType:
		return p.flowMap()
	case t.Type == token.SequenceStartType:
		return p.flowList()
	case isScalar(t):
		return p.scalar(p.take())
	case t.Type == token.MappingKeyType:
		return p.fail(t, `keys with "?" are not part of the format; write "key: value"`)
	case t.Type == token.MappingValueType:
		return p.fail(t, "a colon without a key in front of it; keys are plain or quoted text")
	}
	return p.fail(t, "unexpected %s; check the brackets and the indentation before it, or quote the text", describe(t))
}

// alias returns the node that an alias stands for, within the budget.
func (p *treeParser) alias() *Node {
	star := p.take()
	name := p.peek()
	if name == nil || !isScalar(name) || name.Position.Line != star.Position.Line {
		return p.fail(star, "an alias is * with the name of an anchor")
	}
	p.take()
	if next := p.peek(); next != nil && next.Type == token.MappingValueType && next.Position.Line == star.Position.Line {
		return p.fail(star, "an alias cannot be a key; write the key")
	}
	width := tokenWidth(name) + 1
	n, known := p.anchors[name.Value]
	switch {
	case !known:
		p.report(BadAlias, star.Position.Line, star.Position.Column, width, "no anchor &%s stands before this alias; quote a text that starts with *", wording.Clip(name.Value))
		return p.broken(star)
	case n == nil:
		p.report(BadAlias, star.Position.Line, star.Position.Column, width, "the alias stands inside its own anchor &%s; write the value", wording.Clip(name.Value))
		return p.broken(star)
	case p.depth+n.height > maxDepth:
		return p.failAs(TooDeep, star, "with this alias, maps and lists are nested more than %d levels deep, which is the limit of the format; shorten what stands here", maxDepth)
	case p.src.set.aliased+n.size > maxNodes:
		return p.failAs(TooManyNodes, star, "up to this alias, aliases stand for more than %d nodes; use fewer of them", maxNodes)
	}
	p.src.set.aliased += n.size
	return n
}

// flowMap reads {key: value, key: value}.
func (p *treeParser) flowMap() *Node {
	open := p.take()
	m := p.at(open)
	m.Kind, m.height = Map, 1
	if !p.enter(open) {
		return m
	}
	defer func() { p.depth-- }()
	keys := map[string]*Node{}
	for more := false; p.flowMore(open, token.MappingEndType, "}", more); more = true {
		t := p.take()
		if t.Type == token.AnchorType || t.Type == token.TagType {
			return p.fail(t, "keys take no anchor and no tag; delete it")
		}
		if !isScalar(t) {
			return p.fail(t, "expected a key, found %s; keys are plain or quoted text", describe(t))
		}
		key := p.scalar(t)
		if next := p.peek(); next == nil || next.Type != token.MappingValueType {
			key.bare = true
		}
		p.addEntry(m, keys, key, p.flowMapValue(t, key))
	}
	return m
}

// flowMapValue reads the value of a key in flow style, null without a colon.
func (p *treeParser) flowMapValue(keyToken *token.Token, key *Node) *Node {
	colon := p.peek()
	if colon == nil || colon.Type != token.MappingValueType {
		return null(key)
	}
	p.take()
	if keyToken.Position.Line != colon.Position.Line {
		return p.fail(keyToken, "a key and its colon stand on one line; quote the text that holds a colon, or look for a missing comma")
	}
	// The scanner takes {id:string} for {id: string}, which to YAML and to the
	// editor is the one text "id:string". So it is with {id:*a} and {id:&a x}.
	t := p.peek()
	quoted := keyToken.Type == token.SingleQuoteType || keyToken.Type == token.DoubleQuoteType
	if t != nil && (isScalar(t) || t.Type == token.AliasType || t.Type == token.AnchorType) && !quoted && t.Position.Line == colon.Position.Line && t.Position.Column == colon.Position.Column+1 {
		return p.fail(colon, "a colon without a blank behind it; put one there, or quote the text that holds the colon")
	}
	return p.flowValue(key)
}

// flowValue reads a value in flow style, null if the next entry follows.
func (p *treeParser) flowValue(empty *Node) *Node {
	props := p.properties()
	n := null(empty)
	t := p.peek()
	if t != nil && t.Type != token.CollectEntryType && t.Type != token.MappingEndType && t.Type != token.SequenceEndType {
		// The scanner takes "Tax number sensitive: true" for one text. To YAML it is
		// none, and to the author it is two entries.
		if t.Type == token.StringType && strings.Contains(t.Value, ": ") {
			return p.fail(t, "a colon in %s; quote the text, or put the comma that is missing", describe(t))
		}
		n = p.value(props)
	}
	p.anchor(props, n)
	return n
}

// flowList reads [value, value].
func (p *treeParser) flowList() *Node {
	open := p.take()
	l := p.at(open)
	l.Kind, l.height = List, 1
	if !p.enter(open) {
		return l
	}
	defer func() { p.depth-- }()
	for p.flowMore(open, token.SequenceEndType, "]", len(l.Items) > 0) {
		t := p.peek()
		if p.atKey() {
			return p.fail(t, "a map without braces in a list; write {%s: ...}, or quote the text that holds a colon", wording.Clip(t.Value))
		}
		if t.Type == token.CollectEntryType {
			return p.fail(t, "a comma without a value in front of it; delete it")
		}
		item := p.flowValue(p.at(t))
		l.Items = append(l.Items, item)
		l.add(item)
	}
	return l
}

// flowMore moves to the next entry of a map or list in flow style, behind the
// comma, or behind the end and returns false.
func (p *treeParser) flowMore(open *token.Token, end token.Type, bracket string, comma bool) bool {
	if t := p.peek(); comma && t != nil && t.Type == token.CollectEntryType {
		p.take()
		comma = false
	}
	t := p.peek()
	switch {
	case p.failed:
		return false
	case t == nil:
		p.fail(open, "%s has no closing %q", describe(open), bracket)
		return false
	case t.Type == end:
		p.take()
		return false
	case comma:
		p.fail(t, `expected "," or %q, found %s; put a comma before it, or quote the text that it belongs to`, bracket, describe(t))
		return false
	}
	return true
}
