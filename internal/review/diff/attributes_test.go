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

// attributes says of everything that a catalog can say which rules are about it, some
// with a key, or, after a hyphen, why none is.
var attributes = map[string]string{
	"Catalog.Title":       "doc-only",
	"Catalog.Version":     "doc-only:version",
	"Catalog.Description": "doc-only",
	"Catalog.Package":     "go-name-changed:package",
	"Catalog.Path":        "path-changed:template",
	"Catalog.Areas":       "operation-added:area operation-removed:area",
	"Catalog.Records":     "type-added type-removed",
	"Catalog.Enums":       "type-added type-removed",
	"Catalog.Auth":        "auth-added auth-removed auth-required auth-dropped",
	"Catalog.Servers":     "doc-only",
	"Catalog.Contact":     "- its texts are compared",
	"Catalog.License":     "- its texts are compared",
	"Catalog.Unions":      "type-added type-removed",
	"Catalog.Envelope":    "envelope-changed:added envelope-changed:removed envelope-changed:changed",
	"Catalog.Failure":     "failure-added failure-changed:removed",
	"Catalog.Pos":         "- a place is not a fact",

	"Auth.None":          "auth-required auth-dropped",
	"Auth.Ways":          "auth-way-added auth-way-removed",
	"Auth.Pos":           "- a place is not a fact",
	"Way.Bearer":         "auth-way-added auth-way-removed",
	"Way.Basic":          "auth-way-added auth-way-removed",
	"Way.Headers":        "auth-way-added auth-way-removed",
	"Way.BodyFields":     "auth-way-added auth-way-removed",
	"Way.OAuth2":         "- its place and its scopes are compared",
	"Way.Pos":            "- a place is not a fact",
	"OAuth2.TokenPath":   "auth-token-changed",
	"OAuth2.Scopes":      "auth-token-changed",
	"Server.URL":         "doc-only",
	"Server.Description": "doc-only",
	"Server.Pos":         "- a place is not a fact",
	"Contact.Name":       "doc-only",
	"Contact.URL":        "doc-only",
	"Contact.Email":      "doc-only",
	"License.Name":       "doc-only",
	"License.URL":        "doc-only",

	"Area.Name":        "path-changed:area name-changed:area",
	"Area.GoName":      "go-name-changed:area name-changed:area",
	"Area.Package":     "- follows from the Go name",
	"Area.Description": "doc-only",
	"Area.Operations":  "operation-added:operation name-changed:operation operation-removed:operation",
	"Area.Records":     "- follows from the operations",
	"Area.Enums":       "- follows from the operations",
	"Area.Unions":      "- follows from the operations",
	"Area.Pos":         "- a place is not a fact",

	"Operation.Area":        "- leads back to the area",
	"Operation.Name":        "path-changed:operation name-changed:operation",
	"Operation.GoName":      "go-name-changed:operation name-changed:operation",
	"Operation.Path":        "- follows from the template and the names",
	"Operation.OwnPath":     "- the path that follows from it is compared",
	"Operation.Summary":     "doc-only",
	"Operation.Description": "doc-only",
	"Operation.Deprecated":  "deprecated deprecation-withdrawn",
	"Operation.Effect":      "operation-effect-changed",
	"Operation.Empty":       "empty-body-changed",
	"Operation.Request":     "- its shape is compared",
	"Operation.Rules":       "oneof-tightened oneof-loosened",
	"Operation.Pagination":  "pagination-added pagination-removed default-changed:pages",
	"Operation.KeyHeader":   "idempotency-added idempotency-removed idempotency-header-changed",
	"Operation.Response":    "- its shape is compared",
	"Operation.Auth":        "auth-added auth-removed auth-required auth-dropped",
	"Operation.Envelope":    "envelope-changed:added envelope-changed:removed envelope-changed:changed",
	"Operation.Unwrapped":   "envelope-members-changed",
	"Operation.Failure":     "failure-added failure-changed:removed",
	"Operation.Pos":         "- a place is not a fact",

	"Response.Shape":   "- its shape is compared",
	"Response.Lenient": "response-unpromised:lenient response-promised:lenient",
	"Response.Shown":   "response-promised:response response-unpromised:response",
	"Response.Whole":   "response-type-changed",
	"Response.Nothing": "response-type-changed:none",

	"Shape.Name":        "type-renamed",
	"Shape.GoName":      "type-renamed",
	"Shape.Description": "doc-only",
	"Shape.Include":     "record-inclusion-changed record-inclusion-changed:named record-inclusion-changed:field",
	"Shape.Open":        "type-opened type-closed",
	"Shape.Fields":      "field-added required-field-added field-removed field-nested-in-record",
	"Shape.Assumed":     "doc-only:assumed",
	"Shape.Pos":         "- a place is not a fact",

	"Field.Name":        "wire-name-changed:field name-changed:field",
	"Field.GoName":      "go-name-changed:field name-changed:field",
	"Field.Type":        "- the type is compared",
	"Field.Description": "doc-only",
	"Field.Required":    "field-became-required field-became-optional",
	"Field.NonBlank":    "constraint-tightened constraint-loosened",
	"Field.MinItems":    "constraint-tightened constraint-loosened",
	"Field.MaxItems":    "constraint-loosened constraint-tightened",
	"Field.MinLength":   "constraint-tightened constraint-loosened",
	"Field.MaxLength":   "constraint-loosened constraint-tightened",
	"Field.Minimum":     "constraint-tightened constraint-loosened",
	"Field.Maximum":     "constraint-loosened constraint-tightened",
	"Field.Pattern":     "constraint-tightened constraint-loosened constraint-changed",
	"Field.Format":      "constraint-tightened constraint-loosened constraint-changed",
	"Field.Enum":        "constraint-tightened constraint-loosened",
	"Field.Default":     "default-changed:added default-changed:changed default-changed:removed",
	"Field.Join":        "field-encoding-changed:join field-encoding-changed:separator field-type-changed:join",
	"Field.SendIf":      "send-condition-changed",
	"Field.OmitEmpty":   "empty-omission-changed",
	"Field.Codes":       "field-value-mapping-changed",
	"Field.Sensitive":   "sensitivity-added sensitivity-removed",
	"Field.Assumed":     "doc-only:assumed",
	"Field.Deprecated":  "deprecated deprecation-withdrawn",
	"Field.Example":     "doc-only",
	"Field.Whole":       "- follows from the type of the response",
	"Field.Pos":         "- a place is not a fact",

	"Type.Kind": "field-type-widened field-type-narrowed field-type-changed field-type-narrowed:unspecified field-type-widened:unspecified " +
		"field-type-narrowed:object field-type-widened:object field-type-narrowed:enum field-type-widened:enum field-type-changed:join",
	"Type.Elem":     "- the type is compared",
	"Type.Nullable": "nullability-changed:added nullability-changed:removed field-type-widened field-type-narrowed",
	"Type.Record":   "- the type is compared, and the record by itself",
	"Type.Enum":     "- the type is compared, and the enum by itself",
	"Type.Union":    "- the type is compared, and the union by itself",

	"Enum.Name":        "type-renamed",
	"Enum.GoName":      "type-renamed",
	"Enum.Description": "doc-only",
	"Enum.Open":        "type-opened type-closed",
	"Enum.Values":      "enum-value-added enum-value-removed",
	"Enum.Pos":         "- a place is not a fact",

	"TaggedUnion.Name":        "type-renamed",
	"TaggedUnion.GoName":      "- is the name",
	"TaggedUnion.Description": "doc-only",
	"TaggedUnion.By":          "wire-name-changed:union",
	"TaggedUnion.Open":        "type-opened type-closed",
	"TaggedUnion.Variants":    "variant-added variant-removed",
	"TaggedUnion.Pos":         "- a place is not a fact",

	"Variant.Tag":         "wire-name-changed:variant",
	"Variant.GoName":      "go-name-changed:variant",
	"Variant.Record":      "variant-record-changed",
	"Variant.Description": "doc-only",
	"Variant.Pos":         "- a place is not a fact",

	"EnumValue.Value":       "wire-name-changed:value",
	"EnumValue.GoName":      "go-name-changed:value",
	"EnumValue.Description": "doc-only",
	"EnumValue.Pos":         "- a place is not a fact",

	"Rule.Kind":   "oneof-tightened oneof-changed",
	"Rule.Fields": "oneof-priority-changed oneof-member-added oneof-member-removed",
	"Rule.Pos":    "- a place is not a fact",

	"Pagination.Page":        "page-field-changed:field",
	"Pagination.Size":        "page-field-changed:field",
	"Pagination.First":       "page-base-changed",
	"Pagination.DefaultSize": "page-default-changed",
	"Pagination.Cursor":      "page-field-changed:method",
	"Pagination.Next":        "- the place is compared",
	"Pagination.More":        "page-place-changed",
	"Pagination.Continue":    "page-field-changed:continue",
	"Pagination.Items":       "page-place-changed",
	"Pagination.At":          "- the place is compared",
	"Pagination.ThenAt":      "- it has the name of the other place of the items",
	"Pagination.Pos":         "- a place is not a fact",

	"Place.Name":    "- follows from where it leads",
	"Place.Pointer": "page-place-changed",
	"Place.Fields":  "- follows from where it leads",
	"Place.Type":    "- the type is compared",
	"Place.Beside":  "- follows from where it leads",

	"Envelope.Success":       "envelope-changed:changed",
	"Envelope.Value":         "envelope-changed:changed",
	"Envelope.Data":          "envelope-changed:changed",
	"Envelope.Messages":      "envelope-members-changed",
	"Envelope.Violations":    "envelope-members-changed",
	"Envelope.Siblings":      "envelope-members-changed",
	"Envelope.FailureStatus": "failure-changed:status",
	"Envelope.Own":           "- the envelope of each operation is compared",
	"Envelope.Pos":           "- a place is not a fact",

	"Failure.Type":   "failure-changed:type",
	"Failure.Status": "failure-changed:status",
	"Failure.Member": "failure-changed:type",
	"Failure.Pos":    "- a place is not a fact",

	"Deprecation.Since":  "deprecation-changed",
	"Deprecation.Sunset": "deprecation-changed deprecation-shortened",
	"Deprecation.Use":    "deprecation-changed",
}

