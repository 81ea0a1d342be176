package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is publicly known of the insurance service gives code that passes its tests.
func TestPublishedOverlay(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN: the code is generated and compiled")
	}
	dir := integrator(t)
	in := func(args ...string) {
		out, err := run(t, dir, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, "go", args...)
		require.NoError(t, err, "go %q: %s", args, out)
	}
	for _, do := range []string{"generate", "check"} {
		out, err := run(t, dir, nil, command, do, "--overlay", "spec/overlays/published.yaml")
		require.NoError(t, err, "gen %s: %s", do, out)
	}
	in("vet", "./gen/...")
	in("test", "./gen/...")
}
