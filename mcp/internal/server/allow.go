package server

import (
	"errors"
	"fmt"
	"path"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// What an agent may write is chosen by whoever starts the server, and by names: a new operation of
// the catalog is not allowed by an old list, unless a pattern was meant to include it. The effect of
// an operation in the catalog decides whether it writes. One that says nothing counts as a write.

// Allowed are the operations that write and may be called, by name. Those that read always may.
type Allowed map[string]bool

// Allow returns the operations that patterns name: contacts.new_contact, claims.*. If allWrites is
// set, it returns every operation that writes. The error lists the patterns that are broken or name
// none, which are probably misspelled.
func Allow(c *catalog.Catalog, patterns []string, allWrites bool) (Allowed, error) {
	var writes []string
	for op := range c.Operations() {
		if op.Effect != catalog.Read {
			writes = append(writes, op.String())
		}
	}
	allowed := Allowed{}
	if allWrites {
		for _, name := range writes {
			allowed[name] = true
		}
	}
	var wrong []error
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			wrong = append(wrong, fmt.Errorf("--allow %s: a [ without its ], or a \\ at the end",
				wording.Quote(pattern)))
			continue
		}
		names := matching(pattern, writes)
		isAll := pattern == "*" // also of a catalog that has none
		if names == nil && !isAll {
			wrong = append(wrong, errNamesNone(c, pattern, writes))
		}
		for _, name := range names {
			allowed[name] = true
		}
	}
	return allowed, errors.Join(wrong...)
}

// matching returns the names that a valid pattern matches.
func matching(pattern string, names []string) (matches []string) {
	for _, name := range names {
		isMatch, _ := path.Match(pattern, name)
		if isMatch {
			matches = append(matches, name)
		}
	}
	return matches
}

// errNamesNone returns the error for a pattern that names none of the operations that write.
func errNamesNone(c *catalog.Catalog, pattern string, writes []string) error {
	if c.ByName()[pattern] != nil {
		const form = "--allow %s only reads, so it is always allowed; leave the flag out"
		return fmt.Errorf(form, pattern)
	}
	return fmt.Errorf("--allow %s names no operation that writes%s",
		wording.Quote(pattern), wording.DidYouMean(pattern, writes))
}

// has reports whether an operation may be called.
func (a Allowed) has(op *catalog.Operation) bool { return op.Effect == catalog.Read || a[op.String()] }
