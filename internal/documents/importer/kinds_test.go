package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// A kind is a schema of the property v of a request, with components that it can name.
type kind struct {
	schema     string
	components string // the map of schemas
	field      string // what the catalog says of v, "" to compare nothing
	losses     string // the pointers of all losses with their keywords, below the schema, or of a component
}

const kindBody = "/paths/~1t~1a/post/requestBody/content/application~1json/schema/properties/v"

// try imports the document of a kind, in a version of OpenAPI.
func (k kind) try(t *testing.T, version string) {
	t.Helper()
	text := `{openapi: ` + version + `, info: {title: x, version: "1"}, paths: {/t/a: {post: {requestBody: {content: {application/json: {schema: ` +
		`{type: object, properties: {v: ` + k.schema + `}}}}}, responses: {"204": {description: ok}}}}}, components: {schemas: {` + k.components + `}}}`
	result, err := Import(yamldoc.Source{Name: "doc.yaml", Text: []byte(text)}, nil)
	require.NoError(t, err, text)
	_, problems := catalog.Parse("catalog.yaml", result.Catalog)
	require.Empty(t, problems)
	var losses []string
	for _, l := range result.Losses {
		if l.Keyword == "schemas" {
			continue // nothing refers to it
		}
		pointer := strings.TrimPrefix(strings.TrimPrefix(l.Pointer, kindBody), "/components/schemas")
		losses = append(losses, pointer+" "+l.Keyword)
	}
	slices.Sort(losses)
	require.Equal(t, k.losses, strings.Join(losses, ", "), "%s\n%s\n%s", k.schema, result.Catalog, Text(result.Losses))
	if k.field != "" {
		require.Contains(t, string(result.Catalog), "\n          v: "+k.field+"\n", k.schema)
	}
}

func tryKinds(t *testing.T, version string, kinds map[string][]kind) {
	for name, all := range kinds {
		t.Run(name, func(t *testing.T) {
			for _, k := range all {
				k.try(t, version)
			}
		})
	}
}

