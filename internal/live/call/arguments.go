// Package call lets people call an operation of any catalog without generated code: it reads
// the request from the words of a command line, says everything that is wrong with it before
// it is sent, sends what a generated client sends, and shows the response without its
// sensitive values.
package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file reads arguments. KEY=VALUE sets a member to a value of the type that the catalog
// gives to its field, so people quote nothing: page=2 is a number, name=2 a string, and
// agent_ids=a,b a list. KEY:=JSON sets a member to any JSON. A key is the path to a member:
// contact.name, addresses[0].type.

// Arguments returns the request of an operation, a JSON object whose members are in the order of
// the arguments. Its error lists everything that is wrong with them.
func Arguments(op *catalog.Operation, args []string) (string, error) {
	root := &node{kind: '{'}
	var problems []error
	for _, arg := range args {
		if err := add(root, op, arg); err != nil {
			problems = append(problems, err)
		}
	}
	problems = append(problems, root.gaps("")...)
	if problems != nil {
		return "", errors.Join(problems...)
	}
	return string(root.append(nil)), nil
}

// add adds the value of one argument to a request.
func add(root *node, op *catalog.Operation, arg string) error {
	key, text, hasValue := strings.Cut(arg, "=")
	if !hasValue || key == "" { // the text may be a value, which is not repeated
		return fmt.Errorf("expected KEY=VALUE, such as %s", example(op))
	}
	if !utf8.ValidString(arg) {
		return fmt.Errorf("%s: the argument is not valid UTF-8", wording.Quote(key))
	}
	key, isJSON := strings.CutSuffix(key, ":")
	path, err := parsePath(key)
	if err != nil {
		return err
	}
	place, err := root.find(op, path)
	if err != nil {
		return err
	}
	values := []string{text}
	if isJSON {
		if !json.Valid([]byte(text)) {
			return fmt.Errorf("%s:=: the value is not JSON", key)
		}
	} else if values, err = place.read(text); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return root.set(key, path, values, place.isList() && !isJSON)
}

// example returns an argument that an operation takes.
func example(op *catalog.Operation) string {
	if len(op.Request.Fields) == 0 {
		return "name=Ada"
	}
	return op.Request.Fields[0].Name + "=..."
}

// step is one step of a path: the key of a member, or the number of an item.
type step struct {
	key    string
	number int // -1 for a key
}

// String returns the step as an argument has it, without the dot before a key.
func (s step) String() string {
	if s.number >= 0 {
		return fmt.Sprintf("[%d]", s.number)
	}
	return s.key
}

// pathSteps matches one step at the beginning of a path: a key, after a dot unless it is the first;
// a number in brackets; or a key that itself begins with a dot.
var pathSteps = regexp.MustCompile(`^(?:\.?([^.\[\]]+)|\[(\d{1,6})\]|\.(\.[^.\[\]]+))`)

// parsePath splits a path at dots and brackets. The tag of a union may begin with a dot: media..tag.
func parsePath(key string) (path []step, err error) {
	for rest := key; rest != ""; {
		m := pathSteps.FindStringSubmatch(rest)
		if m == nil {
			if path == nil && strings.HasPrefix(rest, ".") { // a tag at the top
				return []step{{key: rest, number: -1}}, nil
			}
			return nil, fmt.Errorf("%s: expected a path such as contact.name or addresses[0].type",
				wording.Quote(key))
		}
		rest = rest[len(m[0]):]
		if m[2] == "" {
			path = append(path, step{key: m[1] + m[3], number: -1})
			continue
		}
		number, _ := strconv.Atoi(m[2]) // up to six digits
		path = append(path, step{number: number})
	}
	return path, nil
}

