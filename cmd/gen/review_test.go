package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/scripts"
)

// TestActionReviewsAndComments runs the scripts of the GitHub Action, and the job for GitLab,
// against repositories of git with a base and a head. Beside the commands of
// TestScripts the sessions have
//
//	review N        the step that reviews exits with this code, and leaves the folder artifact
//	comment         the step that comments, in a job with only the artifact
//	verify N        the step that verifies exits with this code, and leaves the folder artifact
//	gitlab N        the job for GitLab exits with this code
//	revision V REV  the variable V becomes the hash of a revision
//	obeyed          what the runner obeys of what was printed becomes the output
//	shown FILE...   docs/review.md shows the files
func TestActionReviewsAndComments(t *testing.T) {
	long.SkipUnlessFull(t, "repositories with a history")
	for _, name := range []string{"git", "sh", "awk"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: " + name + " is not installed")
		}
	}
	given := readAction(t, "review").env()
	maps.Copy(given, readAction(t, "comment").env())
	maps.Copy(given, readAction(t, "verify").env())
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	// Because they are read here, go test does not use cached results after a change.
	for _, name := range []string{"common.sh", "review.sh", "verify.sh", "comment.sh", "annotate.awk", "limit.awk", "plain.awk"} {
		_, err := os.ReadFile(filepath.Join(repository, "actions", "scripts", name))
		require.NoError(t, err)
	}
	job := gitlabJob(t, repository)
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/review",
		RequireUniqueNames: true,
		UpdateScripts:      *update,
		Setup: func(env *testscript.Env) error {
			for name, value := range given {
				env.Setenv(name, value)
			}
			for name, value := range map[string]string{
				"GEN_COMMAND": "gen", // for go tool gen, of the test
				"GEN_REVIEW":  filepath.Join(env.WorkDir, "artifact"),
				"NL":          "\n",
				"REPOSITORY":  repository, "HOME": env.WorkDir, "RUNNER_TEMP": env.WorkDir,
				"GITHUB_OUTPUT": filepath.Join(env.WorkDir, "output.txt"), "GITHUB_STEP_SUMMARY": filepath.Join(env.WorkDir, "summary.md"),
				"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "42",
				"GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
				"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
				"GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
			} {
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  scripts.Exits,
			"review": func(ts *testscript.TestScript, _ bool, args []string) { step(ts, repository, "review", args[0]) },
			"verify": func(ts *testscript.TestScript, _ bool, args []string) { step(ts, repository, "verify", args[0]) },
			"serve":  serve,
			"gone":   gone,
			"comment": func(ts *testscript.TestScript, _ bool, _ []string) {
				scripts.Exits(ts, false, []string{"0", "sh", filepath.Join(repository, "actions", "scripts", "comment.sh")})
			},
			"gitlab": func(ts *testscript.TestScript, _ bool, args []string) {
				scripts.Exits(ts, false, []string{args[0], "sh", "-e", "-c", job})
			},
			"obeyed": func(ts *testscript.TestScript, _ bool, _ []string) {
				commands := obeyed(ts.ReadFile("stdout"))
				_, err := ts.Stdout().Write([]byte(commands))
				ts.Check(err)
			},
			"revision": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(ts.Exec("git", "rev-parse", "--verify", args[1]+"^{commit}"))
				ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
			},
			"shown": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, name := range args {
					ts.Check(shown(filepath.Join(repository, "docs", "review.md"), name, ts.ReadFile(name)))
				}
			},
		},
	})
}

// step runs the script of an action, which exits with a code.
func step(ts *testscript.TestScript, repository, name, code string) {
	os.Remove(ts.Getenv("GITHUB_OUTPUT"))
	os.Remove(ts.Getenv("GITHUB_STEP_SUMMARY"))
	scripts.Exits(ts, false, []string{code, "sh", filepath.Join(repository, "actions", "scripts", name+".sh")})
	text, err := os.ReadFile(reviewOutput(ts, "report"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("report.md"), text, 0o666))
	ts.Check(os.RemoveAll(ts.Getenv("GEN_REVIEW")))
	ts.Check(os.CopyFS(ts.Getenv("GEN_REVIEW"), os.DirFS(reviewOutput(ts, "folder"))))
}

// reviewOutput is an output of the step that was run.
func reviewOutput(ts *testscript.TestScript, name string) string {
	m := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(ts.ReadFile(ts.Getenv("GITHUB_OUTPUT")))
	if m == nil {
		ts.Fatalf("no output %s", name)
	}
	return m[1]
}

// shown compares what docs/review.md shows under the name of a file with the file.
// Entries for a policy end some months from today, which is one day here.
func shown(page, name, text string) error {
	text = regexp.MustCompile(`until: \d{4}-\d\d-\d\d`).ReplaceAllString(strings.TrimSpace(text), "until: 2026-12-31")
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(old), "<!-- printed: "+name+" -->\n````")
	first, rest, opened := strings.Cut(rest, "\n")
	have, after, closed := strings.Cut(rest, "\n````\n")
	switch {
	case !found || !opened || !closed:
		return fmt.Errorf("docs/review.md does not show %s", name)
	case have == text:
		return nil
	case *update:
		return os.WriteFile(page, []byte(before+"<!-- printed: "+name+" -->\n````"+first+"\n"+text+"\n````\n"+after), 0o644)
	}
	return fmt.Errorf("docs/review.md shows of %s\n%s\nand what is printed is\n%s\nupdate with: go test ./cmd/gen -run TestActionReviewsAndComments -update", name, have, text)
}

// obeyed are the workflow commands that the runner of GitHub obeys in an output:
// lines that begin with two colons, or hold the mark of the older form, up to
// the one that stops them, and on from the word that it gives.
func obeyed(output string) string {
	var b strings.Builder
	stopped := ""
	for line := range strings.FieldsFuncSeq(output, func(c rune) bool { return c == '\n' || c == '\r' }) {
		line = strings.TrimLeft(line, " \t")
		word, stops := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stopped != "":
			if line == "::"+stopped+"::" {
				stopped = ""
			}
		case stops:
			stopped = word
		case strings.HasPrefix(line, "::group::"), line == "::endgroup::":
		case strings.HasPrefix(line, "::"), strings.Contains(line, "##["):
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// gitlabJob is the script of the job for GitLab.
func gitlabJob(t *testing.T, repository string) string {
	text, err := os.ReadFile(filepath.Join(repository, "docs", "ci", "gitlab.yml"))
	require.NoError(t, err)
	var jobs map[string]struct {
		Script []string `yaml:"script"`
	}
	require.NoError(t, yaml.Unmarshal(text, &jobs))
	require.Len(t, jobs, 1)
	require.Len(t, jobs["gen review"].Script, 1)
	return jobs["gen review"].Script[0]
}