// What the format cannot say of a schema is a loss at its keyword, and only that.
func TestWhatTheFormatLacksIsLost(t *testing.T) {
	const thing = `Thing: {type: object, properties: {id: {type: string}}}`
	tryKinds(t, "3.1.0", map[string][]kind{
		"lists of required members": {
			{schema: `{type: object, oneOf: [{required: [a, b]}, {required: [a, c]}]}`, field: "object", losses: "/oneOf oneOf"},
			{schema: `{type: object, anyOf: [{required: [a]}, {required: [b]}]}`, field: "object", losses: "/anyOf anyOf"},
			{schema: `{type: object, additionalProperties: {type: string}, anyOf: [{required: [a]}, {required: [b]}]}`, field: "{string: string}", losses: "/anyOf anyOf"},
			{schema: `{type: string, anyOf: [{required: [a]}, {required: [b]}]}`, field: "string", losses: "/anyOf anyOf"},
		},
		"null alone": {
			{schema: `{anyOf: [{type: "null"}]}`, field: "{type: any, nullable: true}", losses: "/anyOf anyOf"},
			{schema: `{oneOf: [{type: "null"}, {const: null}]}`, field: "{type: any, nullable: true}", losses: "/oneOf oneOf"},
			{schema: `{type: ["null"]}`, field: "{type: any, nullable: true}", losses: "/type type"},
			{schema: `{type: "null"}`, field: "{type: any, nullable: true}", losses: "/type type"},
			{schema: `{enum: [null]}`, field: "{type: any, nullable: true}", losses: "/enum enum"},
			{schema: `{type: string, oneOf: [{type: "null"}]}`, field: "string", losses: "/oneOf oneOf"},
		},
		"schemas of further members": {
			{schema: `{allOf: [{type: object, properties: {a: {}}, additionalProperties: true}], additionalProperties: {type: boolean}}`, losses: "/additionalProperties additionalProperties"},
			{schema: `{allOf: [{type: object, additionalProperties: {type: string}}], additionalProperties: {type: boolean}}`, losses: "/additionalProperties additionalProperties"},
			{schema: `{type: object, additionalProperties: {type: string}, allOf: [{additionalProperties: true}]}`, field: "{string: string}"},
			{schema: `{type: object, properties: {a: {}}, additionalProperties: {type: string}}`, losses: "/additionalProperties additionalProperties"},
		},
		"items beside others": {
			{schema: `{type: array, prefixItems: [{type: string}], items: {type: integer}}`, field: "[any]", losses: "/items items, /prefixItems prefixItems"},
			{schema: `{type: array, prefixItems: [{type: string}], items: false}`, field: "[any]", losses: "/items items, /prefixItems prefixItems"},
			{schema: `{type: array, items: [{type: string}]}`, field: "[any]", losses: "/items items"},
			{schema: `{type: array, items: {type: string}, allOf: [{items: {type: integer}}]}`, field: "[string]", losses: "/allOf/0/items items"},
		},
		"deprecated where nothing else is": {
			{schema: `{type: array, items: {$ref: '#/components/schemas/Old'}}`, components: `Old: {type: object, deprecated: true, properties: {id: {type: string}}}`, field: "[Old]", losses: "/Old/deprecated deprecated"},
			{schema: `{type: object, additionalProperties: {$ref: '#/components/schemas/Old'}}`, components: `Old: {type: string, deprecated: true}`, field: "{string: string}", losses: "/Old/deprecated deprecated"},
			{schema: `{oneOf: [{type: object, deprecated: true, required: [k], properties: {k: {const: a}}}, {type: object, required: [k], properties: {k: {const: b}}}]}`, field: "AV", losses: "/oneOf/0/deprecated deprecated"},
			{schema: `{$ref: '#/components/schemas/Old'}`, components: `Old: {type: object, deprecated: true, properties: {id: {type: string}}}`, field: "{type: Old, deprecated: {}}"},
		},
		"schemas that are their own alternatives": {
			{schema: `{$ref: '#/components/schemas/A'}`, components: `A: {oneOf: [{$ref: '#/components/schemas/B'}]}, B: {anyOf: [{$ref: '#/components/schemas/A'}]}`, field: "any", losses: "/B/anyOf anyOf"},
			{schema: `{$ref: '#/components/schemas/A'}`, components: `A: {allOf: [{oneOf: [{$ref: '#/components/schemas/A'}]}]}`, field: "any", losses: "/A/allOf/0/oneOf oneOf"},
			{schema: `{$ref: '#/components/schemas/A'}`, components: `A: {description: Text., allOf: [{anyOf: [{$ref: '#/components/schemas/A'}, {type: "null"}]}]}`, losses: "/A/allOf/0/anyOf anyOf"},
		},
		"keywords of other types": {
			{schema: `{type: string, minimum: 3}`, field: "string", losses: "/minimum minimum"},
			{schema: `{type: integer, maxLength: 3, pattern: x}`, field: "integer", losses: "/maxLength maxLength, /pattern pattern"},
			{schema: `{type: boolean, items: {type: string}}`, field: "boolean", losses: "/items items"},
			{schema: `{$ref: '#/components/schemas/Thing', minItems: 3}`, components: thing, losses: "/minItems minItems"},
		},
		"texts of what has none": {
			{schema: `{type: array, items: {type: string, description: Text.}}`, field: "[string]", losses: "/items/description description"},
			{schema: `{type: object, additionalProperties: {type: integer, description: Text., example: 3}}`, field: "{string: integer}", losses: "/additionalProperties/description description, /additionalProperties/example example"},
			{schema: `{type: array, items: {$ref: '#/components/schemas/Thing', description: Text.}}`, components: thing, field: "[Thing]", losses: "/items/description description"},
			{schema: `{type: array, items: {type: object, description: Text., properties: {id: {type: string}}}}`, field: "[AVItem]"},
		},
		"equal objects without a name": {
			{schema: `{type: object, properties: {a: {type: object, properties: {x: {type: integer, multipleOf: 2}}}, b: {type: object, properties: {x: {type: integer, multipleOf: 2}}}}}`,
				losses: "/properties/a/properties/x/multipleOf multipleOf, /properties/b/properties/x/multipleOf multipleOf"},
			{schema: `{type: object, properties: {a: {type: object, properties: {x: {type: string, format: odd}}}, b: {type: object, properties: {x: {type: string, format: odd}}}}}`,
				losses: "/properties/a/properties/x/format format, /properties/b/properties/x/format format"},
			{schema: `{type: object, properties: {a: {type: object, properties: {x: {type: integer, default: x}}}, b: {type: object, properties: {x: {type: integer, default: x}}}}}`,
				losses: "/properties/a/properties/x/default default, /properties/b/properties/x/default default"},
		},
		"types that lose all they have": {
			{schema: `{type: array, items: {type: string, enum: ["a\0b"]}}`, field: "[string]", losses: "/items/enum enum, /items/enum enum"},
			{schema: `{$ref: '#/components/schemas/E'}`, components: `E: {type: string, enum: ["\x01", "\x02"]}`, field: "string", losses: "/E/enum enum, /E/enum enum, /E/enum enum"},
			{schema: `{oneOf: [{type: object, required: [k], properties: {k: {const: "a\0"}}}, {type: object, required: [k], properties: {k: {const: "b\0"}}}]}`, field: "object", losses: "/oneOf/0 discriminator, /oneOf/1 discriminator"},
			{schema: `{type: object, properties: {"a\0b": {type: string}}}`, losses: "/properties/a\x00b properties"},
		},
	})
}