// join writes the beginning of a path as an argument does.
func join(path []step) string {
	var b strings.Builder
	for _, s := range path {
		if s.number < 0 && b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// place is what the catalog says about the value at a path.
type place struct {
	*catalog.Type
}

// anything is the type of values that the catalog does not describe.
var anything = &catalog.Type{Kind: catalog.Any}

// find returns the place at a path into the request of an operation. The tags that earlier
// arguments gave choose the variants of unions: after media.type=photo, media.width is a field
// of the record of photos. The node may be nil, if no argument has set anything there.
func (n *node) find(op *catalog.Operation, path []step) (place, error) {
	t := op.Request.Type()
	for i, s := range path {
		next, knownKeys := n.variantOf(t).child(s)
		if next == nil {
			return place{}, noSuch(op, path[:i], s, t, knownKeys)
		}
		t = next
		if n != nil {
			n = n.child(s)
		}
	}
	return place{t}, nil
}

// variantOf returns the record of a union's variant if the node has its tag, else the type.
func (n *node) variantOf(t *catalog.Type) place {
	if n == nil || t.Kind != catalog.Union {
		return place{t}
	}
	tag := n.child(step{key: t.Union.By, number: -1})
	if tag == nil {
		return place{t}
	}
	text, _ := decoded(tag.text)
	name, _ := text.(string)
	variant := t.Union.Variant(name)
	if variant == nil || variant.Record == nil {
		return place{t}
	}
	return place{variant.Record.Type()}
}

// child returns the type one step below a type, nil if there is none, and then the keys that
// exist.
func (p place) child(s step) (below *catalog.Type, knownKeys []string) {
	t := p.Type
	isItem := s.number >= 0
	switch t.Kind {
	case catalog.Any, catalog.Unspecified:
		return anything, nil
	case catalog.Array:
		if isItem {
			return t.Elem, nil
		}
	case catalog.Object:
		if !isItem {
			return anything, nil
		}
	case catalog.Map:
		if !isItem {
			return t.Elem, nil
		}
	case catalog.Record:
		if isItem {
			return nil, nil
		}
		return member(s.key, t.Record)
	case catalog.Union:
		if isItem {
			return nil, nil
		}
		if s.key == t.Union.By {
			return &catalog.Type{Kind: catalog.String}, nil
		}
		below, knownKeys = member(s.key, t.Records()...)
		return below, append(knownKeys, t.Union.By)
	}
	return nil, nil
}

// member returns the type of a member of one of several shapes.
func member(key string, shapes ...*catalog.Shape) (t *catalog.Type, knownKeys []string) {
	isOpen := false
	for _, s := range shapes {
		if f := s.Field(key); f != nil {
			return f.Type, nil
		}
		isOpen = isOpen || s.Open
		for _, name := range catalog.Names(s.Fields) {
			if !slices.Contains(knownKeys, name) {
				knownKeys = append(knownKeys, name)
			}
		}
	}
	if isOpen {
		return anything, nil
	}
	return nil, knownKeys
}

// noSuch returns the error for a step that does not exist below a type.
func noSuch(op *catalog.Operation, path []step, s step, t *catalog.Type, knownKeys []string) error {
	where := join(path)
	switch {
	case len(path) == 0 && s.number >= 0:
		return fmt.Errorf("%s: a request is an object; begin with a field, such as %s", s, example(op))
	case len(path) == 0 && len(knownKeys) == 0:
		return fmt.Errorf("%s: %s has no fields", s, op)
	case len(path) == 0:
		return fmt.Errorf("%s: %s has no such field%s", s, op, suggest(s.key, knownKeys))
	case knownKeys != nil:
		whole := join(append(slices.Clip(path), s))
		return fmt.Errorf("%s: %s has no such member%s", whole, where, suggest(s.key, knownKeys))
	case t.Kind == catalog.Array:
		return fmt.Errorf("%s.%s: %s is a list; write %s[0].%s", where, s, where, where, s)
	case s.number >= 0:
		return fmt.Errorf("%s%s: %s is not a list", where, s, where)
	}
	return fmt.Errorf("%s.%s: %s has no members", where, s, where)
}

// suggest lists known names, the closest one first.
func suggest(name string, knownKeys []string) string {
	if closest := wording.Closest(name, knownKeys); closest != "" {
		return fmt.Sprintf("; did you mean %s?", closest)
	}
	return "; there are " + wording.List(knownKeys, "and")
}

// isList reports whether arguments add items.
func (p place) isList() bool { return p.Kind == catalog.Array && isScalar(p.Elem) }

// isScalar reports whether people write a value as one text. An unknown type is one, as text.
func isScalar(t *catalog.Type) bool {
	switch t.Kind {
	case catalog.Array, catalog.Record, catalog.Map, catalog.Union, catalog.Object:
		return false
	}
	return true
}

// read returns the JSON of a value as people write it: of one, or of the items of a list.
func (p place) read(text string) ([]string, error) {
	if !p.isList() {
		value, err := scalar(p.Type, text)
		return []string{value}, err
	}
	if text == "" {
		return nil, nil
	}
	var items []string
	for _, part := range strings.Split(text, ",") {
		item, err := scalar(p.Elem, part)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// numberPattern matches the numbers of JSON, which do not begin with a plus sign or a zero.
var numberPattern = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)

// scalar returns the JSON of one value. Errors do not repeat it, since it may be personal.
func scalar(t *catalog.Type, text string) (string, error) {
	switch t.Kind {
	case catalog.Integer, catalog.Number:
		if !numberPattern.MatchString(text) {
			return "", fmt.Errorf("expected %s", kindNames[t.Kind])
		}
		return text, nil
	case catalog.Boolean:
		if text != "true" && text != "false" {
			return "", errors.New("expected true or false")
		}
		return text, nil
	}
	if isScalar(t) {
		return wording.Literal(text), nil
	}
	if !json.Valid([]byte(text)) {
		return "", fmt.Errorf("expected %s as JSON, or its members one by one", kindNames[t.Kind])
	}
	return text, nil
}

// words describe the kinds of values.
var kindNames = map[catalog.Kind]string{
	catalog.Integer: "an integer, such as 2",
	catalog.Number:  "a number, such as 12.50",
	catalog.Array:   "a list",
	catalog.Record:  "an object",
	catalog.Map:     "an object",
	catalog.Union:   "an object",
	catalog.Object:  "an object",
}
