package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// action is action.yml at the root of the repository.
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

// input is an expression that is an input and nothing else.
var input = regexp.MustCompile(`^\$\{\{ inputs\.([\w-]+) \}\}$`)

// readAction reads action.yml, which must have no key that these types do not.
func readAction(t *testing.T) action {
	text, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.UnmarshalWithOptions(text, &a, yaml.Strict()))
	return a
}

// env is what the steps have in their environments where a workflow gives no
// input.
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

// A script is given each variable that it reads, and no other.
func TestActionGivesScriptsWhatTheyRead(t *testing.T) {
	a := readAction(t)
	require.Equal(t, "composite", a.Runs.Using)
	file := regexp.MustCompile(`^sh "\$GITHUB_ACTION_PATH/(action/\w+\.sh)"$`)
	scripts := 0
	for _, step := range a.Runs.Steps {
		if step.Uses != "" {
			require.Regexp(t, `^[\w-]+/[\w/-]+@v\d+$`, step.Uses)
			continue
		}
		require.Equal(t, "bash", step.Shell)
		require.Regexp(t, file, step.Run, "a script of its own, and no expression in it")
		scripts++
		text, err := os.ReadFile(filepath.Join("..", "..", file.FindStringSubmatch(step.Run)[1]))
		require.NoError(t, err)
		read := map[string]bool{}
		for _, m := range regexp.MustCompile(`\$\{?(GEN_\w+)`).FindAllStringSubmatch(string(text), -1) {
			read[m[1]] = true
		}
		given := maps.Clone(step.Env)
		delete(given, "GH_TOKEN") // which gh reads
		require.ElementsMatch(t, slices.Collect(maps.Keys(read)), slices.Collect(maps.Keys(given)), step.Run)
	}
	require.Equal(t, 2, scripts)
	require.NotContains(t, a.Runs.Steps[0].Env, "GH_TOKEN", "the review runs what the pull request brings")
}

// Each input is used, each output is written, and the page says of both.
func TestActionHasNothingUnused(t *testing.T) {
	a := readAction(t)
	text, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	page, err := os.ReadFile("../../docs/ci.md")
	require.NoError(t, err)
	script, err := os.ReadFile("../../action/review.sh")
	require.NoError(t, err)
	for name, in := range a.Inputs {
		require.NotEmpty(t, in.Description, name)
		require.Contains(t, string(text), "inputs."+name+" ")
		require.Contains(t, string(page), "| `"+name+"` |")
	}
	for _, m := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
		require.Contains(t, a.Inputs, m[1])
	}
	for name, out := range a.Outputs {
		require.NotEmpty(t, out.Description, name)
		require.Equal(t, "${{ steps.review.outputs."+name+" }}", out.Value)
		require.Contains(t, string(page), "| `"+name+"` |")
	}
	for _, m := range regexp.MustCompile(`steps\.review\.outputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
		if slices.Contains([]string{"diff", "lint", "check"}, m[1]) {
			continue // written by ended, under the name of the command
		}
		require.Regexp(t, `(?m)^`+m[1]+`=`, string(script))
	}
}
