package behaviour

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/sample"
)

// Proposals returns the text of a file with what is proposed for all operations of a
// catalog. It has no problems.
//
// Operations that create nothing are about kinds that others create where their names can
// be read so. What is created gets what responses of other operations require. An
// operation whose line is at odds with those of others responds with a sample.
func Proposals(c *catalog.Catalog) string {
	ops := slices.Collect(c.Operations())
	known := kindsOf(ops)
	text := "resources: 1\n"
	if known.Kinds != nil {
		text += "\nkinds:\n"
	}
	shown := known.shown(ops)
	for _, k := range known.Kinds {
		attrs := "{}"
		if k.ID = idOf(k, shown[k]); k.ID != "/id" {
			attrs = "{id: " + yamldoc.Scalar(k.ID) + "}"
		}
		text += "  " + k.Name + ": " + attrs + "\n"
	}
	text += "\noperations:\n"
	first := strings.Count(text, "\n") + 1
	lines := make([][]string, len(ops)) // of each operation, the best one first
	for i, op := range ops {
		if p := known.about(op); p.verb == Create {
			p.set = required(p, shown[p.kind])
			line, _ := p.line()
			lines[i] = append(lines[i], line)
		}
		line, _ := known.Propose(op)
		lines[i] = append(lines[i], line, canned(op))
	}
	for {
		whole := text
		for _, of := range lines {
			whole += "  " + of[0] + "\n"
		}
		_, err := Parse(c, "", []byte(whole))
		problems, _ := errors.AsType[catalog.Problems](err)
		wrong := map[int]bool{}
		for _, p := range problems {
			if i := p.Pos.Line - first; i >= 0 && i < len(lines) && len(lines[i]) > 1 {
				wrong[i] = true
			}
		}
		if len(wrong) == 0 {
			return whole
		}
		for i := range wrong {
			lines[i] = lines[i][1:]
		}
	}
}

// kindsOf returns the kinds that operations create, and those of operations that can be
// about none of them.
func kindsOf(ops []*catalog.Operation) *Behaviour {
	b := new(Behaviour)
	add := func(name string) {
		if name != "" && !slices.ContainsFunc(b.Kinds, func(k *Kind) bool { return k.Name == name }) {
			b.Kinds = append(b.Kinds, &Kind{Name: name, ID: "/id"})
		}
	}
	for _, op := range ops {
		if p := new(Behaviour).about(op); p.verb == Create {
			add(p.name)
		}
	}
	for _, op := range ops {
		_, kind := b.Propose(op)
		add(kind)
	}
	return b
}

// shape is what a response shows of a document.
type shape struct {
	*catalog.Shape
	verb Verb
}

// shown returns what the responses of operations show of the documents of each kind.
func (b *Behaviour) shown(ops []*catalog.Operation) map[*Kind][]shape {
	all := map[*Kind][]shape{}
	for _, op := range ops {
		p := b.about(op)
		if _, idle := p.line(); !idle && p.document().shape != nil {
			all[p.kind] = append(all[p.kind], shape{p.document().shape, p.verb})
		}
	}
	return all
}

// idOf returns the member that holds the ids of a kind, by its name in responses.
func idOf(k *Kind, shown []shape) string {
	for _, name := range []string{"id", k.Name + "_id"} {
		for _, s := range shown {
			for _, f := range s.Fields {
				if held := ofField(f).holds(); spelled(f) == name && (held == aString || held == anInteger) {
					return pointer(f.Name)
				}
			}
		}
	}
	return "/id"
}

// required writes what documents lack that responses of other operations show.
func required(p *proposal, shown []shape) string {
	var members []string
	var names []string
	for _, s := range shown {
		example, ok := sample.Answer(&catalog.Operation{Response: &catalog.Response{Shape: s.Shape}}, sample.Minimal)
		if !ok || s.verb == Create {
			continue
		}
		for _, f := range s.Fields {
			if !p.lacks(f) || slices.Contains(names, f.Name) {
				continue
			}
			value := constant(member(json.RawMessage(example.JSON()), f.Name))
			if f.Format == catalog.FormatDateTime {
				value = "$now"
			}
			members, names = append(members, pointerTo(f)+": "+value), append(names, f.Name)
		}
	}
	return strings.Join(members, ", ")
}

// canned returns a line by which an operation responds with a sample.
func canned(op *catalog.Operation) string {
	line := yamldoc.Scalar(op.String()) + ": {class: canned"
	if !op.Response.Nothing {
		line += ", answer: " + sampled(op)
	}
	return line + "}"
}

// sampled writes an answer that is a sample, "none" if nobody knows one.
func sampled(op *catalog.Operation) string {
	if r, ok := sample.Answer(op, sample.Minimal); ok && op.Response.Shown {
		return "{" + constantKey + ": " + r.JSON() + "}"
	}
	return "none"
}
