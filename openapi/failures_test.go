package openapi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/catalog"
)

// The response for failures names each status that a handler sends, those that a
// service chooses, and the fields of the header that come with them.
func TestFailuresAreDescribed(t *testing.T) {
	text := string(New(load(t, "../spec/operations.yaml"), "catalog.yaml").JSON())
	for _, status := range []string{"400", "401", "404", "405", "413", "415", "422", "500", "501", "503"} {
		require.Contains(t, text, status+": ")
	}
	for _, want := range []string{"403 or 409", `"X-Request-Id"`, `"Retry-After"`, "That security is empty does not mean"} {
		require.Contains(t, text, want)
	}
}

// The schema of failures has a name of its own, whatever the types of the catalog are
// called.
func TestProblemNameIsItsOwn(t *testing.T) {
	require.Equal(t, "Problem", problemName(&catalog.Catalog{}))
	require.Equal(t, "Problem.failure", problemName(&catalog.Catalog{Records: []*catalog.Shape{{Name: "problem"}}}))
	require.Equal(t, "Problem.failure", problemName(&catalog.Catalog{Enums: []*catalog.Enum{{Name: "Problem"}}}))
}
