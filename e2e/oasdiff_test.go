package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/json/jsonpointer"
)

// listed are findings that are not losses. Some keywords are exported in another form, which
// oasdiff does not understand; another test compares bodies.
var listed = regexp.MustCompile(strings.Join([]string{
	// docs/openapi.md lists them below the losses.
	"^request-property-type-changed .*`format` changed from `(none|int32)` to `int64`",
	"^request-body-became-required ",
	"^request-body-media-type-removed .*`\\*/\\*`",
	"^request-parameter-(pattern-added|m..-length-set) .*`(x-)?idempotency-key`",
	"^api-security-removed .*`(token|login|key|service: .*)`", // renamed
	// Responses have no constraints.
	"^response-property-((m..|m..-length|unique-items)-unset|pattern-removed|became-not-enum|const-removed) ",
	"^response-property-(type-changed .*(`format` changed from .* to `none`|from `string` to `any`)|any-of-added .*, subschema #2`)",
	// Patterns are rewritten, bounds of integers inclusive, and alternatives have names.
	"^request-property-(pattern-changed|(max|min)-set|max-decreased|became-enum|type-changed .* from `any` to) ",
	"^request-(body|property)-(one|any)-of-removed |^request-body-(if|then)-added |^request-property-removed .*`common/",
	"^response-(body|property)-one-of-added |^response-body-wrapped-in-one-of ",
	"^request-property-(became-not-nullable|enum-value-removed .*`undefined`).*`status`", // a $ref in 3.0
}, "|"))

var ofProperty = regexp.MustCompile("`([^`]*?)(?:/items)*` (?:request|response)(?:'s)? property|property `([^`]*?)(?:/items)*`")

// compare imports and exports a document. Each finding of oasdiff must be listed, or match a
// loss of the operation at the same property or the whole body.
func (d described) compare(t *testing.T, result *importer.Result, c *catalog.Catalog) {
	base, dir, export := d.text, t.TempDir(), openapi.New(c, "catalog.yaml")
	if v, _ := d.tree["openapi"].(string); !strings.HasPrefix(v, "3.1") {
		export = export.In30()
	}
	if d.tree["swagger"] != nil {
		var err error
		base, err = json.Marshal(d.kin)
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "base.yaml"), base, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "head.yaml"), export.YAML(), 0o666))
	out, err := run(t, dir, nil, "go", "run", oasdiff.pinned, "breaking", "--flatten-allof",
		"--format", "json", "base.yaml", "head.yaml")
	var findings []struct{ ID, Text, Path string }
	if err != nil || json.Unmarshal([]byte(out), &findings) != nil {
		t.Skipf("NOT RUN: oasdiff: %v\n%s", err, out)
	}
	names := map[string]string{}
	for op := range c.Operations() {
		names[op.Path] = op.String()
	}
	for _, f := range findings {
		property := "/"
		if m := ofProperty.FindStringSubmatch(f.Text); m != nil {
			name := m[1] + m[2]
			property = "/" + jsonpointer.Escape(name[strings.LastIndexByte(name, '/')+1:]) + "/"
		}
		if !listed.MatchString(f.ID+" "+f.Text) && !slices.ContainsFunc(result.Losses, func(l importer.Loss) bool {
			about := strings.HasPrefix(l.Pointer, "/paths/"+jsonpointer.Escape(f.Path)+"/") || strings.HasPrefix(l.Subject+".", names[f.Path]+".") ||
				strings.HasSuffix(l.Subject, " "+f.Path) || l.Keyword == "security" || l.Keyword == "consumes"
			return about && (strings.Contains(l.Pointer+"/", property) || strings.HasSuffix(strings.TrimSuffix(l.Pointer, "/"+l.Keyword), "/schema"))
		}) {
			t.Errorf("%s %s: %s", f.ID, f.Path, f.Text)
		}
	}
}
