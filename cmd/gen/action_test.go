package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/credentials"
)

// action is an action.yml: that at the root of the repository reviews, that in the
// folder comment comments, and that in the folder verify verifies a service.
type action struct {
	Name        string                     `yaml:"name"`
	Description string                     `yaml:"description"`
	Inputs      map[string]actionParameter `yaml:"inputs"`
	Outputs     map[string]actionParameter `yaml:"outputs"`
	Runs        struct {
		Using string       `yaml:"using"`
		Steps []actionStep `yaml:"steps"`
	} `yaml:"runs"`
}

type actionParameter struct {
	Description string `yaml:"description"`
	Required    bool   `yaml:"required"`
	Default     string `yaml:"default"`
	Value       string `yaml:"value"`
}

type actionStep struct {
	ID    string            `yaml:"id"`
	If    string            `yaml:"if"`
	Shell string            `yaml:"shell"`
	Run   string            `yaml:"run"`
	Env   map[string]string `yaml:"env"`
	Uses  string            `yaml:"uses"`
	With  map[string]string `yaml:"with"`
}

// input matches an expression that is a single input.
var input = regexp.MustCompile(`^\$\{\{ inputs\.([\w-]+) \}\}$`)

var actions = map[string]string{"review": "../../action.yml", "comment": "../../actions/comment/action.yml", "verify": "../../actions/verify/action.yml"}

// script returns the script of an action, with what it has in common with others.
func script(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "actions", "scripts", name+".sh"))
	require.NoError(t, err)
	if strings.Contains(string(text), `. "$here/common.sh"`) {
		return string(text) + script(t, "common")
	}
	return string(text)
}

// readAction reads an action.yml, which must have no key that these types do not.
func readAction(t *testing.T, name string) action {
	text, err := os.ReadFile(actions[name])
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.UnmarshalWithOptions(text, &a, yaml.Strict()))
	return a
}

// env returns the environment of the steps in a workflow without inputs.
func (a action) env() map[string]string {
	env := map[string]string{}
	for _, step := range a.Runs.Steps {
		for name, value := range step.Env {
			env[name] = ""
			if m := input.FindStringSubmatch(value); m != nil {
				env[name] = a.Inputs[m[1]].Default
			}
		}
	}
	return env
}

// A script gets exactly the variables that it reads. Only the steps of the action that runs
// no code of the pull request have a token.
func TestActionGivesScriptsWhatTheyRead(t *testing.T) {
	for name := range actions {
		a := readAction(t, name)
		require.Equal(t, "composite", a.Runs.Using)
		scripts := 0
		for _, step := range a.Runs.Steps {
			if step.Uses != "" {
				require.Regexp(t, `^[\w-]+/[\w/-]+@v\d+$`, step.Uses)
				continue
			}
			require.Equal(t, "bash", step.Shell)
			up := map[string]string{"review": "/actions", "comment": "/..", "verify": "/.."}[name]
			require.Equal(t, `sh "$GITHUB_ACTION_PATH`+up+`/scripts/`+name+`.sh"`, step.Run, "a script of its own, and no expression in it")
			scripts++
			read := map[string]bool{}
			for _, m := range regexp.MustCompile(`\$\{?(GEN_\w+)`).FindAllStringSubmatch(script(t, name), -1) {
				read[m[1]] = true
			}
			given := maps.Clone(step.Env)
			delete(given, "GH_TOKEN") // which gh reads
			require.ElementsMatch(t, slices.Collect(maps.Keys(read)), slices.Collect(maps.Keys(given)), step.Run)
		}
		require.Equal(t, 1, scripts)
	}
	for _, name := range []string{"review", "verify"} {
		text, err := os.ReadFile(actions[name])
		require.NoError(t, err)
		require.NotRegexp(t, `(?i)token|secrets`, string(text), "it runs what the commit brings")
	}
	require.NotRegexp(t, `(?i)actions/checkout|setup-go|go run|go tool`, steps(readAction(t, "comment")), "the comment runs nothing of the pull request")
}

