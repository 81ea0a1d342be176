package targets

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"example.com/opgen/internal/live/verify/findings"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/review/report"
)

// This file finds and reads the settings of a repository, and knows which rules they can decide
// about.

// SettingsName returns the path of the settings file, relative to the working folder. Without
// the file, it is in the folder where it belongs: the root of the module or the repository.
func SettingsName() string {
	workingFolder, _ := os.Getwd()
	dir := cmp.Or(FolderWith(workingFolder, settings.Name, "go.mod", ".git"), workingFolder)
	rel, _ := filepath.Rel(workingFolder, dir)
	return filepath.ToSlash(filepath.Join(rel, settings.Name))
}

// ReadSettings reads the settings in the working tree, or in the revision of a source. It
// returns nil if there are none.
func ReadSettings(source gitfile.Source) (*settings.Settings, error) {
	s, err := ParseSettings(source.Beside(SettingsName()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return s, err
}

// ParseSettings reads a settings file.
func ParseSettings(source gitfile.Source) (*settings.Settings, error) {
	text, err := source.Read()
	if err != nil {
		return nil, err
	}
	return settings.Parse(source.String(), text, AcceptableRules())
}

// AcceptableRules returns the rules whose findings settings can accept.
func AcceptableRules() []report.Rule {
	return slices.Concat(DiffRules(), LintRules(), findings.Rules())
}

// DiffRules returns the rules of diff.
func DiffRules() []report.Rule {
	var rules []report.Rule
	for _, chapter := range diff.Chapters() {
		for _, rule := range chapter.Rules {
			rules = append(rules, rule.Rule)
		}
	}
	slices.SortFunc(rules, func(a, b report.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}

// LintRules returns the rules of lint.
func LintRules() []report.Rule {
	var rules []report.Rule
	for _, rule := range lint.Rules() {
		rules = append(rules, rule.Rule)
	}
	return rules
}
