package importer

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/testing/long"
)

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a/b:\n    post:\n      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}\n      responses: {'200': {description: OK}}\ncomponents:\n  schemas:\n"

// A hostile document ends in problems with places, or in losses, and in nothing else.
func TestHostileDocuments(t *testing.T) {
	wide := func(n int) string {
		var b strings.Builder
		b.WriteString(head + "    A: {type: object, properties: {x: {type: string}}, allOf: [{$ref: '#/components/schemas/L0'}]}\n")
		for i := range n {
			fmt.Fprintf(&b, "    L%d: {allOf: [{$ref: '#/components/schemas/L%d'}, {$ref: '#/components/schemas/L%d'}]}\n", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "    L%d: {properties: {y: {type: string}}}\n", n)
		return b.String()
	}
	bomb := "openapi: 3.1.0\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n"
	for i := range 10 {
		bomb += fmt.Sprintf("x%d: &x%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*x%d, ", i), 10), ", "))
	}
	chain := head + "    A: {$ref: '#/components/schemas/C0'}\n"
	deep := head + "    A: {type: object, properties: {x: {$ref: '#/components/schemas/D0'}}}\n"
	for i := range 10000 {
		chain += fmt.Sprintf("    C%d: {$ref: '#/components/schemas/C%d'}\n", i, i+1)
	}
	levels := long.Size(100, 1000)
	for i := range levels {
		deep += fmt.Sprintf("    D%d: {allOf: [{$ref: '#/components/schemas/D%d'}], properties: {p%d: {$ref: '#/components/schemas/D%d'}}}\n", i, (i+1)%levels, i, (i+1)%levels)
	}
	var fields, operations strings.Builder
	for i := range 400 {
		fmt.Fprintf(&fields, "f%d: string, ", i)
		fmt.Fprintf(&operations, "o%d: {include: R}, ", i)
	}
	carried := head + "    A: {type: object}\nx-catalog: |\n  catalog: 1\n  info: {title: T, version: v1, package: p}\n  path: \"/{area}/{operation}\"\n" +
		"  records: {R: {fields: {" + fields.String() + "}}}\n  areas: {a: {operations: {" + operations.String() + "}}}\n"
	for name, c := range map[string]struct{ text, problem, loss string }{
		"a small catalog with a large document": {text: carried, loss: "is much larger"},
		"a chain of $ref":                       {text: chain, loss: "it refers to itself, or through more than"},
		"a deep circle":                         {text: deep, loss: "endlessly"},
		"empty":                                 {text: "", problem: "empty-document"},
		"a text":                                {text: "hello", problem: "expected an OpenAPI document"},
		"no version":                            {text: "info: {}", problem: "the version is missing"},
		"another version":                       {text: "openapi: 4.0.0", problem: "unknown version \"4.0.0\" of OpenAPI; use 3.0, 3.1, 3.2 or Swagger 2.0"},
		"levels":                                {text: "openapi: 3.1.0\npaths: " + strings.Repeat("[", 10000), problem: "too-deep"},
		"levels of maps":                        {text: `{"openapi": "3.1.0", "paths": ` + strings.Repeat(`{"a":`, 10000) + "1" + strings.Repeat("}", 10001), problem: "too-deep"},
		"a bomb":                                {text: bomb, problem: "too-many-nodes"},
		"large":                                 {text: "openapi: 3.1.0\nx: " + strings.Repeat("x", 33<<20), problem: "too-large"},
		"a circle of $ref":                      {text: head + "    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}\n", loss: "it refers to itself, or through more than"},
		"a circle of allOf": {
			text: head + "    A: {type: object, properties: {x: {type: string}}, allOf: [{$ref: '#/components/schemas/A'}]}\n", loss: "endlessly"},
		"a circle of arrays": {
			text: head + "    A: {type: object, properties: {x: {$ref: '#/components/schemas/B'}}}\n    B: {type: array, items: {$ref: '#/components/schemas/B'}}\n", loss: "contains itself"},
		"a circle of unions": {
			text: head + "    A: {discriminator: {propertyName: k}, properties: {k: {type: string}}, allOf: [{$ref: '#/components/schemas/B'}]}\n    B: {discriminator: {propertyName: k}, allOf: [{$ref: '#/components/schemas/A'}]}\n", loss: "endlessly"},
		"branches without end": {text: wide(60)},
		"no paths":             {text: "openapi: 3.0.0\n", problem: "no operation"},
		"odd kinds":            {text: "openapi: 3.0.0\ninfo: [1]\npaths:\n  /a/b: {post: 1}\n  /a/c: {post: {requestBody: [], parameters: 7, responses: x}}\n  /a/d: []\n  /a/e:\n    post:\n      requestBody: {content: {application/json: {schema: {type: object, properties: [], required: x, items: 4, allOf: 3, oneOf: {}, enum: y, additionalProperties: z}}}}\ncomponents: {schemas: {X: 1}}\ntags: {a: b}\n", loss: "correct it"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Import(yamldoc.Source{Name: "x.yaml", Text: []byte(c.text)}, nil)
			if c.problem != "" {
				require.ErrorContains(t, err, c.problem)
				_, nothing := errors.AsType[*NothingError](err)
				_, problems := errors.AsType[yamldoc.Problems](err)
				require.True(t, nothing || problems)
				return
			}
			var losses []origin.Loss
			if nothing, ok := errors.AsType[*NothingError](err); ok {
				losses = nothing.Losses
			} else {
				require.NoError(t, err)
				losses = r.Losses
			}
			if c.loss != "" {
				require.Contains(t, Text(losses), c.loss)
			}
		})
	}
}