// steps returns the commands of an action.
func steps(a action) string {
	var all []string
	for _, step := range a.Runs.Steps {
		all = append(all, step.Uses, step.Run)
	}
	return strings.Join(all, "\n")
}

// Each input is used, each output is written, both are described, and the page leads there.
func TestActionHasNothingUnused(t *testing.T) {
	page, err := os.ReadFile("../../docs/review.md")
	require.NoError(t, err)
	for name, file := range actions {
		a := readAction(t, name)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, name == "comment" || strings.Contains(string(page), "](../"+strings.TrimPrefix(file, "../../")+")"), file)
		id := a.Runs.Steps[0].ID
		for name, in := range a.Inputs {
			require.NotEmpty(t, in.Description, name)
			require.Equal(t, in.Required, in.Default == "" && name == "url", "%s: a workflow that does not give it is as it was", name)
			require.Contains(t, string(text), "inputs."+name+" ")
		}
		for _, m := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
			require.Contains(t, a.Inputs, m[1])
		}
		for name, out := range a.Outputs {
			require.NotEmpty(t, out.Description, name)
			require.Equal(t, "${{ steps."+id+".outputs."+name+" }}", out.Value)
		}
		for _, m := range regexp.MustCompile(`steps\.`+id+`\.outputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
			if slices.Contains([]string{"diff", "lint", "check"}, m[1]) {
				continue // written by ended, under the name of the command
			}
			require.Regexp(t, `(?m)^`+m[1]+`=`, script(t, name))
		}
	}
}

// No workflow in the documentation or by gen init runs code of a pull request with a token
// that can write or that is left behind.
func TestWorkflowsGiveCodeNoToken(t *testing.T) {
	page, err := os.ReadFile("../../docs/review.md")
	require.NoError(t, err)
	texts := []string{string(startFile(t, "github.yaml.tmpl", nil))}
	for _, block := range regexp.MustCompile("(?s)```yaml\n((?:name: catalog\n)?on:.*?)```").FindAllStringSubmatch(string(page), -1) {
		texts = append(texts, block[1])
	}
	require.Len(t, texts, 4)
	comments, verified := 0, 0
	for _, text := range texts {
		var workflow struct {
			On          any               `yaml:"on"`
			Permissions map[string]string `yaml:"permissions"`
			Jobs        map[string]struct {
				Permissions map[string]string `yaml:"permissions"`
				Steps       []struct {
					Uses string         `yaml:"uses"`
					With map[string]any `yaml:"with"`
					Env  map[string]any `yaml:"env"`
				} `yaml:"steps"`
			} `yaml:"jobs"`
		}
		require.NoError(t, yaml.Unmarshal([]byte(text), &workflow), text)
		require.NotNil(t, workflow.Permissions, "without them, the token has those of the repository")
		for _, job := range workflow.Jobs {
			permissions := job.Permissions
			if permissions == nil {
				permissions = workflow.Permissions
			}
			if permissions["pull-requests"] == "write" {
				comments++
				require.Len(t, job.Steps, 1)
				require.Equal(t, "OWNER/opgen/actions/comment@v1", job.Steps[0].Uses)
				continue
			}
			require.Equal(t, map[string]string{"contents": "read"}, permissions)
			require.Contains(t, job.Steps[0].Uses, "actions/checkout@")
			require.Equal(t, false, job.Steps[0].With["persist-credentials"])
			for _, step := range job.Steps {
				if step.Uses == "OWNER/opgen/actions/verify@v1" {
					verified++
					require.NotContains(t, fmt.Sprint(workflow.On), "pull_request", "its secrets are for code that was reviewed")
					require.Contains(t, step.Env, credentials.Variable)
					continue
				}
				require.Empty(t, step.Env)
			}
		}
	}
	require.Equal(t, 2, comments)
	require.Equal(t, 1, verified)
}
