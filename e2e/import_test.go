package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// described is an OpenAPI document: its text, a tree, and the model of kin-openapi.
type described struct {
	text []byte
	tree map[string]any
	kin  *openapi3.T
}

// describedBy reads a document, and reports whether kin-openapi can read it.
func describedBy(t *testing.T, text []byte) (described, bool) {
	d := described{text: text}
	asJSON, err := text, error(nil)
	if text[0] != '{' {
		asJSON, err = yaml.YAMLToJSON(text)
		require.NoError(t, err)
	}
	require.NoError(t, json.Unmarshal(asJSON, &d.tree))
	if d.tree["swagger"] != nil {
		var old openapi2.T
		if err := json.Unmarshal(asJSON, &old); err != nil {
			return d, false
		}
		d.kin, err = openapi2conv.ToV3(&old)
	} else {
		d.kin, err = openapi3.NewLoader().LoadFromData(asJSON)
	}
	if err != nil {
		t.Logf("kin-openapi does not read it: %v", err)
	}
	return d, err == nil
}

// imported returns the catalog of a document. It skips the test if there is none.
func (d described) imported(t *testing.T) (*importer.Result, *catalog.Catalog) {
	result, err := importer.Import(yamldoc.Source{Name: "doc.yaml", Text: d.text}, nil)
	if _, nothing := errors.AsType[*importer.NothingError](err); nothing {
		t.Skip(err)
	}
	require.NoError(t, err)
	c, problems := catalog.Parse("catalog.yaml", result.Catalog)
	require.Empty(t, problems)
	return result, c
}

// judge compares the catalog of a document with kin-openapi. If they disagree about a body, a
// loss has to name the keyword, at a schema that applies to the value.
func (d described) judge(t *testing.T, result *importer.Result, c *catalog.Catalog) {
	allowed, refused, differed := 0, 0, 0
	for op := range c.Operations() {
		at, schema := d.body(op)
		if schema == nil || op.Empty != catalog.EmptyObject {
			continue // the server does not read the body
		}
		validate := d.validator(t, at, schema)
		for _, body := range tries(op) {
			var value any
			require.NoError(t, json.Unmarshal([]byte(body), &value))
			says := validate(value)
			server := interpreter.New(op).Decode(body)
			if says == nil {
				allowed++
			} else {
				refused++
			}
			if (says == nil) == (server.Status == 200) {
				continue
			}
			differed++
			if why := d.unexplained(at, result.Losses, says, server.Violations, value); why != "" {
				t.Fatalf("%s %s\n%s\n%s\n%s\nbody: %s\nthe document: %v\nthe server: %v", op, why,
					d.text, result.Catalog, importer.Text(result.Losses), body, says,
					server.Violations)
			}
		}
	}
	t.Logf("%d bodies are allowed, %d refused; the server differs about %d", allowed, refused,
		differed)
}

// body returns the schema of a request: its pointer, and that of kin-openapi.
func (d described) body(op *catalog.Operation) (string, *openapi3.Schema) {
	item := d.kin.Paths.Value(op.Path)
	if item == nil || item.Post == nil || item.Post.RequestBody == nil {
		return "", nil
	}
	for name, media := range item.Post.RequestBody.Value.Content {
		if strings.HasPrefix(name, "application/json") && media.Schema != nil {
			at := "/paths/" + jsonpointer.Escape(op.Path) + "/post"
			if d.tree["swagger"] == nil {
				return d.resolved(at+"/requestBody") + "/content/" + jsonpointer.Escape(name) + "/schema", media.Schema.Value
			}
			parameters, _ := d.at(at + "/parameters").([]any)
			for i, p := range parameters {
				if p.(map[string]any)["in"] == "body" {
					return at + "/parameters/" + strconv.Itoa(i) + "/schema", media.Schema.Value
				}
			}
		}
	}
	return "", nil
}

// validator returns a function that validates values, by kin-openapi or, for 3.1, by its
// underlying validator, whose errors have more details.
func (d described) validator(t *testing.T, at string, schema *openapi3.Schema) func(value any) error {
	if v, _ := d.tree["openapi"].(string); !strings.HasPrefix(v, "3.1") {
		return func(value any) error {
			return schema.VisitJSON(value, openapi3.MultiErrors(), openapi3.VisitAsRequest())
		}
	}
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("doc.json", d.tree))
	compiled, err := compiler.Compile("doc.json#" + (&url.URL{Path: at}).EscapedPath())
	require.NoError(t, err)
	return compiled.Validate
}

