package e2e

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// The command builds for the other systems that people have, and the rest of the
// module, tests too, compiles there.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			for _, args := range [][]string{{"build", "-o", t.TempDir(), "./cmd/gen"}, {"vet", "./..."}} {
				cmd := exec.Command("go", args...)
				cmd.Dir = ".."
				cmd.Env = append(os.Environ(), "GOOS="+system)
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "go %q\n%s", args, out)
			}
		})
	}
}
