package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// mending changes what a problem of the printed catalog is about.
type mending struct{ fix func(catalog.Problem) }

// within begins a problem with a field, whose name does not matter to the kind of a loss.
var within = regexp.MustCompile(`^(response: )?field "(\\.|[^"\\])*": `)

// mend prints the catalog and changes what its check refuses, until nothing is left.
// The rules of the format are in package catalog, and only there. Further problems of one
// place wait for the next check.
func (im *importer) mend() ([]byte, error) {
	var last error
	for range maxMends {
		im.service.areas = slices.DeleteFunc(im.service.areas, func(a *area) bool { return len(a.operations) == 0 })
		if len(im.service.areas) == 0 {
			return nil, &NothingError{Losses: im.result().Losses}
		}
		printed := im.print(true)
		_, problems := catalog.Parse("catalog.yaml", printed.Bytes())
		if problems == nil {
			return im.print(false).Bytes(), nil
		}
		last = problems[:1]
		done := map[*mending]bool{}
		for _, p := range problems {
			if of, _ := printed.Owner(p.Pos.Line); of != nil && !done[of] {
				done[of] = true
				p.Message = within.ReplaceAllString(p.Message, "")
				of.fix(p)
			}
		}
		if len(done) == 0 {
			break
		}
	}
	return nil, fmt.Errorf("%w:\n%w", errEndless, last)
}

const maxMends = 200

// removal is the mending of what is left out. The keyword is that of the place if it is "".
func (im *importer) removal(from place, keyword, subject, proposal string, remove func()) *mending {
	return &mending{func(p catalog.Problem) {
		im.loseAs(from, keyword, subject, p.Message, proposal)
		remove()
	}}
}

// named is the mending of what can have another name for Go. What is not a problem with names
// has the other mending, if there is one.
func named(rename func(), other *mending) *mending {
	return &mending{func(p catalog.Problem) {
		if other == nil || slices.Contains(naming, p.ID) {
			rename()
		} else {
			other.fix(p)
		}
	}}
}

// rename gives a type another name.
func (im *importer) rename(l *label) { l.name = im.take(typeName(l.name)+"Record", "") }

// goName is the name that something has in Go, "" for that which follows from its name.
type goName string

// again makes it another name than before: at first a given one, if it can be a name.
func (g *goName) again(first, fallback string) {
	if *g == "" {
		*g = goName(cmp.Or(catalog.GoName(first), fallback))
		return
	}
	stem := strings.TrimRight(string(*g), "0123456789")
	n := 1
	fmt.Sscan(string(*g)[len(stem):], &n)
	*g = goName(fmt.Sprint(stem, n+1))
}

// naming are the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}

// fieldMending is the mending of a field, but for its keys.
func (im *importer) fieldMending(s *shape, f *field) *mending {
	return named(func() { f.goName.again(spelled(f.name), "Field") }, &mending{func(problem catalog.Problem) {
		if problem.ID != catalog.CyclicRecord {
			im.loseAs(f.from, "properties", f.subject, problem.Message, "it is left out")
			s.fields = without(s.fields, f)
			return
		}
		im.loseAs(f.from, "$ref", f.subject, "the records contain each other without end", "the values of this field are not checked")
		if f.typ.elem != nil {
			f.typ = &typ{elem: &typ{word: "object"}}
		} else {
			f.typ = &typ{word: "object"}
		}
	}})
}

// spelled is a name whose marks are words.
func spelled(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch word, ok := marks[c]; {
		case ok:
			b.WriteString(" " + word + " ")
		default:
			b.WriteRune(c)
		}
	}
	if part := upper(b.String()); part != "" {
		return part
	}
	b.Reset()
	for _, c := range name {
		fmt.Fprintf(&b, "U%04X", c)
		if b.Len() > 40 {
			break
		}
	}
	return b.String()
}

var marks = map[rune]string{
	'+': "plus", '-': "minus", '<': "less", '>': "greater", '=': "equal", '!': "not", '*': "star", '/': "slash", '%': "percent", '&': "and", '|': "or",
	'@': "at", '#': "number", '$': "dollar", '.': "dot", ',': "comma", ':': "colon", ';': "semicolon", '_': "underscore", '~': "tilde", '^': "caret", '?': "question",
}
