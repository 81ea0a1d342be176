package cursor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text is searched for tags only once, however deep objects nest and wherever their tags are.
func TestLateTagsAreFoundInOnePass(t *testing.T) {
	const depth = 50
	text := strings.Repeat(`{"in":`, depth) + `{"x":1,"tag":"a"}` + strings.Repeat(`,"tag":"a"}`, depth)
	var c Cursor
	c.Start(text, Requests)
	var tags Tags
	looked := 0
	for at := 0; at <= depth; at++ {
		require.Equal(t, byte('{'), c.Peek())
		found := tags.Find(&c, "tag")
		require.GreaterOrEqual(t, found, 0)
		tag, ok := c.StringAt(found)
		require.True(t, ok)
		require.Equal(t, "a", tag)
		if at == 0 {
			looked = tags.of[0].end
			require.Greater(t, looked, len(text)-len(`"tag":"a"}`))
		}
		require.Equal(t, looked, tags.of[0].end, "level %d was searched again", at)
		c.Open()
		require.True(t, c.Next())
	}
}
