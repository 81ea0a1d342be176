package genstruct

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/api/internal/encode"
)

// What the tags and methods of generated structs say. The generator writes them.

var (
	numberType = reflect.TypeFor[json.Number]()
	rawType    = reflect.TypeFor[json.RawMessage]()
)

// fieldNamed returns the field of a generated struct with a wire name. It is called for every
// member of a received body, so the result is cached.
func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	field, ok := namedFields.Get(t)[name]
	return field, ok
}

// namedFields are the fields of structs by their wire names.
var namedFields = encode.ByType[map[string]reflect.StructField]{Find: fieldsByName}

func fieldsByName(t reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for field := range t.Fields() {
		if name, ok := WireName(field); ok {
			fields[name] = field
		}
	}
	return fields
}

// IsWhole reports whether a field of a generated struct is tagged as the whole body: the response is a
// list or a map, and the struct only holds it.
func IsWhole(t reflect.Type) bool {
	_, ok := bodyField(t)
	return ok
}

// bodyField returns the field that is the whole body. It reports false for any other type: the body is
// then an object, and the fields are its members.
func bodyField(t reflect.Type) (field reflect.StructField, ok bool) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct || t.NumField() == 0 {
		return field, false
	}
	field = t.Field(0)
	return field, field.Tag.Get("whole") == "true"
}

// WireName returns the wire name of a field of a generated struct. A name that encoding/json
// does not support is in a separate tag. Extra and Raw have no name. The tag json:"zip,omitempty" has
// the name zip.
func WireName(field reflect.StructField) (string, bool) {
	if name, ok := field.Tag.Lookup("wire"); ok {
		return name, true
	}
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, name != "" && name != "-"
}

// Variants names the tag of a union, and maps each of its values to a value of the
// variant's type. An open union also accepts other tags.
type Variants struct {
	By   string         // the key of the tag
	Of   map[string]any // nil or zero values; only their types count
	Open bool           // the union keeps objects with other tags as they are
}

// union is implemented by generated unions, which are structs with one field, the variant.
type union interface{ Variants() Variants }

var unionType = reflect.TypeFor[union]()

// isUnion reports whether a type is generated for a union of the catalog.
func isUnion(t reflect.Type) bool { return t.Kind() == reflect.Struct && t.Implements(unionType) }

// variants holds the types of the variants of unions, sorted by tag.
var variants = encode.ByType[[]reflect.Type]{Find: func(t reflect.Type) (types []reflect.Type) {
	variants := variantsOf(t).Of
	for _, tag := range slices.Sorted(maps.Keys(variants)) {
		types = append(types, reflect.TypeOf(variants[tag]))
	}
	return types
}}

// variantsOf returns the variants of a union. The method does not depend on the value.
func variantsOf(t reflect.Type) Variants { return reflect.Zero(t).Interface().(union).Variants() }
