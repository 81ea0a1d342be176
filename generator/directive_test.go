package generator

import (
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/require"
)

func TestLinesThatCouldBeObeyed(t *testing.T) {
	for line, obeyed := range map[string]bool{
		"//go:generate touch x": true, "\t//go:build ignore": true, "//line a.go:1": true, "/*line a.go:1*/": true, "/* x": true,
		"//export F": true, "// +build x": true, "//+build x": true, "//\t+build x": true, "//x": true,
		"// x": false, "//": false, "//\t\tx": false, "": false, "x //go:generate y": false, `"//go:generate"`: false, "/": false,
	} {
		err := checkLines("a/b_test.go", []byte("package a\n\n"+line+"\nvar x int\n"))
		if obeyed {
			require.ErrorContains(t, err, "a/b_test.go:3: ", line)
		} else {
			require.NoError(t, err, line)
		}
	}
}

// A file with such a line is refused, even if the line is part of a string.
func TestFilesHoldNoLineThatCouldBeObeyed(t *testing.T) {
	text := jen.Op("`\n//go:generate touch x\n`")
	_, err := job{file: "a/x.go", packageName: "a", declarations: func() []jen.Code { return []jen.Code{jen.Var().Id("x").Op("=").Add(text)} }}.render(config)
	require.ErrorContains(t, err, `a/x.go:6: "//go:generate touch x`)
}

// Of a text between backquotes every line begins a line of the file.
func TestRawWithLinesThatCouldBeObeyed(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"a\": 1\n}":            "`{\n  \"a\": 1\n}`",
		"{\n//go:generate touch x\n}": `"{\n//go:generate touch x\n}"`,
		"//go:generate touch x":       `"//go:generate touch x"`,
		"{\n // +build x\n}":          `"{\n // +build x\n}"`,
	} {
		require.Equal(t, want, jen.Add(rawString(text)).GoString())
	}
}