// Null is a value if every part of a schema allows it.
func TestNullNeedsEveryPart(t *testing.T) {
	tryKinds(t, "3.1.0", map[string][]kind{"": {
		{schema: `{type: [string, "null"], enum: [x]}`, field: "{type: string, enum: [x]}"},
		{schema: `{type: [string, "null"], enum: [x, null]}`, field: "{type: string, nullable: true, enum: [x]}"},
		{schema: `{type: string, enum: [x, null]}`, field: "{type: string, enum: [x]}"},
		{schema: `{allOf: [{type: [string, "null"]}, {type: string}]}`, field: "string"},
		{schema: `{type: [string, "null"], const: x}`, field: "{type: string, enum: [x]}"},
		{schema: `{type: [string, "null"]}`, field: "{type: string, nullable: true}"},
		{schema: `{oneOf: [{type: string}, {type: "null"}]}`, field: "{type: string, nullable: true}"},
	}})
	tryKinds(t, "3.0.3", map[string][]kind{"": {
		{schema: `{type: string, nullable: true, enum: [x]}`, field: "{type: string, nullable: true, enum: [x]}", losses: "/enum enum"},
		{schema: `{type: string, enum: [x, null]}`, field: "{type: string, nullable: true, enum: [x]}", losses: "/enum enum"},
		{schema: `{allOf: [{type: string}, {nullable: true}]}`, field: "string", losses: "/allOf/1/nullable nullable"},
		{schema: `{nullable: true, allOf: [{type: string}]}`, field: "{type: string, nullable: true}"},
	}})
}

// Of several texts, defaults and examples, the one closest to the property counts.
func TestMoreSpecificAnnotationsCount(t *testing.T) {
	const components = `Order: {type: string, enum: [UP, DOWN], default: UP}, Text: {type: string, default: x, description: Text.},
		Open: {anyOf: [{type: string, enum: [A, B]}, {type: string}], default: A}, Base: {type: object, description: Base., properties: {id: {type: string}}}`
	var all []kind
	for schema, field := range map[string]string{
		`{$ref: '#/components/schemas/Order'}`:                                                                  "{type: Order, default: UP}",
		`{$ref: '#/components/schemas/Open'}`:                                                                   "{type: Open, default: A}",
		`{allOf: [{$ref: '#/components/schemas/Order'}], default: DOWN}`:                                        "{type: Order, default: DOWN}",
		`{allOf: [{$ref: '#/components/schemas/Text'}, {default: z, description: More.}]}`:                      "{type: string, default: z, description: More.}",
		`{allOf: [{default: z, description: More.}, {$ref: '#/components/schemas/Text'}]}`:                      "{type: string, default: z, description: More.}",
		`{allOf: [{$ref: '#/components/schemas/Base'}, {description: More., properties: {b: {type: string}}}]}`: "{type: AV, description: More.}",
		`{allOf: [{type: string, description: First.}, {description: Second.}]}`:                                "{type: string, description: Second.}",
	} {
		all = append(all, kind{schema: schema, field: field, components: components})
	}
	tryKinds(t, "3.1.0", map[string][]kind{"": all})
}

// Patterns match what they match in JavaScript, or are lost.
func TestPatternsOfOtherDialects(t *testing.T) {
	tryKinds(t, "3.1.0", map[string][]kind{"": {
		{schema: `{type: string, pattern: '^\ud83d\ude00$'}`, field: `{type: string, pattern: "^\\x{1f600}$"}`},
		{schema: `{type: string, pattern: '^[\ud83c-\ud83e][\udc00-\udfff]$'}`, field: "string", losses: "/pattern pattern"},
		{schema: `{type: string, pattern: '^\uD83D[\uDE00-\uDE4F]$'}`, field: "string", losses: "/pattern pattern"},
		{schema: `{type: string, pattern: '[\ud83d\ude00]'}`, field: "string", losses: "/pattern pattern"},
		{schema: `{type: string, pattern: '\u0041+'}`, field: `{type: string, pattern: "\\x{0041}+"}`},
		{schema: `{type: string, pattern: '/^x$/i'}`, field: `{type: string, pattern: "(?i)^x$"}`, losses: "/pattern pattern"},
		{schema: `{type: string, pattern: '(?=x)'}`, field: "string", losses: "/pattern pattern"},
	}})
}

// In OpenAPI 3.1, nullable is a word of tools. Its loss says why it has no effect.
func TestNullableWithoutEffectSaysWhy(t *testing.T) {
	for _, schema := range []string{
		`{type: string, nullable: true, enum: [x]}`,
		`{type: string, enum: [x], x-nullable: false, nullable: true}`,
		`{nullable: true, enum: [x]}`,
	} {
		text := `{openapi: 3.1.0, info: {title: x, version: "1"}, paths: {/t/a: {post: {requestBody: {content: {application/json: {schema: ` +
			`{type: object, properties: {v: ` + schema + `}}}}}, responses: {"204": {description: ok}}}}}}`
		result, err := Import(yamldoc.Source{Name: "doc.yaml", Text: []byte(text)}, nil)
		require.NoError(t, err)
		require.Contains(t, Text(result.Losses), "if no other keyword refuses null", schema)
	}
}
