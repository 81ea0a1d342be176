package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// over returns the shipped catalog with shipped overlays.
func over(t *testing.T, names ...string) *catalog.Catalog {
	t.Helper()
	var overlays []catalog.Source
	for _, name := range names {
		text, err := spec.Files.ReadFile("overlays/" + name)
		require.NoError(t, err)
		overlays = append(overlays, catalog.Source{Name: "overlays/" + name, Text: text})
	}
	c, problems := catalog.Parse("operations.yaml", spec.Operations, overlays...)
	require.Empty(t, problems)
	return c
}

// The shipped overlays apply to the catalog, separately and together, but that sandbox.yaml and
// known-requests.yaml take each other's place. Editors and gen lint find no errors in them.
func TestShippedOverlays(t *testing.T) {
	text, err := os.ReadFile("overlay.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	files, err := filepath.Glob("overlays/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	together := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, schema.Validate(decode(t, text)), file)
		name := filepath.Base(file)
		over(t, name)
		for _, requests := range []string{"sandbox.yaml", "known-requests.yaml"} {
			if name == requests || !strings.Contains("sandbox.yaml known-requests.yaml", name) {
				together[requests] = append(together[requests], name)
			}
		}
	}
	for _, names := range together {
		found, _ := lint.Catalog(over(t, names...), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		for _, f := range found {
			require.Equal(t, report.Info, f.Level, "%s: %s", f.Path, f.Message)
		}
	}
}

// Published facts about responses are assumptions with a source. The overlay does not describe
// requests.
func TestPublishedIsAssumed(t *testing.T) {
	text, err := spec.Files.ReadFile("overlays/published.yaml")
	require.NoError(t, err)
	require.Empty(t, unassumed(decode(t, text).(map[string]any)))
}

// unassumed returns the places in an overlay with facts that have no source, are not about responses,
// or are guaranteed.
func unassumed(overlay map[string]any) (places []string) {
	assumed := func(x any) bool {
		m, _ := x.(map[string]any)
		return m["assumed"] != nil
	}
	for name, record := range overlay["records"].(map[string]any) {
		if !assumed(record) {
			places = append(places, name)
		}
	}
	for area, a := range overlay["areas"].(map[string]any) {
		for name, op := range a.(map[string]any)["operations"].(map[string]any) {
			response := op.(map[string]any)["response"].(map[string]any)
			fields, _ := response["fields"].(map[string]any)
			ok := len(op.(map[string]any)) == 1
			ok = ok && (response["lenient"] == true || fields == nil && response["include"] == nil && response["type"] == nil)
			for _, f := range fields {
				ok = ok && (assumed(response) || assumed(f))
			}
			if !ok || fields == nil && !assumed(response) {
				places = append(places, area+"."+name)
			}
		}
	}
	return places
}

// The profile of the third-party client describes the envelope and who may call.
func TestProfileOfTheClient(t *testing.T) {
	for op := range over(t, "sdk.yaml").Operations() {
		require.Equal(t, "data", op.Envelope.Data, op)
		require.Equal(t, 200, op.Envelope.FailureStatus, op)
		require.Equal(t, []string{"messages", "message"}, op.Envelope.Messages, op)
		require.Equal(t, []string{"api_key"}, op.Auth.BodyFields(), op)
		require.Equal(t, "/api/auth/oauth2/token", op.Auth.Ways[1].OAuth2.TokenPath, op)
	}
}
