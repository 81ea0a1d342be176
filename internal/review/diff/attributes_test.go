package diff

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// derived are attributes that follow from others, which are compared.
var derived = strings.Fields("Area.Package Operation.Path Operation.OwnPath Field.Whole Place.Name Place.Beside Envelope.Own")

// structs are what a catalog is made of.
var structs = []any{
	catalog.Catalog{}, catalog.Area{}, catalog.Operation{}, catalog.Response{}, catalog.Shape{}, catalog.Field{},
	catalog.Type{}, catalog.Enum{}, catalog.EnumValue{}, catalog.TaggedUnion{}, catalog.Variant{}, catalog.Rule{}, catalog.Pagination{}, catalog.Place{}, catalog.Deprecation{},
	catalog.Auth{}, catalog.Way{}, catalog.OAuth2{}, catalog.Server{}, catalog.Contact{}, catalog.License{},
	catalog.Envelope{}, catalog.Failure{},
}

// What a struct holds besides other structs is changed, attribute by attribute, and some
// rule must notice.
func TestAttributesAreCompared(t *testing.T) {
	for _, s := range structs {
		typ := reflect.TypeOf(s)
		for attribute := range typ.Fields() {
			name := typ.Name() + "." + attribute.Name
			if !attribute.IsExported() || attribute.Name == "Pos" || slices.Contains(derived, name) {
				continue // it follows from the rest, or is a place
			}
			t.Run(name, func(t *testing.T) {
				tried, noticed := false, false
				for i := 0; ; i++ {
					base, head := resolve(t, "base.yaml", everything), resolve(t, "head.yaml", everything)
					found := instances(reflect.ValueOf(head), typ.Name(), map[any]bool{})
					if i == len(found) {
						break
					}
					if alter(found[i].FieldByName(attribute.Name)) {
						tried = true
						noticed = noticed || len(compare(base, head)) > 0
					}
				}
				require.Equal(t, tried, noticed, "no rule noticed")
			})
		}
	}
}

// everything is a catalog in which every attribute applies somewhere.
const everything = `catalog: 1
info: {title: T, version: v1, package: example, description: D, contact: {name: N, url: "https://a.example", email: E}, license: {name: L, url: "https://b.example"}}
path: /api/{area}/{operation}
servers: [{url: "https://c.example", description: D}]
auth: [bearer, {header: X, body_field: y}, {oauth2: {token_path: /t, scopes: [s]}}]
envelope: {success: ok, message: [error], data: data, violations: why, failure_status: 200}
failure: {type: Thing, member: error}
enums:
  Color: {values: {red: {go: {name: ColorRed}}, blue: }}
records:
  Thing: {fields: {a: string, color: Color}}
unions:
  Event: {by: kind, of: {thing: {record: Thing, description: D, go: {name: EventThing}}, none: }}
areas:
  claims:
    go: {name: Claims}
    operations:
      get:
        go: {name: Get}
        summary: S
        deprecated: {since: v1, sunset: "2030-01-01", use: put}
        fields: {page: integer, size: integer, a: string, b: {type: string, deprecated: {use: a}}, thing: Thing, number: number, list: [string], text: {type: string, go: {name: Text}}}
        rules: [{first_of: [a, b]}]
        pagination: {page: page, size: size, first: 1, default_size: 10, items: data}
        response: {fields: {data: [string], id: string}}
      put: {fields: {event: Event}}
      list:
        fields: {cursor: string}
        pagination: {cursor: cursor, next: /data/meta/next, more: more, items: data, continue: list_more}
        response: {fields: {data: [string], meta: object, more: boolean}}
      list_more:
        fields: {cursor: {type: string, required: true}}
        response: {fields: {data: [string], meta: object, more: boolean}}
`

// instances returns the structs of a type within a value.
func instances(v reflect.Value, typ string, seen map[any]bool) []reflect.Value {
	var found []reflect.Value
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Interface()] {
			return nil
		}
		seen[v.Interface()] = true
		return instances(v.Elem(), typ, seen)
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, instances(v.Index(i), typ, seen)...)
		}
	case reflect.Struct:
		if v.Type().Name() == typ {
			found = append(found, v)
		}
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			found = append(found, instances(v.Field(i), typ, seen)...)
		}
	}
	return found
}

// alter changes an attribute, and reports whether it can.
func alter(v reflect.Value) bool {
	switch old := v.Interface().(type) {
	case catalog.Effect:
		v.Set(reflect.ValueOf(catalog.Read))
	case catalog.RuleKind:
		v.Set(reflect.ValueOf(catalog.AtMostOneOf))
	case catalog.Kind:
		v.Set(reflect.ValueOf(catalog.Boolean))
	case catalog.SendIf:
		v.Set(reflect.ValueOf(catalog.FirstItemNonEmpty))
	case json.Number:
		v.Set(reflect.ValueOf(json.Number("7")))
	case string:
		v.SetString(old + "x")
	case bool:
		v.Set(reflect.ValueOf(!old))
	case int:
		v.SetInt(int64(old) + 1)
	case *int:
		n := 7
		v.Set(reflect.ValueOf(&n))
	case []string:
		v.Set(reflect.ValueOf([]string{"x"}))
	case *catalog.Deprecation:
		if old != nil {
			v.SetZero()
		} else {
			v.Set(reflect.ValueOf(&catalog.Deprecation{}))
		}
	default:
		if v.Kind() != reflect.Interface {
			return false
		}
		v.Set(reflect.ValueOf(any("x")))
	}
	return true
}
