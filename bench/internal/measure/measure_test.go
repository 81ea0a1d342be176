package measure

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMedianAndSpread(t *testing.T) {
	require.Equal(t, 2.0, Measurement{Values: []float64{9, 1, 2}}.Median())
	require.Equal(t, 3.0, Measurement{Values: []float64{9, 1, 2, 4}}.Median())
	low, high := Measurement{Values: []float64{9, 1, 2}}.Spread()
	require.Equal(t, [2]float64{1, 9}, [2]float64{low, high})
}

func TestFailedMeasurementsHaveNoFigure(t *testing.T) {
	var s Set
	s.Add("lines", "a", "139", 1)
	s.Add("lines", "a", "139", 3)
	s.Fail("lines", "b", "139", errors.New("no such thing"))
	require.Equal(t, []float64{1, 3}, s.Of("lines", "a", "139").Values)
	require.Nil(t, s.Of("lines", "b", "139"))
	require.Nil(t, s.Of("lines", "a", "1,390"))
	require.Len(t, s, 2)
	require.EqualError(t, s.Failures(), "lines, b, 139: no such thing")
	require.NoError(t, s[:1].Failures())
}

// The cost of a program includes its children.
func TestCostIncludesChildren(t *testing.T) {
	c, err := Run(t.Context(), t.TempDir(), []string{"WORD=there"}, "sh", "-c", `echo hello $WORD; sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'`)
	require.NoError(t, err)
	require.Equal(t, "hello there\n", string(c.Out))
	require.Positive(t, c.CPU)
	require.Positive(t, c.MiB)
	require.GreaterOrEqual(t, c.Plus(c).Wall, 2*c.Wall)

	_, err = Run(t.Context(), "", nil, "sh", "-c", "echo what is wrong >&2; exit 3")
	require.ErrorContains(t, err, "exit status 3: what is wrong")
}

// A program that exceeds the time limit is killed together with its children.
func TestRunIsCutOff(t *testing.T) {
	late := errors.New("over the limit")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, late)
	defer cancel()
	_, err := Run(ctx, "", nil, "sh", "-c", "sleep 600 & sleep 600")
	require.ErrorIs(t, err, late)
}
