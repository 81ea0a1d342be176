package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkJSONSchema validates YAML files in hooks and CI. It reads patterns in the
// dialect of Python.
const checkJSONSchema = "check-jsonschema==0.39.0"

// validated runs check-jsonschema at the root of the repository.
func validated(t *testing.T, schema string, files ...string) (out string, err error) {
	dir := pip(t, checkJSONSchema)
	return run(t, "..", []string{"PYTHONPATH=" + dir}, "python3",
		append([]string{"-m", "check_jsonschema", "--schemafile", schema}, files...)...)
}

// check-jsonschema accepts every file that gen accepts.
func TestSchemasAcceptFiles(t *testing.T) {
	for schema, patterns := range map[string][]string{
		"spec/schema.json":          {"spec/operations.yaml", "internal/plan/interpreter/testdata/everything.yaml", "generator/testdata/*/catalog.yaml"},
		"spec/settings.schema.json": {"opgen.yaml"},
		"spec/vectors.schema.json":  {"spec/vectors/*.yaml"},

		"spec/resources.schema.json": {"spec/resources.yaml", "sandbox/testdata/*/resources.yaml"},
	} {
		var files []string
		for _, pattern := range patterns {
			names, err := filepath.Glob("../" + pattern)
			require.NoError(t, err)
			require.NotEmpty(t, names, pattern)
			for _, name := range names {
				files = append(files, strings.TrimPrefix(name, "../"))
			}
		}
		out, err := validated(t, schema, files...)
		require.NoError(t, err, out)
	}
}

// right is a valid catalog, to which the mistakes below are made.
const right = `
catalog: 1
info: {title: Shop, version: v1, package: shop}
path: /v1/{area}/{operation}
records:
  Item: {fields: {id: string}}
areas:
  items:
    operations:
      list:
        effect: read
        fields:
          name: {type: string, required: true, pattern: "^a"}
          size: {type: integer, minimum: 1}
          tags: [string]
        rules: [{at_most_one_of: [size, tags]}]
        response: {fields: {items: [Item]}}
`

// check-jsonschema reports the place and the kind of each mistake.
func TestSchemasExplainMistakes(t *testing.T) {
	const list = "$.areas.items.operations.list"
	mistakes := []struct{ old, new, place, says string }{
		{"effect: read", "efect: read", list, "'efect' was unexpected"},
		{"effect: read", "effect: reads", list + ".effect",
			"'reads' is not one of ['read', 'idempotent', 'write']"},
		{"required: true", "requierd: true", list + ".fields.name", "'requierd' was unexpected"},
		{"required: true", "required: true, default: abc", list + ".fields.name.default",
			"The field is required"},
		{"required: true", "required: true, omit_empty: true", list + ".fields.name.omit_empty",
			"The field is required"},
		{"required: true", "min_items: 1", list + ".fields.name.min_items", "only for an array"},
		{"minimum: 1", "max_length: 1", list + ".fields.size.max_length", "only for a string"},
		{"minimum: 1", "default: many", list + ".fields.size.default", "is not of type 'integer'"},
		{`"^a"`, `"^(a"`, list + ".fields.name.pattern", "is not a 'regex'"},
		{`"^a"`, `"a(?=b)"`, list + ".fields.name.pattern", "RE2 has no lookarounds"},
		{"[string]", "[strng]", list + ".fields.tags[0]", "'strng' is not one of ['string', "},
		{"[string]", "strings", list + ".fields.tags", "'strings' is not one of ['string', "},
		{"[string]", `{type: [integer], join: ","}`, list + ".fields.tags.join",
			"only for an array of strings"},
		{"at_most_one_of: [size, tags]", "one_of: [size, tags]", list + ".rules[0]",
			"'one_of' was unexpected"},
		{"at_most_one_of: [size, tags]", "at_most_one_of: [size]",
			list + ".rules[0].at_most_one_of", "['size'] is too short"},
		{"items: [Item]", "items: {type: string, codes: a}", list + ".response.fields.items.codes",
			"nothing in a response"},
		{"list:", "list all:", "$.areas.items.operations", "'list all' does not match"},
		{"Item:", "item:", "$.records", "'item' does not match"},
		{"path: /v1/{area}/{operation}", "path: v1", "$.path", "does not match"},
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name+".yaml")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	out, err := validated(t, "spec/schema.json", write("right", right))
	require.NoError(t, err, out)
	var files []string
	for i, m := range mistakes {
		require.Equal(t, 1, strings.Count(right, m.old), m.old)
		files = append(files, write(string(rune('a'+i)), strings.Replace(right, m.old, m.new, 1)))
	}
	out, err = validated(t, "spec/schema.json", files...)
	require.Error(t, err)
	for i, m := range mistakes {
		require.Regexp(t,
			regexp.QuoteMeta(files[i]+"::"+m.place+": ")+".*"+regexp.QuoteMeta(m.says), out, m.new)
	}
}
