package api

import (
	"strconv"
	"strings"
)

// Violation is one breach of the catalog's rules. It never holds the value that
// caused it, which may be personal: the handler names no place inside of a sensitive
// value that is free in its form, but "/address/[redacted]".
type Violation struct {
	Field   string `json:"field"`   // JSON pointer (RFC 6901) of wire names: "/addresses/0/type"; "" is the whole body
	Rule    string `json:"rule"`    // one of the Rule constants
	Message string `json:"message"` // what was expected, in words
}

// The rules of a [Violation]. The first three groups are the catalog's, the
// last one is JSON's.
const (
	RuleRequired   = "required"   // absent or null
	RuleType       = "type"       // another JSON type, or a value that JSON cannot hold
	RuleNonBlank   = "non-blank"  // only space
	RuleEnum       = "enum"       // not one of the values
	RuleMinItems   = "min-items"  // too few items
	RuleMaxItems   = "max-items"  // too many items
	RuleMinLength  = "min-length" // too few characters
	RuleMaxLength  = "max-length" // too many characters
	RuleMinimum    = "minimum"    // too small
	RuleMaximum    = "maximum"    // too large
	RulePattern    = "pattern"    // does not match
	RuleJoin       = "join"       // an item that cannot be joined to the others
	RuleFirstOf    = "first-of"   // none of the fields carries a value
	RuleAtLeastOne = "at-least-one-of"
	RuleAtMostOne  = "at-most-one-of"
	RuleAllOrNone  = "all-or-none-of"

	RuleUnknownField   = "unknown-field"   // not in the catalog
	RuleDuplicateField = "duplicate-field" // given twice

	RuleJSON       = "json"        // not JSON text, or something behind it
	RuleUTF8       = "utf-8"       // not UTF-8
	RuleDepth      = "depth"       // nested too deep
	RuleItemsLimit = "items-limit" // too many items in all
)

// maxViolations bounds what one body can make the runtime collect.
const maxViolations = 50

// ValidationError lists every violation of a request or an answer, up to fifty.
type ValidationError struct {
	Violations []Violation
}

// Error lists the violations without the values that caused them.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(len(e.Violations)))
	b.WriteString(" violation")
	if len(e.Violations) != 1 {
		b.WriteByte('s')
	}
	for i, v := range e.Violations {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString("; ")
		}
		if v.Field != "" {
			b.WriteString(v.Field)
			b.WriteByte(' ')
		}
		b.WriteString(v.Message)
		b.WriteString(" (")
		b.WriteString(v.Rule)
		b.WriteByte(')')
	}
	return b.String()
}
