package importer

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
)

// vendor is a document of a vendor: each operation has components, objects without names
// and listed values, and almost four kilobytes.
func vendor(operations int) []byte {
	var paths, schemas strings.Builder
	for i := range operations {
		fmt.Fprintf(&paths, `%q: {"post": {"tags": ["Area %[2]d"], "operationId": "area_%[2]d_do_%[3]d", "summary": "Does thing %[3]d.", "description": %[4]q,
			"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Do%[3]dRequest"}}}},
			"responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Do%[3]dResponse"}}}}, "400": {"description": "Bad", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}}}}},`+"\n",
			fmt.Sprintf("/api/area_%d/do_%d", i%20, i), i%20, i, strings.Repeat("It does what its name says. ", 8))
		var properties []string
		for j := range 12 {
			properties = append(properties, fmt.Sprintf(`"field_%d": {"type": "string", "description": "Field %d of %d.", "maxLength": %d, "nullable": true, "example": "x"}`, j, j, i, 10+j))
		}
		fmt.Fprintf(&schemas, `"Do%[1]dRequest": {"type": "object", "required": ["field_0"], "properties": {%[2]s,
			"lines": {"type": "array", "items": {"type": "object", "properties": {"sku_%[3]d": {"type": "string"}, "state": {"type": "string", "enum": ["a", "b", "c"]}, "next": {"$ref": "#/components/schemas/Do%[3]dRequest"}}}}}},
			"Do%[1]dResponse": {"allOf": [{"$ref": "#/components/schemas/Page"}, {"type": "object", "properties": {%[2]s, "total": {"type": "integer", "multipleOf": 5}}}]},`+"\n",
			i, strings.Join(properties, ", "), (i+7)%operations)
	}
	return fmt.Appendf(nil, `{"openapi": "3.0.3", "info": {"title": "Vendor", "version": "1"}, "paths": {%s},
		"components": {"schemas": {%s "Page": {"type": "object", "properties": {"page": {"type": "integer"}}}, "Failure": {"type": "object", "properties": {"code": {"type": "integer"}}}}}}`,
		strings.TrimSuffix(paths.String(), ",\n"), schemas.String())
}

func BenchmarkImport(b *testing.B) {
	text := vendor(400)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		result, err := Import(yamldoc.Source{Name: "vendor.json", Text: text}, nil)
		require.NoError(b, err)
		require.Equal(b, 400, result.Operations)
	}
}

// The work for a document grows as it does: four times the operations allocate about
// four times as much, and no more than 800 bytes for each byte.
func TestWorkGrowsAsTheDocument(t *testing.T) {
	allocated := func(operations int) (bytes, ofEach float64) {
		text := vendor(operations)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Import(yamldoc.Source{Name: "vendor.json", Text: text}, nil)
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		bytes = float64(after.TotalAlloc - before.TotalAlloc)
		return bytes, bytes / float64(len(text))
	}
	allocated(5) // what is made once
	few, _ := allocated(20)
	many, ofEach := allocated(80)
	require.Less(t, many/few, 6.)
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	if !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) { // which allocates itself
		require.Less(t, ofEach, 800.)
	}
}
