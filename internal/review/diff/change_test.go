package diff

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The same change has the same fingerprint wherever it stands.
func TestFingerprints(t *testing.T) {
	fingerprints := func(base, head string) []string {
		var all []string
		for _, c := range dates.Compare(resolve(t, "base.yaml", base), resolve(t, "head.yaml", head)).Changes {
			all = append(all, c.Fingerprint())
		}
		return all
	}
	for _, f := range append(fixtures(t, "testdata/rules/*.txtar"), fixtures(t, "testdata/cases/*.txtar")...) {
		base, head := f.files["base.yaml"], f.files["head.yaml"]
		moved := strings.ReplaceAll(head, "\nareas:", "\n\n# Moved down.\n\nareas:")
		require.ElementsMatch(t, fingerprints(base, head), fingerprints(base, moved), f.path)
	}
}

// A value of a sensitive field is in nothing that is printed, and the
// fingerprint cannot be used to guess it.
func TestSensitiveValuesAreNotShown(t *testing.T) {
	text := header + `
areas:
  claims:
    operations:
      get: {fields: {ssn: {type: string, sensitive: true, default: VALUE, example: VALUE}}}
`
	compare := func(value string) []Change {
		return dates.Compare(resolve(t, "base.yaml", strings.ReplaceAll(text, "VALUE", "none")),
			resolve(t, "head.yaml", strings.ReplaceAll(text, "VALUE", value))).Changes
	}
	one, other := compare("078-05-1120"), compare("219-09-9999")
	require.Len(t, one, 2)
	for i, c := range one {
		require.NotContains(t, c.Message+c.Key, "078")
		require.Equal(t, c.Fingerprint(), other[i].Fingerprint())
	}
}
