package output

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// documents are the beginnings of the documents that stand alone: of a page of
// HTML, and of OpenAPI as YAML and as JSON. They hold for other versions too.
var documents = []string{
	"<!doctype html>\n<html lang=\"en\" data-lang=",
	"openapi: \"3.",
	"{\n  \"openapi\": \"3.",
}

// WriteDocument makes content the content of the file name, at once or not at
// all. A file is replaced where it is empty or begins like content. Anything
// else is foreign and is kept: the error is then a [*RefusedError].
//
// A link is resolved here, once, as [Locate] does. What is neither a file nor a
// folder, such as /dev/stdout, is written to as it is.
func WriteDocument(name string, content []byte) error { return writeDocument(name, content, nil) }

func writeDocument(name string, content []byte, before func(change, p string) error) error {
	kind := kindOf(content)
	if kind == "" {
		return fmt.Errorf("%s: the document begins like none of gen, so no later run could replace it", name)
	}
	// Before links are read: that of /dev/stdout leads to no path.
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return os.WriteFile(name, content, 0o644)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	full, err := resolve(abs)
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	if _, err := os.Stat(filepath.Dir(full)); err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	unlock, err := lock(full)
	if err != nil {
		return err
	}
	defer unlock()
	f, err := openFolder(filepath.Dir(full))
	if err != nil {
		return err
	}
	defer f.close()
	if before != nil {
		f.before = before
	}
	return f.writeDocument(name, filepath.Base(full), kind, content)
}

// writeDocument writes p, which the caller of the package knows as name.
func (f *folder) writeDocument(name, p, kind string, content []byte) error {
	found, err := f.look(p)
	switch {
	case err != nil:
		return err
	case found.blocked == "" && bytes.Equal(found.content, content):
		return nil
	case found.blocked == "" && len(found.content) > 0 && kindOf(found.content) != kind:
		found.blocked = "it is not a document of this kind that gen wrote"
	}
	if found.blocked != "" {
		return &RefusedError{filepath.Dir(name), []Finding{{filepath.Base(name), Foreign, found.blocked, found.content, content}}}
	}
	if err := f.sweep("."); err != nil {
		return err
	}
	return f.replace(p, content)
}

// kindOf returns what content begins with of documents, or nothing.
func kindOf(content []byte) string { return beginning(unixLines(content), documents) }