// structs are what a catalog is made of.
var structs = []any{
	catalog.Catalog{}, catalog.Area{}, catalog.Operation{}, catalog.Response{}, catalog.Shape{}, catalog.Field{},
	catalog.Type{}, catalog.Enum{}, catalog.EnumValue{}, catalog.TaggedUnion{}, catalog.Variant{}, catalog.Rule{}, catalog.Pagination{}, catalog.Place{}, catalog.Deprecation{},
	catalog.Auth{}, catalog.Way{}, catalog.OAuth2{}, catalog.Server{}, catalog.Contact{}, catalog.License{},
	catalog.Envelope{}, catalog.Failure{},
}

// Every attribute is claimed by rules that exist or waived with a reason, and
// every rule claims one.
func TestAttributes(t *testing.T) {
	known, claimed := map[string]bool{}, map[string]bool{}
	for _, s := range structs {
		typ := reflect.TypeOf(s)
		for i := range typ.NumField() {
			if !typ.Field(i).IsExported() {
				continue // it follows from the rest
			}
			name := typ.Name() + "." + typ.Field(i).Name
			known[name] = true
			require.NotEmpty(t, attributes[name], "no rule is about %s: write one, or say why there is none", name)
		}
	}
	for name, claim := range attributes {
		require.True(t, known[name], "%s does not exist", name)
		if strings.HasPrefix(claim, "- ") {
			continue
		}
		for rule := range strings.FieldsSeq(claim) {
			id, _, _ := strings.Cut(rule, ":")
			require.NotNil(t, ruleByID(id), "%s: no rule %s", name, id)
			claimed[id] = true
		}
	}
	for _, rule := range Rules() {
		require.True(t, claimed[rule.ID], "no attribute is claimed by %s", rule.ID)
	}
}

