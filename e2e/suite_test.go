package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
)

// suiteModule has the official test suite of JSON Schema among its test data.
const suiteModule = "github.com/google/jsonschema-go@v0.3.0"

// suiteGroup is a schema of the suite with its instances.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// A placement is where a schema of the suite stands in a document.
type placement struct {
	name      string
	at        string // the pointer of the schema
	body      string // the schema of the request, with SCHEMA
	component string // the schema of a component, with SCHEMA, or ""
	instance  string // the body of a call, with INSTANCE
}

const suiteBody = "/paths/~1a~1b/post/requestBody/content/application~1json/schema"

func placements() []placement {
	property := func(schema string) string {
		return `{"type": "object", "required": ["v"], "properties": {"v": ` + schema + `}}`
	}
	const v = suiteBody + "/properties/v"
	return []placement{
		{"property", v, property("SCHEMA"), "", `{"v": INSTANCE}`},
		{"$ref", "/components/schemas/S", property(`{"$ref": "#/components/schemas/S"}`), "SCHEMA",
			`{"v": INSTANCE}`},
		{"item", v + "/items", property(`{"type": "array", "items": SCHEMA}`), "", `{"v": [INSTANCE]}`},
		{"map value", v + "/additionalProperties",
			property(`{"type": "object", "additionalProperties": SCHEMA}`), "",
			`{"v": {"k": INSTANCE}}`},
		{"nested object", v + "/properties/v", property(property("SCHEMA")), "",
			`{"v": {"v": INSTANCE}}`},
		{"body", suiteBody, "SCHEMA", "", `INSTANCE`},
	}
}

// document returns a document with the schema at the placement. References of the suite are to
// its own root, which is elsewhere here.
func (p placement) document(t *testing.T, schema json.RawMessage) string {
	var tree any
	require.NoError(t, json.Unmarshal(schema, &tree))
	moved, err := json.Marshal(movedReferences(tree, "#"+p.at))
	require.NoError(t, err)
	component := ""
	if p.component != "" {
		component = `"S": ` + p.component
	}
	return strings.ReplaceAll(`{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a/b": {"post": {
		"requestBody": {"content": {"application/json": {"schema": `+p.body+`}}}, "responses": {"204": {"description": "OK"}}}}},
		"components": {"schemas": {`+component+`}}}`, "SCHEMA", string(moved))
}

// movedReferences returns a schema whose local references begin at another root.
func movedReferences(v any, root string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = movedReferences(v[i], root)
		}
	case map[string]any:
		for key, value := range v {
			ref, isText := value.(string)
			local := isText && (ref == "#" || strings.HasPrefix(ref, "#/"))
			switch {
			case key == "$schema":
				delete(v, key)
			case key == "$ref" && local:
				v[key] = root + strings.TrimPrefix(ref, "#")
			default:
				v[key] = movedReferences(value, root)
			}
		}
	}
	return v
}

// The interpreter of an imported schema agrees with the test suite of JSON Schema about each
// instance, unless a loss names the keyword.
func TestJSONSchemaSuite(t *testing.T) {
	out, err := exec.Command("go", "mod", "download", "-json", suiteModule).Output()
	if err != nil {
		t.Skipf("NOT RUN: %s cannot be downloaded: %v", suiteModule, err)
	}
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(out, &module))
	files, err := filepath.Glob(filepath.Join(module.Dir, "jsonschema/testdata/draft2020-12/*.json"))
	require.NoError(t, err)
	require.Greater(t, len(files), 40)
	s := &suite{losses: map[string]int{}}
	for _, name := range files {
		var groups []suiteGroup
		require.NoError(t, json.Unmarshal(read(t, name), &groups))
		for _, group := range groups {
			for _, p := range placements() {
				s.try(t, filepath.Base(name), group, p)
			}
		}
	}
	t.Logf("%d documents, %d without an operation; %d instances, %d differ with a loss",
		s.documents, s.nothing, s.instances, s.explained)
	for _, keyword := range slices.SortedFunc(maps.Keys(s.losses), func(a, b string) int { return s.losses[b] - s.losses[a] }) {
		t.Logf("%6d losses at %s", s.losses[keyword], keyword)
	}
	require.Empty(t, strings.Join(s.silent, "\n"))
	require.Greater(t, s.instances, 5000)
}

