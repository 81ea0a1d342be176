package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// mending changes the part of the catalog that has a problem.
type mending struct{ fix func(catalog.Problem) }

// fieldPrefix matches the field at the start of a problem. Losses of one kind differ in it.
var fieldPrefix = regexp.MustCompile(`^(response: )?field "(\\.|[^"\\])*": `)

// mend prints the catalog and changes what its check refuses, until it has no problems. So
// only package catalog knows the rules of the format. It handles one problem of each part
// at a time.
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
				p.Message = fieldPrefix.ReplaceAllString(p.Message, "")
				of.fix(p)
			}
		}
		if len(done) == 0 {
			break
		}
	}
	return nil, fmt.Errorf("the importer printed a catalog that it cannot mend, which is a defect; please report it:\n%w", last)
}

const maxMends = 200

// removal removes a part and records a loss. The keyword "" is that of the place.
func (im *importer) removal(from place, keyword, subject, proposal string, remove func()) *mending {
	return &mending{func(p catalog.Problem) {
		im.loseAs(from, keyword, subject, p.Message, proposal)
		remove()
	}}
}

// named renames a part if the problem is about its name in Go. It uses the other mending,
// if there is one, for all other problems.
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

// goName is an explicit name in Go, "" for the default.
type goName string

// again changes the name: first to the given name, or to the fallback if that is not a name
// in Go, then by numbers.
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

// naming lists the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}

// fieldMending mends a field, except for its keys.
func (im *importer) fieldMending(s *shape, f *field) *mending {
	return named(func() { f.goName.again(spelled(f.name), "Field") }, &mending{func(problem catalog.Problem) {
		if problem.ID != catalog.CyclicRecord {
			im.loseAs(f.from, "properties", f.subject, problem.Message, "it is left out")
			s.fields = without(s.fields, f)
			return
		}
		im.loseAs(f.from, "$ref", f.subject, "the records contain each other endlessly", "the values of this field are not checked")
		if f.typ.elem != nil {
			f.typ = &typ{elem: &typ{word: "object"}}
		} else {
			f.typ = &typ{word: "object"}
		}
	}})
}

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