// What a struct holds besides other structs is changed, attribute by attribute;
// the rules that claim it must notice.
func TestAttributesAreCompared(t *testing.T) {
	for name, claim := range attributes {
		if strings.HasPrefix(claim, "- ") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			typ, attribute, _ := strings.Cut(name, ".")
			tried, noticed := false, false
			for i := 0; ; i++ {
				base, head := resolve(t, "base.yaml", everything), resolve(t, "head.yaml", everything)
				found := instances(reflect.ValueOf(head), typ, map[any]bool{})
				if i == len(found) {
					break
				}
				if !alter(found[i].FieldByName(attribute)) {
					continue
				}
				tried = true
				for _, c := range dates.Compare(base, head).Changes {
					for _, said := range []string{c.Rule, c.Rule + ":" + c.Aspect} {
						noticed = noticed || slices.Contains(strings.Fields(claim), said)
					}
				}
			}
			require.Equal(t, tried, noticed, "no rule of %s noticed", claim)
		})
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
  Colour: {values: {red: {go: {name: ColourRed}}, blue: }}
records:
  Thing: {fields: {a: string, colour: Colour}}
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
        fields: {page: integer, size: integer, a: string, b: string, thing: Thing, number: number, list: [string], text: {type: string, go: {name: Text}}}
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

// alter changes an attribute, and tells whether it can.
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
