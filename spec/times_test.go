package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

// A scaled catalog has n times the operations, and passes the check.
func TestTimes(t *testing.T) {
	require.Equal(t, string(spec.Operations), string(spec.Times(1)))
	c, problems := catalog.Parse("c.yaml", spec.Times(3))
	require.Empty(t, problems)
	n := 0
	for _, a := range c.Areas {
		n += len(a.Operations)
	}
	require.Equal(t, 3*139, n)
}
