package api

import (
	"fmt"
	"io"
	"log/slog"

	"example.com/opgen/api/internal/redact"
)

// UnknownVariant is what an open union holds if the catalog does not name its tag.
// It is sent as it was received. What its body holds is unknown, so that it is never
// printed.
type UnknownVariant struct {
	Tag  string
	Body Object `sensitive:"true"` // the members beside the tag
}

// Format prints the tag.
func (v UnknownVariant) Format(s fmt.State, _ rune) { io.WriteString(s, redact.Value(v)) }

// LogValue is Format for slog.
func (v UnknownVariant) LogValue() slog.Value { return slog.StringValue(redact.Value(v)) }
