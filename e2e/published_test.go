package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Code generated with the published facts of the insurance service passes its tests.
func TestPublishedOverlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the code is generated and compiled")
	}
	dir := integrator(t)
	for _, do := range []string{"generate", "check"} {
		out, err := run(t, dir, nil, command, do, "--overlay", "spec/overlays/published.yaml")
		require.NoError(t, err, "gen %s: %s", do, out)
	}
	goIn(t, dir, nil, "vet", "./gen/...")
	goIn(t, dir, nil, "test", "./gen/...")
}
