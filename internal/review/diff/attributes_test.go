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

// attributes says of everything that a catalog can say which rules are about it,
// or, after a hyphen, why none is.
var attributes = map[string]string{
	"Catalog.Title":       "doc-only",
	"Catalog.Version":     "version-changed",
	"Catalog.Description": "doc-only",
	"Catalog.Package":     "root-package-renamed",
	"Catalog.Path":        "path-template-changed",
	"Catalog.Areas":       "area-added area-removed",
	"Catalog.Records":     "type-added type-removed",
	"Catalog.Enums":       "type-added type-removed",
	"Catalog.Auth":        "auth-added auth-removed auth-required auth-dropped",
	"Catalog.Servers":     "doc-only",
	"Catalog.Contact":     "- its texts are compared",
	"Catalog.License":     "- its texts are compared",
	"Catalog.Unions":      "type-added type-removed",
	"Catalog.Envelope":    "envelope-added envelope-removed envelope-changed",
	"Catalog.Failure":     "failure-added failure-removed",
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

	"Area.Name":        "area-prefix-changed area-name-changed",
	"Area.GoName":      "area-renamed area-name-changed",
	"Area.Package":     "- follows from the Go name",
	"Area.Description": "doc-only",
	"Area.Operations":  "operation-added operation-moved-area operation-removed",
	"Area.Records":     "- follows from the operations",
	"Area.Enums":       "- follows from the operations",
	"Area.Unions":      "- follows from the operations",
	"Area.Pos":         "- a place is not a fact",

	"Operation.Area":        "- leads back to the area",
	"Operation.Name":        "operation-path-changed operation-renamed",
	"Operation.GoName":      "operation-go-name-changed operation-renamed",
	"Operation.Path":        "- follows from the template and the names",
	"Operation.OwnPath":     "- the path that follows from it is compared",
	"Operation.Summary":     "doc-only",
	"Operation.Description": "doc-only",
	"Operation.Deprecated":  "deprecated deprecation-withdrawn",
	"Operation.Effect":      "operation-effect-changed",
	"Operation.Empty":       "empty-body-changed",
	"Operation.Request":     "- its shape is compared",
	"Operation.Rules":       "oneof-added oneof-removed oneof-cardinality-tightened oneof-cardinality-loosened",
	"Operation.Pagination":  "pagination-added pagination-removed default-condition-changed",
	"Operation.KeyHeader":   "idempotency-added idempotency-removed idempotency-header-changed",
	"Operation.Response":    "- its shape is compared",
	"Operation.Auth":        "auth-added auth-removed auth-required auth-dropped",
	"Operation.Envelope":    "envelope-added envelope-removed envelope-changed",
	"Operation.Unwrapped":   "envelope-members-changed",
	"Operation.Failure":     "failure-added failure-removed",
	"Operation.Pos":         "- a place is not a fact",

	"Response.Shape":   "- its shape is compared",
	"Response.Lenient": "response-became-lenient response-became-promised",
	"Response.Shown":   "response-declared response-undeclared",
	"Response.Whole":   "response-type-changed",
	"Response.Nothing": "response-became-none response-no-longer-none",

	"Shape.Name":        "type-renamed",
	"Shape.GoName":      "type-renamed",
	"Shape.Description": "doc-only",
	"Shape.Include":     "record-inclusion-changed fields-extracted-to-record included-field-moved",
	"Shape.Open":        "type-opened type-closed",
	"Shape.Fields":      "field-added required-field-added field-removed field-nested-in-record",
	"Shape.Assumed":     "evidence-changed",
	"Shape.Pos":         "- a place is not a fact",

	"Field.Name":        "field-wire-name-changed field-renamed",
	"Field.GoName":      "field-go-name-changed field-renamed",
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
	"Field.Default":     "client-default-added client-default-changed client-default-removed",
	"Field.Join":        "field-encoding-changed field-separator-changed field-joined-list-changed",
	"Field.SendIf":      "send-condition-changed",
	"Field.OmitEmpty":   "empty-omission-changed",
	"Field.Codes":       "field-value-mapping-changed",
	"Field.Sensitive":   "sensitivity-added sensitivity-removed",
	"Field.Assumed":     "evidence-changed",
	"Field.Deprecated":  "deprecated deprecation-withdrawn",
	"Field.Example":     "doc-only",
	"Field.Whole":       "- follows from the type of the response",
	"Field.Pos":         "- a place is not a fact",

	"Type.Kind": "field-type-widened field-type-narrowed field-type-changed field-type-declared field-type-undeclared " +
		"object-became-record record-became-object enum-introduced enum-dropped field-joined-list-changed",
	"Type.Elem":     "- the type is compared",
	"Type.Nullable": "field-became-nullable field-no-longer-nullable field-type-widened field-type-narrowed",
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
	"TaggedUnion.By":          "union-tag-changed",
	"TaggedUnion.Open":        "type-opened type-closed",
	"TaggedUnion.Variants":    "variant-added variant-removed",
	"TaggedUnion.Pos":         "- a place is not a fact",

	"Variant.Tag":         "variant-tag-changed",
	"Variant.GoName":      "variant-go-name-changed",
	"Variant.Record":      "variant-record-changed",
	"Variant.Description": "doc-only",
	"Variant.Pos":         "- a place is not a fact",

	"EnumValue.Value":       "enum-value-wire-changed",
	"EnumValue.GoName":      "enum-value-go-name-changed",
	"EnumValue.Description": "doc-only",
	"EnumValue.Pos":         "- a place is not a fact",

	"Rule.Kind":   "oneof-cardinality-tightened oneof-send-policy-changed",
	"Rule.Fields": "oneof-priority-changed oneof-member-added oneof-member-removed field-moved-into-oneof field-moved-out-of-oneof",
	"Rule.Pos":    "- a place is not a fact",

	"Pagination.Page":        "page-field-changed",
	"Pagination.Size":        "page-field-changed",
	"Pagination.First":       "page-base-changed",
	"Pagination.DefaultSize": "page-default-changed",
	"Pagination.Cursor":      "page-method-changed",
	"Pagination.Next":        "- the place is compared",
	"Pagination.More":        "page-place-changed",
	"Pagination.Continue":    "page-continue-changed",
	"Pagination.Items":       "page-place-changed",
	"Pagination.At":          "- the place is compared",
	"Pagination.ThenAt":      "- it has the name of the other place of the items",
	"Pagination.Pos":         "- a place is not a fact",

	"Place.Name":    "- follows from where it leads",
	"Place.Pointer": "page-place-changed",
	"Place.Fields":  "- follows from where it leads",
	"Place.Type":    "- the type is compared",
	"Place.Beside":  "- follows from where it leads",

	"Envelope.Success":       "envelope-changed",
	"Envelope.Value":         "envelope-changed",
	"Envelope.Data":          "envelope-changed",
	"Envelope.Messages":      "envelope-members-changed",
	"Envelope.Violations":    "envelope-members-changed",
	"Envelope.Siblings":      "envelope-members-changed",
	"Envelope.FailureStatus": "failure-status-changed",
	"Envelope.Own":           "- the envelope of each operation is compared",
	"Envelope.Pos":           "- a place is not a fact",

	"Failure.Type":   "failure-type-changed",
	"Failure.Status": "failure-status-changed",
	"Failure.Member": "failure-type-changed",
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
		for id := range strings.FieldsSeq(claim) {
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
				for _, c := range CompareOn(base, head, today).Changes {
					noticed = noticed || slices.Contains(strings.Fields(claim), c.Rule)
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
