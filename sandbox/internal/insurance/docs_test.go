package insurance

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

// README.md has the numbers of operations of each class.
func TestReadmeCountsTheClasses(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	n := regexp.MustCompile(`(\d+) behave \D* (\d+) partly \D* (\d+) read \D* (\d+) return a fixed`).FindStringSubmatch(string(text))
	require.NotNil(t, n)
	require.Equal(t, fmt.Sprint(classes[behavior.Stateful], classes[behavior.Assumed], classes[behavior.Seeded], classes[behavior.Canned]), strings.Join(n[1:], " "))
}

// The seeds that docs/sandbox.md shows are accepted.
func TestSeedsOfThePageAreAccepted(t *testing.T) {
	page, err := os.ReadFile("../../../docs/sandbox.md")
	require.NoError(t, err)
	seeds := regexp.MustCompile("(?ms)^<!-- sandbox -->\n```yaml\n(.*?)^```").FindSubmatch(page)
	require.NotNil(t, seeds)
	c, b := service(t)
	s, err := simulator.New(c, b, simulator.Options{Funcs: Funcs(c), Seeds: seeds[1]})
	require.NoError(t, err)
	require.NoError(t, s.Close())
}
