package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// Whatever a document and its parts are called, there are names for YAML and for Go.
func TestAnyTitle(t *testing.T) {
	for _, title := range []string{"null", "true", "No", "~", "break", "interface", "if", "nil", "any", "main", "CON", "api", "Test_test", strings.Repeat("x", 1000), "1.5", "1e3", "0x1f", "-", "日本", "a: b", "# x", "", "  ", strings.Repeat("long ", 100)} {
		text := "openapi: 3.0.0\ninfo: {title: TITLE, version: TITLE}\ntags: [{name: TITLE, description: TITLE}]\npaths:\n  /a/x:\n    post:\n      tags: [TITLE]\n      summary: TITLE\n      requestBody: {content: {application/json: {schema: {type: object, title: TITLE, properties: {TITLE: {type: string, enum: [TITLE, x], default: TITLE}, y: {$ref: '#/components/schemas/A'}}}}}}\n      responses: {'200': {description: TITLE}}\ncomponents: {schemas: {A: {type: object, title: TITLE, properties: {TITLE: {type: object, properties: {TITLE: {type: string}}}}}}}\n"
		result, err := Import(yamldoc.Source{Name: "x.yaml", Text: []byte(strings.ReplaceAll(text, "TITLE", yamldoc.Quote(title)))}, Options{})
		require.NoError(t, err, title)
		_, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
	}
}
