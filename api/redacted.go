package api

import (
	"fmt"
	"io"
	"log/slog"

	"example.com/opgen/api/internal/genstruct"
)

// Generated structs hide their sensitive values where package fmt or a slog handler asks them how they
// print. Inside other values, nobody asks them: the functions of this file are for those.

// Redacted returns v for logs and messages: package fmt, slog and encoding/json print the fields of
// generated structs in it without sensitive values, wherever they are in v.
//
//	slog.Info("found", "contacts", api.Redacted(contacts))
//
// Without it, generated structs hide sensitive values only where they are printed themselves, or
// by package fmt. Of values whose type v does not give, such as those of a map[string]any, nothing
// is shown.
func Redacted(v any) any { return redacted{v} }

// redacted prints a value without sensitive values.
type redacted struct{ value any }

// text returns the value as Go code prints it, when it is printed and not before: a disabled log
// level costs nothing.
func (r redacted) text() string { return genstruct.Value(r.value) }

// String returns the value without sensitive values.
func (r redacted) String() string { return r.text() }

// Format writes String for every verb, since others would print the value.
func (r redacted) Format(s fmt.State, _ rune) { io.WriteString(s, r.text()) }

// LogValue is String for slog.
func (r redacted) LogValue() slog.Value { return slog.StringValue(r.text()) }

// MarshalText returns String, so that encoding/json does not write the value.
func (r redacted) MarshalText() ([]byte, error) { return []byte(r.text()), nil }

// RedactAttr is a ReplaceAttr function of [slog.HandlerOptions]. It replaces each value that
// contains a generated struct with sensitive fields by what [Redacted] prints, and changes nothing
// else. Handlers that encode values, such as [slog.JSONHandler], need it.
//
//	slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: api.RedactAttr})
func RedactAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindAny {
		return a
	}
	if v := a.Value.Any(); genstruct.Holds(v) {
		a.Value = slog.StringValue(genstruct.Value(v))
	}
	return a
}
