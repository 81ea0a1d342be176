package main

import (
	"errors"
	"path/filepath"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// decisions reads what the repository has decided about the findings of a comparison: the
// named file, or the settings, nil for none. own are the settings of the base.
func decisions(before, after gitfile.Source, own *settings.Settings, named string, release bool, r *report.Report) (*settings.Settings, error) {
	if named != "" {
		source, err := gitfile.Parse(named, named, nil)
		if err != nil {
			return nil, err
		}
		text, err := source.Read()
		if err != nil {
			return nil, err
		}
		return settings.Parse(source.String(), text, decidable())
	}
	base := before
	switch {
	case release: // what is in a release has been reviewed
		base = after
	case before.Tip != "": // what was accepted since head left the base counts
		base = gitfile.Source{Revision: before.Tip}
	}
	if base == before {
		return own, nil
	}
	return baseSettings(base, r)
}

// baseSettings reads a settings file of the base, which may not exist. Invalid settings in a
// revision are ignored and become a finding.
func baseSettings(base gitfile.Source, r *report.Report) (*settings.Settings, error) {
	dir, err := settingsDir()
	if err != nil {
		return nil, err
	}
	source := base.Beside(filepath.Join(dir, settings.Name))
	s, err := parseSettings(source)
	if problems, ok := errors.AsType[yamldoc.Problems](err); ok && base.Revision != "" {
		r.Findings = append(r.Findings, diff.Unreadable("settings", settingsName(), source.String(), "nothing is accepted and the targets are those of the working tree", problems))
		err = nil
	}
	return s, err
}