// unexplainedOf returns a reason in an error of kin-openapi that no loss explains, or "".
func unexplainedOf(err error, explained func(pointer, keyword string) bool) string {
	if several, ok := errors.AsType[openapi3.MultiError](err); ok {
		for _, e := range several {
			if why := unexplainedOf(e, explained); why != "" {
				return why
			}
		}
		return ""
	}
	if e, ok := errors.AsType[*jsonschema.ValidationError](err); ok { // of 3.1
		return unexplainedCause(e, explained)
	}
	e, ok := errors.AsType[*openapi3.SchemaError](err)
	if !ok {
		return "" // a pattern that the validator does not read
	}
	pointer := ""
	for _, token := range e.JSONPointer() {
		pointer += "/" + jsonpointer.Escape(token)
	}
	switch {
	case explained(pointer, e.SchemaField):
		return ""
	case e.Origin != nil && e.SchemaField != "oneOf" && e.SchemaField != "anyOf":
		return unexplainedOf(e.Origin, explained)
	}
	return "the document refuses " + pointer + " by " + e.SchemaField
}

func unexplainedCause(e *jsonschema.ValidationError, explained func(pointer, keyword string) bool) string {
	pointer := ""
	for _, token := range e.InstanceLocation {
		pointer += "/" + jsonpointer.Escape(token)
	}
	keywords := append(strings.Split(e.SchemaURL, "/"), e.ErrorKind.KeywordPath()...)
	keyword := keywords[len(keywords)-1]
	if explained(pointer, keyword) || explained(pointer, keywords[max(0, len(keywords)-2)]) { // not, in then
		return ""
	}
	var reasons []string
	for _, cause := range e.Causes {
		if why := unexplainedCause(cause, explained); why != "" {
			reasons = append(reasons, why)
		}
	}
	switch {
	case len(e.Causes) == 0:
		return "the document refuses " + pointer + " by " + keyword
	case len(reasons) == 0, len(reasons) < len(e.Causes) && (keyword == "anyOf" || keyword == "oneOf"):
		return ""
	}
	return reasons[0]
}

// loose are keywords whose loss means that a catalog does not check the values below.
var loose = []string{"oneOf", "anyOf", "allOf", "type", "additionalProperties", "items", "$ref", "enum", "not", "discriminator", "properties", "prefixItems", "patternProperties", "contains", "propertyNames", "if", "then"}

// unexplained returns the reason of a disagreement that no loss explains, or "".
func (d described) unexplained(at string, losses []importer.Loss, says error, violations []api.Violation, body any) string {
	explained := func(pointer string, keywords ...string) bool {
		schemas := d.along(at, pointer)
		return slices.ContainsFunc(losses, func(l importer.Loss) bool {
			return (slices.Contains(loose, l.Keyword) || slices.Contains(keywords, l.Keyword)) && schemas[d.owner(l.Pointer)]
		})
	}
	if says != nil {
		return unexplainedOf(says, func(pointer, keyword string) bool { return isNull(body, pointer) || explained(pointer, keyword) })
	}
	for _, v := range violations {
		if !isNull(body, v.Field) && v.Rule != api.RuleUnknownField && v.Rule != api.RuleFormat && v.Message != "must be an integer of at most 64 bits" &&
			!explained(v.Field, "null", "required") {
			return "the server refuses " + v.Field + " by " + v.Rule
		}
	}
	return ""
}

// along returns the pointers of the schemas that apply to the value at a pointer of a body,
// and to the values that contain it.
func (d described) along(at, pointer string) map[string]bool {
	all, current := map[string]bool{at: true}, map[string]bool{} // at may be a reference
	var add func(p string)
	add = func(p string) {
		if p = d.resolved(p); current[p] {
			return
		}
		current[p], all[p] = true, true
		schema, _ := d.at(p).(map[string]any)
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			items, _ := schema[key].([]any)
			for i := range items {
				add(p + "/" + key + "/" + strconv.Itoa(i))
			}
		}
		if ref, ok := schema["$ref"].(string); ok { // with siblings
			add(strings.TrimPrefix(ref, "#"))
		}
	}
	add(at)
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		before := current
		current = map[string]bool{}
		for p := range before {
			schema, _ := d.at(p).(map[string]any)
			properties, _ := schema["properties"].(map[string]any)
			switch name := jsonpointer.Unescape(token); {
			case properties[name] != nil:
				add(p + "/properties/" + token)
			case schema["additionalProperties"] != nil:
				add(p + "/additionalProperties")
			}
			if schema["items"] != nil {
				add(p + "/items")
			}
		}
	}
	for p := range maps.Clone(all) { // a discriminator leads to schemas that extend this one
		if d.at(p+"/discriminator") != nil {
			for _, list := range []string{"/components/schemas", "/definitions"} {
				schemas, _ := d.at(list).(map[string]any)
				for name := range schemas {
					all[list+"/"+jsonpointer.Escape(name)] = true
				}
			}
		}
	}
	return all
}

