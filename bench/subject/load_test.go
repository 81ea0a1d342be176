package subject

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// A load makes calls whose durations it tells, also on a machine that was busy all the time.
func TestLoadMakesCalls(t *testing.T) {
	l := load(Call{Do: func(context.Context) error { return nil }}, 0)
	require.GreaterOrEqual(t, l.Calls, 8)
}
