package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// fieldPrefix matches the field at the start of a problem. Losses of one kind differ in it.
var fieldPrefix = regexp.MustCompile(`^(response: )?field "(\\.|[^"\\])*": `)

// mend prints the catalog and changes what its check refuses, until it has no problems. So
// only package catalog knows the rules of the format. It handles one problem of each part
// at a time.
func (im *importer) mend() ([]byte, error) {
	var last error
	for range maxMends {
		areas := im.catalog.getOrAdd("areas")
		areas.below = slices.DeleteFunc(areas.below, func(a *node) bool { return len(a.list("operations")) == 0 })
		if len(areas.below) == 0 {
			return nil, &NothingError{Losses: im.result().Losses}
		}
		printed := im.print(true)
		_, problems := catalog.Parse("catalog.yaml", printed.Bytes())
		if problems == nil {
			return im.print(false).Bytes(), nil
		}
		last = problems[:1]
		done := map[*node]bool{}
		for _, p := range problems {
			if n, _ := printed.Owner(p.Pos.Line); n != nil && !done[n] {
				done[n] = true
				p.Message = fieldPrefix.ReplaceAllString(p.Message, "")
				im.fixNode(n, p)
			}
		}
		if len(done) == 0 {
			break
		}
	}
	return nil, fmt.Errorf("the importer printed a catalog that it cannot mend, which is a defect; please report it:\n%w", last)
}

const maxMends = 200

// fixNode renames a node if the problem is about its name in Go. Otherwise, it removes the node,
// or ends a cycle of required fields, which is a loss.
func (im *importer) fixNode(n *node, p catalog.Problem) {
	switch {
	case n.rename != nil && (n.remedy == "" || slices.Contains(naming, p.ID)):
		n.rename()
	case p.ID == catalog.CyclicRecord && n.get("required") != nil:
		im.loseAs(n.from, "required", n.about(), p.Message, "the field is optional")
		n.drop("required")
	default:
		im.loseAs(n.from, n.keyword, n.about(), p.Message, n.remedy)
		if n.remove(); n.removed != nil {
			n.removed()
		}
	}
}

// nextGoName changes the explicit name of a node in Go: first to the given name, or to the fallback
// if that is not a name in Go, then by numbers.
func (n *node) nextGoName(first, fallback string) {
	name := cmp.Or(catalog.GoName(first), fallback)
	if n.renamed++; n.renamed > 1 {
		name += strconv.Itoa(n.renamed)
	}
	n.set("go", raw("{name: "+name+"}"), place{})
}

// naming lists the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}

// spellMarks returns a name with its marks as words.
func spellMarks(name string) string { return cmp.Or(goPart(marks.Replace(name)), "Value") }

var marks = strings.NewReplacer("+", " plus ", "-", " minus ", "<", " less ", ">", " greater ", "=", " equal ", "!", " not ",
	"*", " star ", "/", " slash ", "%", " percent ", "&", " and ", "|", " or ", "@", " at ", "#", " number ", "$", " dollar ",
	".", " dot ", ",", " comma ", ":", " colon ", ";", " semicolon ", "_", " underscore ", "~", " tilde ", "^", " caret ",
	"?", " question ")

// width is the maximum length of a line.
const width = 120

// printer writes a catalog. The owner of a line is the node that is mended if the line has a
// problem, or nil.
type printer struct {
	yamldoc.Printer[*node]
	apart bool // each key of a field is on a line, so that its problems can be mended
}

// print writes the catalog, with the keys of fields on separate lines or formatted for readers.
func (im *importer) print(apart bool) *printer {
	p := &printer{apart: apart}
	for _, n := range im.catalog.below {
		p.node(nil, n, 0)
	}
	return p
}

// node writes a node. Those below a field are on its line if that is short enough.
func (p *printer) node(owner, n *node, indent int) {
	below, value := n.below, n.value
	if value == nil && len(below) == 0 {
		return
	}
	if n.kind == "item" {
		value, below = raw(n.String()), nil
	}
	if n.rename != nil || n.remedy != "" {
		owner = n
	}
	if len(below) == 1 && slices.Contains(n.short, below[0].key) {
		if value, below = below[0].value, nil; n.below[0].remedy != "" {
			owner = n.below[0]
		}
	}
	if separate[n.key] && indent == 0 || n.kind == "area" && n != n.parent.below[0] {
		p.Line(nil, 0, "")
	}
	key, comment := "-", ""
	if n.kind != "item" {
		key = yamldoc.BlockScalar(n.key) + ":"
	}
	if n.comment != "" {
		comment = " # " + n.comment
	}
	if len(below) == 0 {
		if s, ok := value.(text); ok {
			p.text(owner, indent, yamldoc.BlockScalar(n.key), string(s))
		} else {
			p.Line(owner, indent, "%s%s", strings.TrimSuffix(key+" "+value.String(), " "), comment)
		}
		return
	}
	if (n.kind == "field" || n.kind == "flow") && !p.apart {
		d, line := n.get("description"), n.String()+comment
		if 2*indent+len(line) <= width && (d == nil || !strings.Contains(string(d.value.(text)), "\n")) {
			p.Line(owner, indent, "%s", line)
			return
		}
	}
	p.Line(owner, indent, "%s%s", key, comment)
	for _, child := range below {
		p.node(owner, child, indent+1)
	}
}

// separate are the keys of the catalog with a blank line before them.
var separate = words("catalog enums records unions areas")

// text writes a key with a text: on one line, folded, or line by line.
func (p *printer) text(owner *node, indent int, key, text string) {
	short := key + ": " + yamldoc.BlockScalar(text)
	if len(short) <= width-2*indent || !folds(text) {
		p.Line(owner, indent, "%s", short)
		return
	}
	style, lines := "|-", strings.Split(text, "\n")
	if len(lines) == 1 {
		style, lines = ">-", nil
		for word := range strings.SplitSeq(text, " ") {
			if last := len(lines) - 1; last >= 0 && 2*indent+2+len(lines[last])+len(word) < width {
				lines[last] += " " + word
			} else {
				lines = append(lines, word)
			}
		}
	}
	p.Line(owner, indent, "%s: %s", key, style)
	for _, line := range lines {
		if line == "" {
			p.Line(owner, 0, "")
		} else {
			p.Line(owner, indent+1, "%s", line)
		}
	}
}

// folds reports whether a text can be written over several lines.
func folds(text string) bool {
	if text != tidy(text) || strings.Contains(text, "  ") && !strings.Contains(text, "\n") || strings.Contains(text, "<<") {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff {
			return false
		}
	}
	return true
}
