package insurance

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
)

// shown is a block of docs/sandbox.md that this module tests.
var shown = regexp.MustCompile("(?ms)^<!-- sandbox -->\n```(\\w+)\n(.*?)^```")

// What docs/sandbox.md shows is read as it is, or stands in a test that runs.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/sandbox.md")
	require.NoError(t, err)
	example, err := os.ReadFile("../simulator/notes_test.go")
	require.NoError(t, err)
	c := service(t)
	b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
	require.NoError(t, err)
	seeded := map[string][]struct{ ID string }{}
	require.NoError(t, yaml.Unmarshal(spec.Seeds, &seeded))
	for kind, documents := range seeded {
		var ids []string
		for _, d := range documents {
			ids = append(ids, "`"+d.ID+"`")
		}
		require.Contains(t, string(page), "\n| "+kind+" | "+strings.Join(ids, ", ")+" |\n")
	}
	blocks := shown.FindAllStringSubmatch(string(page), -1)
	require.NotEmpty(t, blocks)
	for _, block := range blocks {
		switch text := block[2]; {
		case block[1] == "console": // the command's own test runs it
		case block[1] == "go":
			require.Equal(t, string(example), text)
		case strings.HasPrefix(text, "settings:"):
			s, err := settings.Parse(settings.Name, []byte(text), nil)
			require.NoError(t, err)
			_, err = catalog.Load("../../"+s.Targets[0].Catalog, "../../"+s.Targets[0].Overlays[0])
			require.NoError(t, err)
		default:
			s, err := simulator.New(c, b, append(Funcs(), simulator.WithSeeds("seeds.yaml", []byte(text)))...)
			require.NoError(t, err)
			require.NoError(t, s.Close())
		}
	}
}
