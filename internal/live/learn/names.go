package learn

import (
	"go/token"
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// maxName is the number of bytes of a name in a catalog.
const maxName = 256

// A record is named after the operation and its place in the response:
// GetContact_Addresses. Names of members contain no underscores, so two places have different
// names unless two members of one object have the same. Names depend only on the place, the
// catalog and such members, so they do not change.

// recordName returns the name of a record at a place. It ends with a hash of the place if the
// catalog or another place has the name, or if it is too long.
func (l *learner) recordName(name, at string) string {
	if len(name) > maxName-20 {
		name = strings.ToValidUTF8(name[:maxName-20], "") + "_" + hash(at)
	}
	if other, ok := l.recordPlaces[name]; l.taken[name] || l.decided.hasName(name) || ok && other != at {
		name += "_" + hash(at)
	}
	l.recordPlaces[name] = at
	return name
}

// namePart returns a key as a part of a name.
func (l *learner) namePart(key string) string {
	if p := l.catalog.Naming.Part(key); p != "" {
		return p
	}
	return "X" + hash(key)
}

// keyName is the Go name of a field, "" if it follows from the key, and the part of the names
// of records in the field.
type keyName struct{ name, inner string }

// snakeCase matches keys in snake case, which most services use.
var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// namesOfKeys names the fields of a record. Of several keys with one Go name, the common one
// gets it; the others get a hash, as do those whose name is taken.
func (l *learner) namesOfKeys(keys []string, taken map[string]bool) map[string]keyName {
	names := map[string]keyName{}
	for _, isCommon := range []bool{true, false} {
		for _, key := range keys {
			if snakeCase.MatchString(key) == isCommon {
				names[key] = l.nameOfKey(key, taken)
			}
		}
	}
	return names
}

func (l *learner) nameOfKey(key string, taken map[string]bool) keyName {
	follows, inner := l.catalog.Naming.FieldGoName(key), l.namePart(key)
	name := follows
	if name == "" {
		if name = inner + "Value"; !token.IsExported(name) {
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

// hash returns a short hash of a text, for a name.
func hash(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}

// rootName returns the prefix of the names of records in the response of an operation.
func (l *learner) rootName(op *catalog.Operation) string {
	if l.roots[op.GoName] > 1 {
		return op.Area.GoName + op.GoName
	}
	return op.GoName
}

// namesOf returns the Go names of the types of a catalog.
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
