package subject

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// A load makes enough calls to report durations, even if no time is left for them.
func TestLoadMakesCalls(t *testing.T) {
	l := load(Call{Do: func(context.Context) error { return nil }}, 0)
	require.GreaterOrEqual(t, l.Calls, 8)
}
