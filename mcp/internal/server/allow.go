package server

import (
	"errors"
	"fmt"
	"path"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Allowed are the operations that write and may be called, by name. Those that read always may.
type Allowed map[string]bool

// Allow returns the operations that patterns name: contacts.new_contact, claims.*. If all is set,
// it returns every operation that writes. The error lists the patterns that name none, which are
// probably misspelled.
func Allow(c *catalog.Catalog, patterns []string, all bool) (Allowed, error) {
	var names []string
	for op := range c.Operations() {
		if op.Effect != catalog.Read {
			names = append(names, op.String())
		}
	}
	allowed := Allowed{}
	if all {
		patterns = append(patterns, "*")
	}
	var wrong []error
	for _, pattern := range patterns {
		found := false
		for _, name := range names {
			matches, err := path.Match(pattern, name)
			if err != nil {
				break // the pattern is broken, so it names none
			}
			if matches {
				found = true
				allowed[name] = true
			}
		}
		if !found && pattern != "*" {
			wrong = append(wrong, namesNone(c, pattern, names))
		}
	}
	return allowed, errors.Join(wrong...)
}

// namesNone returns the error for a pattern that names none of the operations that write.
func namesNone(c *catalog.Catalog, pattern string, names []string) error {
	if c.ByName()[pattern] != nil {
		return fmt.Errorf("--allow %s only reads, so it is always allowed; leave the flag out", pattern)
	}
	return fmt.Errorf("--allow %s names no operation that writes%s",
		wording.Quote(pattern), wording.DidYouMean(pattern, names))
}

// has reports whether an operation may be called.
func (a Allowed) has(op *catalog.Operation) bool { return op.Effect == catalog.Read || a[op.String()] }
