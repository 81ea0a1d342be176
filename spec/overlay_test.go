package spec_test

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write overlay.schema.json anew")

// partial are the definitions that an overlay need not give as a whole.
var partial = []string{"enum", "union", "area", "field", "pagination", "envelope", "failure"}

// orFile matches a schema that allows the path of a file in place of a map.
var orFile = regexp.MustCompile(`\{"if": \{"type": "string"\}, "then": \{"\$ref": "#/\$defs/file"\}, "else": (\{[^{}]*\})\}`)

// definition matches the first line of a definition in schema.json.
var definition = regexp.MustCompile(`^    "(\w+)": \{$`)

// overlaySchema derives the schema of overlays from that of catalogs: another
// version, no heading, no files, and no required keys in definitions that may be partial.
func overlaySchema(schema string) string {
	var lines []string
	within, skip := "", false
	for line := range strings.Lines(schema) {
		if m := definition.FindStringSubmatch(line[:len(line)-1]); m != nil {
			within = m[1]
		}
		switch {
		case within == "info" || within == "naming" || within == "file":
			continue
		case within == "document" && (strings.HasPrefix(line, `        "path": {`) || strings.HasPrefix(line, `        "info": {`)):
			skip = strings.HasSuffix(line, "{\n")
			continue
		case skip:
			skip = line != "        },\n"
			continue
		case (strings.HasPrefix(line, `      "required": [`) || strings.HasPrefix(line, `      "oneOf": [`)) && slices.Contains(partial, within):
			continue
		case within == "areas" && line == `      "minProperties": 1,`+"\n":
			continue
		}
		lines = append(lines, orFile.ReplaceAllString(line, "$1"))
	}
	return strings.NewReplacer(
		"urn:opgen:catalog:1", "urn:opgen:overlay:1",
		`"title": "Catalog of operations"`, `"title": "Overlay of a catalog of operations"`,
		"gen checks the rest: references", "gen checks the rest: what contradicts the catalog, references",
		"#/$defs/document", "#/$defs/overlay",
		`    "document": {`, `    "overlay": {`,
		`"title": "Catalog"`, `"title": "Overlay"`,
		"One YAML file: a map keyed by name at every level, in the order in which the reference shows it.", "What is added to a catalog, by name at every level.",
		`"required": ["catalog", "info", "path", "areas"]`, `"required": ["overlay"]`,
		`"catalog": {`, `"overlay": {`,
		"The version of the catalog format: 1.", "The version of the overlay format: 1.",
		"Areas by name, at least one. A name", "Areas by name. A name",
	).Replace(strings.Join(lines, ""))
}

// The schema of overlays is derived from the schema of catalogs.
func TestOverlaySchemaFollows(t *testing.T) {
	want := overlaySchema(string(spec.Schema))
	if *update {
		require.NoError(t, os.WriteFile("overlay.schema.json", []byte(want), 0o644))
	}
	got, err := os.ReadFile("overlay.schema.json")
	require.NoError(t, err)
	require.Equal(t, want, string(got), "update with: go test ./spec -update")
}

// overlayExample adds to the example of TestSchemaRefuses in every possible way.
const overlayExample = `
overlay: 1
envelope: {violations: why}
enums:
  Size: {description: How large., values: {xl: Very large.}}
  Colour: {description: Colours., open: true, values: {red: }}
unions:
  Content: {of: {nothing: {description: It is empty.}, gift: Item}}
records:
  Item:
    fields:
      id: {description: Names it., sensitive: true}
      paint: Colour
areas:
  items:
    operations:
      list:
        description: The newest first.
        fields:
          limit: {minimum: 2}
          name: {pattern: a, enum: [b]}
          note: string
          text: string
        rules: [{at_most_one_of: [note, text]}]
        pagination: {items: data}
        response: {fields: {total: integer}}
      get: {effect: read}
      find: {summary: Finds one item., response: Item}
  shops: {description: Shops., operations: {open: {}}}
`

func TestOverlaySchema(t *testing.T) {
	parse := func(text string) error {
		_, problems := catalog.Parse("example.yaml", []byte(example), catalog.Source{Name: "overlay.yaml", Text: []byte(text)})
		return problems.Err()
	}
	format{"overlay.schema.json", catalog.Keys(), parse, overlayExample}.agrees(t, []mistake{
		{"overlay: 1", "overlay: 2"},
		{"overlay: 1\n", ""},
		{"overlay: 1", "catalog: 1"},
		{"overlay: 1", "overlay: 1\ninfo: {title: T}"},
		{"overlay: 1", "overlay: 1\npath: /{operation}"},
		{"enums:", "emuns:"},
		{"description: How large.", "descripton: How large."},
		{"values: {xl: Very large.}", "values: {}"},
		{"  Colour:", "  colour:"},
		{"  Content:", "  content:"},
		{"gift: Item", "gift: item"},
		{"{description: It is empty.}", "{about: It is empty.}"},
		{"sensitive: true", "sensitive: yes"},
		{"paint: Colour", "paint: colour"},
		{"{minimum: 2}", "{minimum: two}"},
		{"enum: [b]", "enum: []"},
		{"{at_most_one_of: [note, text]}", "{one_of: [note, text]}"},
		{"{items: data}", "{item: data}"},
		{"effect: read", "effect: reads"},
		{"operations: {open: {}}", "operations: {}"},
		{"      find:", "      find it:"},
	})
}
