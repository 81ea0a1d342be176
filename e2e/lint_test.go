package e2e

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// document writes the OpenAPI document of a catalog to a file and returns its name.
func document(t *testing.T, spec string, flags ...string) string {
	name := filepath.Join(t.TempDir(), "openapi.yaml")
	gen(t, append([]string{"openapi", "--spec", spec, "--output", name}, flags...)...)
	return name
}

const (
	shipped    = "spec/operations.yaml"
	everything = "internal/plan/interpreter/testdata/everything.yaml" // combines all features
)

// lacking are the rules of linters about what a catalog lacks, and not its document.
var lacking = map[string]bool{
	// Redocly
	"info-license": true, "tag-description": true, "no-server-example.com": true, "no-path-trailing-slash": true,
	// Spectral
	"info-contact": true, "operation-description": true, "path-keys-no-trailing-slash": true,
}

// ofOperation matches the names of schemas that are only there for an operation.
var ofOperation = regexp.MustCompile(`\.(request|response|failure)\b`)

// lint is a problem that a linter reports.
type lint struct{ file, rule, message string }

// accepted reports whether a problem is one of the catalog, or a known one of a version.
func (l lint) accepted(version string) bool {
	switch l.rule {
	case "no-unused-components", "oas3-unused-component": // of types that no operation uses
		return !ofOperation.MatchString(l.message)
	case "no-invalid-media-type-examples":
		// null instead of a reference, which 3.0.3 does not allow, and an open union, which has no
		// discriminator in 3.0
		isNull := strings.Contains(l.message, "must be object")
		isOpen := strings.Contains(l.message, "exactly one schema in oneOf")
		return version == "3.0" && (isNull || isOpen)
	}
	return lacking[l.rule]
}

// Linters with their recommended rules report nothing about the documents of all catalogs in the
// repository, except for what a catalog lacks, such as a license.
func TestLintersAcceptEveryDocument(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, version string, found []lint) {
		require.NotEmpty(t, found, "the catalogs lack nothing")
		for _, l := range found {
			require.True(t, l.accepted(version), "%s: %s: %s", l.file, l.rule, l.message)
		}
	}
	for _, version := range []string{"3.1", "3.0"} {
		t.Run("redocly "+version, func(t *testing.T) {
			dir, names := exported(t, version)
			check(t, version, redoclyLints(t, dir, names))
		})
		t.Run("spectral "+version, func(t *testing.T) {
			dir, names := exported(t, version)
			check(t, version, spectralLints(t, dir, names))
		})
	}
}

// redoclyLints returns the problems that Redocly reports about documents in a folder.
func redoclyLints(t *testing.T, dir string, names []string) (all []lint) {
	program := filepath.Join(npm(t, redocly.pinned), "redocly")
	args := append([]string{"lint", "--extends", "recommended", "--max-problems", "100000", "--format", "checkstyle"}, names...)
	// It fails if there are errors, which are among the problems.
	out, _ := run(t, dir, []string{"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true"},
		program, args...)
	file := ""
	files := 0
	d := xml.NewDecoder(strings.NewReader(out))
	d.Strict = false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, out)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attributes := map[string]string{}
		for _, a := range element.Attr {
			attributes[a.Name.Local] = a.Value
		}
		switch element.Name.Local {
		case "file":
			file = attributes["name"]
			files++
		case "error":
			all = append(all, lint{file, attributes["source"], attributes["message"]})
		}
	}
	require.Greater(t, files, len(names)/2, out)
	return all
}

// spectralLints returns the problems that Spectral reports about documents in a folder.
func spectralLints(t *testing.T, dir string, names []string) (all []lint) {
	program := filepath.Join(npm(t, spectral.pinned), "spectral")
	rules := filepath.Join(t.TempDir(), "rules.yaml")
	require.NoError(t, os.WriteFile(rules, []byte(`extends: ["spectral:oas"]`), 0o666))
	report := filepath.Join(t.TempDir(), "report.json")
	args := append([]string{"lint", "--ruleset", rules, "--format", "json", "--output", report},
		names...)
	out, _ := run(t, dir, nil, program, args...) // likewise
	require.FileExists(t, report, out)
	var problems []struct {
		Code, Message, Source string
		Path                  []any
	}
	require.NoError(t, json.Unmarshal(read(t, report), &problems))
	for _, p := range problems {
		message := p.Message
		if p.Code == "oas3-unused-component" { // whose message does not name it
			message = fmt.Sprint(p.Path[len(p.Path)-1:])
		}
		all = append(all, lint{p.Source, p.Code, message})
	}
	return all
}
