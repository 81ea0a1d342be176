package behaviour

import (
	"errors"
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/sample"
	"example.com/opgen/internal/yamldoc"
)

// Proposals returns the text of a file with what is proposed for all operations of a
// catalog. It has no problems. Operations that create nothing are about kinds that others
// create where their names can be read so. An operation whose line is at odds with those
// of others responds with a sample.
func Proposals(c *catalog.Catalog) string {
	var known Behaviour
	add := func(name string) {
		if name != "" && !slices.ContainsFunc(known.Kinds, func(k *Kind) bool { return k.Name == name }) {
			known.Kinds = append(known.Kinds, &Kind{Name: name, ID: "/id"})
		}
	}
	for op := range c.Operations() {
		if _, kind, verb := new(Behaviour).propose(op); verb == Create {
			add(kind)
		}
	}
	var lines []string
	for op := range c.Operations() {
		line, kind := known.Propose(op)
		add(kind)
		lines = append(lines, line)
	}
	head := "resources: 1\n\n"
	if known.Kinds != nil {
		head += "kinds:\n"
		for _, k := range known.Kinds {
			head += "  " + k.Name + ": {}\n"
		}
		head += "\n"
	}
	head += "operations:\n"
	first := strings.Count(head, "\n") + 1
	ops := slices.Collect(c.Operations())
	for {
		text := head + "  " + strings.Join(lines, "\n  ") + "\n"
		_, err := Parse(c, "", []byte(text))
		problems, _ := errors.AsType[catalog.Problems](err)
		changed := false
		for _, p := range problems {
			if i := p.Pos.Line - first; i >= 0 && i < len(lines) && lines[i] != canned(ops[i]) {
				lines[i], changed = canned(ops[i]), true
			}
		}
		if !changed {
			return text
		}
	}
}

// canned returns a line by which an operation responds with a sample.
func canned(op *catalog.Operation) string {
	line := yamldoc.Scalar(op.String()) + ": {class: canned"
	switch r, ok := sample.Answer(op, sample.Minimal); {
	case op.Response.Nothing:
	case op.Response.Shown && ok:
		line += ", answer: {" + constantKey + ": " + r.JSON() + "}"
	default:
		line += ", answer: none"
	}
	return line + "}"
}
