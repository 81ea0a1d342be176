package report

import "io"

// This file names all formats. It is the only one that knows every one of them.

// Format is a way to print a report.
type Format func(io.Writer, *Report) error

// Formats are the formats by name.
var Formats = map[string]Format{
	"text":      Text,
	"color":     Color,
	"markdown":  Markdown,
	"json":      JSON,
	"github":    GitHub,
	"sarif":     SARIF,
	"semver":    Semver,
	"changelog": Changelog,
}
