package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	session  = regexp.MustCompile("(?ms)^<!-- e2e -->\n```console\n(.*?)^```$")
	duration = regexp.MustCompile(`(?m)\t(\(cached\)|[0-9.]+s)$`)
)

// The sessions of docs/start.md print the same in another module beside a clone, except for
// the durations of tests.
func testReadme(t *testing.T, env map[string]string) {
	sessions := session.FindAllStringSubmatch(string(read(t, "../docs/start.md")), -1)
	require.NotEmpty(t, sessions)
	clone, err := filepath.Abs("..")
	require.NoError(t, err)
	around := t.TempDir()
	require.NoError(t, os.Symlink(clone, filepath.Join(around, "opgen")))
	dir := filepath.Join(around, "shop")
	require.NoError(t, os.Mkdir(dir, 0o777))
	for _, s := range sessions {
		for command := range strings.SplitSeq(strings.TrimPrefix(s[1], "$ "), "\n$ ") {
			line, want, _ := strings.Cut(strings.TrimSuffix(command, "\n"), "\n")
			words := strings.Fields(line)
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH")}
			for name, value := range env {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			require.NoError(t, err, "%s\n%s%s", line, out, &errs)
			require.Equal(t, duration.ReplaceAllString(want, ""),
				duration.ReplaceAllString(strings.TrimSuffix(string(out), "\n"), ""), line)
		}
	}
}