// owner returns the pointer of the schema to which a keyword belongs.
func (d described) owner(pointer string) string {
	for p := pointer; p != ""; p = p[:strings.LastIndexByte(p, '/')] {
		if _, ok := d.at(p).(map[string]any); !ok {
			continue
		}
		parent := path.Base(path.Dir(p))
		grand := path.Base(path.Dir(path.Dir(p)))
		if parent == "properties" && grand != "properties" || parent == "schemas" || parent == "definitions" ||
			slices.Contains([]string{"schema", "items", "additionalProperties"}, path.Base(p)) || slices.Contains([]string{"allOf", "anyOf", "oneOf"}, parent) {
			return p
		}
	}
	return ""
}

// resolved follows the references of a value that is only a reference.
func (d described) resolved(p string) string {
	for range 10 {
		m, _ := d.at(p).(map[string]any)
		ref, ok := m["$ref"].(string)
		if !ok || len(m) > 1 {
			break
		}
		p = strings.TrimPrefix(ref, "#")
	}
	return p
}

// at returns the value at a pointer of the document, nil if there is none.
func (d described) at(pointer string) any { return valueAt(d.tree, pointer) }

func valueAt(v any, pointer string) any {
	if pointer == "" {
		return v
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		switch of := v.(type) {
		case map[string]any:
			v = of[jsonpointer.Unescape(token)]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(of) {
				return nil
			}
			v = of[i]
		default:
			return nil
		}
	}
	return v
}

// isNull reports whether the value at a pointer is null or missing.
func isNull(body any, pointer string) bool { return valueAt(body, pointer) == nil }

// tries returns requests of an operation. Most of them have one mistake.
func tries(op *catalog.Operation) []string {
	values := []any{nil, "", "x", "xy", strings.Repeat("x", 300), "7", 0.0, -2.0, 1.0, 2.5, 1000.0, true, map[string]any{}, map[string]any{"zz": 1.0}, []any{}, []any{"x", "x"}, []any{1.0}, []any{nil}}
	var keys []string
	for _, f := range op.Request.Fields {
		keys = append(keys, f.Name)
	}
	trees := []any{map[string]any{}}
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		if r, ok := sample.Request(op, size); ok {
			var tree any
			if json.Unmarshal([]byte(r.JSON()), &tree) == nil {
				trees = append(trees, tree)
			}
		}
	}
	var all []any
	for _, tree := range trees {
		all = slices.Concat(all, []any{tree}, sample.Reductions(tree),
			sample.Variations(tree, keys, values))
	}
	r := rand.New(rand.NewPCG(1, 1))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var texts []string
	for _, v := range all[:min(len(all), 250)] {
		if text, err := json.Marshal(v); err == nil {
			texts = append(texts, string(text))
		}
	}
	return texts
}

// Every difference between a catalog and its document is a loss, and so is every finding of
// oasdiff after an export: for documents of vendors, test cases of the importer, and documents
// of gen openapi.
func TestLossesOfDocuments(t *testing.T) {
	texts := map[string][]byte{}
	for _, pattern := range []string{"testdata/import/*", "../internal/documents/importer/testdata/orders.yaml", "../internal/documents/importer/testdata/files/openapi.yaml"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			texts[filepath.Base(name)] = read(t, name)
		}
	}
	cases, err := filepath.Glob("../internal/documents/importer/testdata/cases/*.txtar")
	require.NoError(t, err)
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		texts[filepath.Base(name)] = archive.Files[0].Data
	}
	for _, spec := range []string{shipped, files, chat} {
		text, _, _ := bytes.Cut(read(t, document(t, spec)), []byte("\nx-catalog:"))
		texts[spec] = text
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			d, ok := describedBy(t, text)
			if !ok {
				t.Skip("kin-openapi does not read it")
			}
			result, c := d.imported(t)
			d.judge(t, result, c)
			d.compare(t, result, c)
		})
	}
}
