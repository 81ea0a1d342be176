package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// fieldPrefix matches the field at the start of a problem. Losses of one kind differ in it.
var fieldPrefix = regexp.MustCompile(`^(response: )?field "(\\.|[^"\\])*": `)

// mend prints the catalog and changes what its check refuses, until it has no problems. So
// only package catalog knows the rules of the format. It handles one problem of each part
// at a time.
func (im *importer) mend() ([]byte, error) {
	var last error
	for range maxMends {
		areas := im.catalog.sub("areas")
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
				im.fix(n, p)
			}
		}
		if len(done) == 0 {
			break
		}
	}
	return nil, fmt.Errorf("the importer printed a catalog that it cannot mend, which is a defect; please report it:\n%w", last)
}

const maxMends = 200

// fix renames a node if the problem is about its name in Go. Otherwise, it removes the node,
// which is a loss.
func (im *importer) fix(n *node, p catalog.Problem) {
	switch {
	case n.rename != nil && (n.remedy == "" || slices.Contains(naming, p.ID)):
		n.rename()
	case n.kind == "field" && p.ID == catalog.CyclicRecord:
		im.loseAs(n.from, "$ref", n.about(), "the records contain each other endlessly", "the values of this field are not checked")
		t := &typ{word: "object"}
		if n.typ().elem != nil {
			t = &typ{elem: t}
		}
		n.set("type", t, place{})
	default:
		im.loseAs(n.from, n.keyword, n.about(), p.Message, n.remedy)
		if n.remove(); n.removed != nil {
			n.removed()
		}
	}
}

// goName is an explicit name in Go.
type goName string

func (g goName) String() string { return "{name: " + string(g) + "}" }

// again changes the explicit name of a node in Go: first to the given name, or to the fallback
// if that is not a name in Go, then by numbers.
func (n *node) again(first, fallback string) {
	name := cmp.Or(catalog.GoName(first), fallback)
	if old := n.get("go"); old != nil {
		last := string(old.value.(goName))
		stem := strings.TrimRight(last, "0123456789")
		i := 1
		fmt.Sscan(last[len(stem):], &i)
		name = fmt.Sprint(stem, i+1)
	}
	n.set("go", goName(name), place{})
}

// naming lists the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}

// spelled returns a name with its marks as words, or as code points if it has no words.
func spelled(name string) string {
	if part := upper(marks.Replace(name)); part != "" {
		return part
	}
	var b strings.Builder
	for _, c := range name {
		if b.Len() <= 40 {
			fmt.Fprintf(&b, "U%04X", c)
		}
	}
	return b.String()
}

var marks = strings.NewReplacer("+", " plus ", "-", " minus ", "<", " less ", ">", " greater ", "=", " equal ", "!", " not ",
	"*", " star ", "/", " slash ", "%", " percent ", "&", " and ", "|", " or ", "@", " at ", "#", " number ", "$", " dollar ",
	".", " dot ", ",", " comma ", ":", " colon ", ";", " semicolon ", "_", " underscore ", "~", " tilde ", "^", " caret ",
	"?", " question ")
