package learn

import (
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
)

// maxName is the number of bytes of a name in a catalog.
const maxName = 256

// A record is named after the operation and its place in the response:
// GetContact_Addresses. There is no underscore within the name of a member, so that no two
// places have one name unless two members of one object have. A name depends on the place and
// the catalog, and on nothing else that was seen but such members, so that it stays.

// recordName is the name of a record at a place. One that the catalog or another place has,
// or that is too long, ends with a hash of the place.
func (l *learner) recordName(name, at string) string {
	if len(name) > maxName-20 {
		name = strings.ToValidUTF8(name[:maxName-20], "") + "_" + hash(at)
	}
	if other, ok := l.named[name]; l.taken[name] || l.decided.named(name) || ok && other != at {
		name += "_" + hash(at)
	}
	l.named[name] = at
	return name
}

// part is a key as a part of a name.
func part(key string) string {
	if p := catalog.GoNamePart(key); p != "" {
		return p
	}
	return "X" + hash(key)
}

// keyName is the Go name of a field, "" if its key gives it, and the part of the names of the
// records in it.
type keyName struct{ name, inner string }

// common are keys as most services write them, and as the Go name reads back.
var common = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// namesOfKeys names the fields of a record. Of keys with one Go name, a common one has it,
// and the others end with a hash. So do those with a name that is taken.
func namesOfKeys(keys []string, taken map[string]bool) map[string]keyName {
	names := map[string]keyName{}
	for _, first := range []bool{true, false} {
		for _, key := range keys {
			if common.MatchString(key) == first {
				names[key] = nameOfKey(key, taken)
			}
		}
	}
	return names
}

func nameOfKey(key string, taken map[string]bool) keyName {
	follows, inner := catalog.FieldGoName(key), part(key)
	name := follows
	if name == "" {
		if name = inner + "Value"; !first(name) {
			name = "Field" + name
		}
	}
	if taken[name] {
		name, inner = name+hash(key), inner+hash(key)
	}
	taken[name] = true
	if name == follows {
		name = ""
	}
	return keyName{name, inner}
}

// first reports whether a name begins with a capital, as an exported one does.
func first(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// hash is a short text that stands for a longer one in a name.
func hash(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}

// rootName is the beginning of the names of records in the response of an operation.
func (l *learner) rootName(op *catalog.Operation) string {
	if len(l.roots[op.GoName]) > 1 {
		return op.Area.GoName + op.GoName
	}
	return op.GoName
}

// rootsOf are the operations by their Go names.
func rootsOf(c *catalog.Catalog) map[string][]*catalog.Operation {
	roots := map[string][]*catalog.Operation{}
	for op := range c.Operations() {
		roots[op.GoName] = append(roots[op.GoName], op)
	}
	return roots
}

// namesOf are the names that types of a catalog have in Go.
func namesOf(c *catalog.Catalog) map[string]bool {
	taken := map[string]bool{}
	for _, r := range c.Records {
		taken[r.GoName] = true
	}
	for _, e := range c.Enums {
		taken[e.GoName] = true
		for _, v := range e.Values {
			taken[v.GoName] = true
		}
	}
	for _, u := range c.Unions {
		taken[u.GoName], taken[u.Interface()], taken[u.Unknown()] = true, true, true
		for _, v := range u.Variants {
			taken[v.GoName] = true
		}
	}
	for op := range c.Operations() {
		taken[op.Request.GoName], taken[op.Response.GoName] = true, true
	}
	return taken
}
