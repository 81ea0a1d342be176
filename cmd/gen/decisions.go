package main

import (
	"os"
	"path/filepath"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textfile"
)

// decisionsFor reads a file of decisions, by default the usual file beside other, if it exists.
// It returns nil without one.
func decisionsFor(companion, name, defaultName string) (*yamldoc.Source, error) {
	if name == "" && companion != "" {
		beside := filepath.Join(filepath.Dir(companion), defaultName)
		if _, err := os.Stat(beside); err == nil {
			name = beside
		}
	}
	if name == "" {
		return nil, nil
	}
	text, err := textfile.Read(name)
	return &yamldoc.Source{Name: name, Text: text}, err
}