// So do files beside a document, of which each is read once.
func TestHostileFiles(t *testing.T) {
	document := strings.Replace(head, "'#/components/schemas/A'", "'a.yaml#/A'", 1) + "    X: {type: string}\n"
	bomb := "A: {$ref: '#/x9'}\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n"
	for i := range 10 {
		bomb += fmt.Sprintf("x%d: &x%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*x%d, ", i), 10), ", "))
	}
	for name, c := range map[string]struct {
		files map[string]string
		says  string
	}{
		"a circle of files":    {map[string]string{"a.yaml": "A: {$ref: 'b.yaml#/B'}", "b.yaml": "B: {$ref: 'a.yaml#/A'}"}, "it refers to itself, or through more than"},
		"a bomb":               {map[string]string{"a.yaml": bomb}, "a.yaml:6:45: too-many-nodes"},
		"large":                {map[string]string{"a.yaml": "A: " + strings.Repeat("x", 33<<20)}, "too-large"},
		"levels":               {map[string]string{"a.yaml": "A: " + strings.Repeat("[", 10000)}, "too-deep"},
		"no file":              {nil, "file does not exist"},
		"outside":              {map[string]string{"a.yaml": "A: {$ref: '../b.yaml#/B'}"}, "is outside of the folder"},
		"outside, in disguise": {map[string]string{"a.yaml": "A: {$ref: '%2e%2e/b.yaml#/B'}"}, "is outside of the folder"},
		"a host":               {map[string]string{"a.yaml": "A: {$ref: 'https://example.com/b.yaml#/B'}"}, "only the document is read"},
	} {
		t.Run(name, func(t *testing.T) {
			reads := map[string]int{}
			_, err := Import(yamldoc.Source{Name: "x.yaml", Text: []byte(document), Beside: func(name string) (yamldoc.Source, error) {
				if reads[name]++; c.files[name] == "" {
					return yamldoc.Source{}, os.ErrNotExist
				}
				return yamldoc.Source{Text: []byte(c.files[name])}, nil
			}}, nil)
			text := fmt.Sprint(err)
			if nothing, ok := errors.AsType[*NothingError](err); ok {
				text += Text(nothing.Losses)
			}
			require.Contains(t, text, c.says)
			for name, n := range reads {
				require.Equal(t, 1, n, name)
			}
		})
	}
}
