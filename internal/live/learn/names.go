package learn

import (
	"go/token"
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// A record is named after the operation and its place in the response:
// GetContact_Addresses. Names of members contain no underscores, so two places have different
// names unless two members of one object have the same. Names depend only on the place, the
// catalog and such members, so they do not change.

// naming names the records and fields of a result.
type naming struct {
	catalog      *catalog.Catalog
	decided      *Decisions
	roots        map[string]int    // the number of operations by their Go names
	catalogNames map[string]bool   // names of the catalog
	recordPlaces map[string]string // the place of each record, by its name
}

// newNaming returns the naming of a result; names depend on the catalog and the decisions alone.
func newNaming(c *catalog.Catalog, d *Decisions) *naming {
	n := &naming{
		catalog:      c,
		decided:      d,
		roots:        map[string]int{},
		catalogNames: namesOf(c),
		recordPlaces: map[string]string{},
	}
	for op := range c.Operations() {
		n.roots[op.GoName]++
	}
	return n
}

// rootName returns the prefix of the names of records in the response of an operation.
func (n *naming) rootName(op *catalog.Operation) string {
	if n.roots[op.GoName] > 1 {
		return op.Area.GoName + op.GoName
	}
	return op.GoName
}

// rootOf returns the prefix of the names of records in a record. No operation has the same.
func (n *naming) rootOf(r *catalog.Shape) string {
	if n.roots[r.GoName] > 0 {
		return r.GoName + "Record"
	}
	return r.GoName
}

// recordName returns the name of a record at a place, such as GetContact_Addresses. It ends with a
// hash of the place if the catalog or another place has the name, or if it is too long.
func (n *naming) recordName(name, place string) string {
	if len(name) > maxName-20 {
		name = strings.ToValidUTF8(name[:maxName-20], "") + "_" + hash(place)
	}
	other, isUsed := n.recordPlaces[name]
	if n.catalogNames[name] || n.decided.hasName(name) || isUsed && other != place {
		name += "_" + hash(place)
	}
	n.recordPlaces[name] = place
	return name
}

// namePart returns a key as a part of a name.
func (n *naming) namePart(key string) string {
	if p := n.catalog.Naming.Part(key); p != "" {
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
func (n *naming) namesOfKeys(keys []string, takenNames map[string]bool) map[string]keyName {
	names := map[string]keyName{}
	for _, isCommon := range []bool{true, false} {
		for _, key := range keys {
			if snakeCase.MatchString(key) == isCommon {
				names[key] = n.nameOfKey(key, takenNames)
			}
		}
	}
	return names
}

// nameOfKey names a field, and takes the name.
func (n *naming) nameOfKey(key string, takenNames map[string]bool) keyName {
	derivedName := n.catalog.Naming.FieldGoName(key)
	inner := n.namePart(key)
	name := derivedName
	if name == "" {
		name = inner + "Value"
		if !token.IsExported(name) {
			name = "Field" + name
		}
	}
	if takenNames[name] {
		name += hash(key)
		inner += hash(key)
	}
	takenNames[name] = true
	if name == derivedName {
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
