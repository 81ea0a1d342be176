package insurance

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
)

// The seeds that docs/sandbox.md shows are accepted.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/sandbox.md")
	require.NoError(t, err)
	seeds := regexp.MustCompile("(?ms)^<!-- sandbox -->\n```yaml\n(.*?)^```").FindSubmatch(page)
	require.NotNil(t, seeds)
	c := service(t)
	b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
	require.NoError(t, err)
	s, err := simulator.New(c, b, append(Funcs(), simulator.WithSeeds("seeds.yaml", seeds[1]))...)
	require.NoError(t, err)
	require.NoError(t, s.Close())
}