// suite counts what the test suite shows.
type suite struct {
	documents, nothing, instances, explained int
	losses                                   map[string]int // by keyword
	silent                                   []string
}

func (s *suite) try(t *testing.T, file string, group suiteGroup, p placement) {
	text := p.document(t, group.Schema)
	s.documents++
	result, err := importer.Import(yamldoc.Source{Name: "doc.json", Text: []byte(text)}, nil)
	if nothing, ok := errors.AsType[*importer.NothingError](err); ok {
		s.nothing++
		require.NotEmpty(t, nothing.Losses)
		return
	}
	if err != nil {
		s.silent = append(s.silent, fmt.Sprintf("%s: %s: %s: %v", file, group.Description, p.name, err))
		return
	}
	for _, l := range result.Losses {
		s.losses[l.Keyword]++
	}
	c, problems := catalog.Parse("catalog.yaml", result.Catalog)
	require.Empty(t, problems)
	validate := suiteValidator(text)
	op := c.Areas[0].Operations[0]
	if op.Empty == catalog.EmptyNull {
		return // servers read {} as null
	}
	server := interpreter.New(op)
	for _, one := range group.Tests {
		if p.name == "body" && one.Data[0] != '{' {
			continue // a body is an object
		}
		body := strings.ReplaceAll(p.instance, "INSTANCE", string(one.Data))
		got := server.Decode(body)
		s.instances++
		if one.Valid == (got.Status == 200) {
			continue
		}
		why := suiteReason(result.Losses, validate, got.Violations, body, one.Valid, p.at)
		if why == "" {
			s.explained++
			continue
		}
		s.silent = append(s.silent, fmt.Sprintf("%s: %s: %s: %s: %s\n\t%s\n\t%s", file, group.Description, one.Description, p.name, why, group.Schema, body))
	}
}

// suiteValidator returns a function that validates bodies by the schema of the request.
func suiteValidator(text string) func(body string) error {
	return func(body string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("doc.json", document); err != nil {
			return err
		}
		schema, err := compiler.Compile("doc.json#" + suiteBody)
		if err != nil {
			return err
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
		if err != nil {
			return err
		}
		return schema.Validate(value)
	}
}

// suiteReason returns why no loss explains that the server differs about a body, "" if one does.
func suiteReason(losses []importer.Loss, validate func(string) error, violations []api.Violation, body string, valid bool, at string) string {
	inSchema := slices.ContainsFunc(losses, func(l importer.Loss) bool {
		return l.Keyword == "$ref" || l.Pointer == at || strings.HasPrefix(l.Pointer, at+"/")
	})
	if valid {
		for _, v := range violations {
			// Servers refuse unknown members, and read null as an absent member.
			if !inSchema && v.Rule != api.RuleUnknownField && v.Rule != api.RuleRequired {
				return "the server refuses " + v.Field + " by " + v.Rule
			}
		}
		return ""
	}
	err := validate(body)
	e, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok { // the validator does not read the schema, or does not assert formats
		if inSchema {
			return ""
		}
		return fmt.Sprintf("the suite refuses it, the validator says: %v", err)
	}
	return unexplainedLeaf(e, losses)
}

// unexplainedLeaf returns a keyword that refuses a value although no loss is at it, above or below it.
func unexplainedLeaf(e *jsonschema.ValidationError, losses []importer.Loss) string {
	_, schema, _ := strings.Cut(e.SchemaURL, "#")
	keyword := schema
	for _, token := range e.ErrorKind.KeywordPath() {
		keyword += "/" + jsonpointer.Escape(token)
	}
	for _, l := range losses {
		if l.Keyword == "type" && !strings.HasSuffix(l.Pointer, "/type") {
			l.Pointer += "/type" // the loss is at a schema that has no type
		}
		above := strings.HasPrefix(keyword+"/", l.Pointer+"/") && !strings.HasPrefix(suiteBody, l.Pointer)
		below := keyword != schema && strings.HasPrefix(l.Pointer+"/", keyword+"/")
		if above || below || keyword == schema && l.Pointer == schema+"/not" {
			return ""
		}
	}
	for _, cause := range e.Causes {
		if why := unexplainedLeaf(cause, losses); why != "" {
			return why
		}
	}
	if len(e.Causes) > 0 {
		return ""
	}
	return "the document refuses /" + strings.Join(e.InstanceLocation, "/") + " by " + strconv.Quote(keyword)
}
