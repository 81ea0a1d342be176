package oracle

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
)

var (
	clock   = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
	leap    = regexp.MustCompile(`^23:59:60(\.\d+)?(Z|[+-]00:00)$`)
	decimal = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?$`)
)

// isOf reports whether a text is of a format that requests are checked for.
func isOf(f catalog.Format, s string) bool {
	upper := strings.ToUpper(s)
	isDate := func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }
	switch f {
	case "date":
		return isDate(s)
	case "date-time":
		day, at, _ := strings.Cut(upper, "T")
		return isDate(day) && (clock.MatchString(at) || leap.MatchString(at) && (strings.HasSuffix(day, "-06-30") || strings.HasSuffix(day, "-12-31")))
	case "time":
		return clock.MatchString(upper) || leap.MatchString(upper)
	case "uuid":
		parts := strings.Split(s, "-")
		_, err := hex.DecodeString(strings.Join(parts, ""))
		return err == nil && len(parts) == 5 && len(s) == 36 && len(parts[0]) == 8 && len(parts[1]) == 4 && len(parts[2]) == 4 && len(parts[3]) == 4
	case "decimal":
		return decimal.MatchString(s)
	case "byte":
		_, err := base64.StdEncoding.Strict().DecodeString(s)
		return err == nil && !strings.ContainsAny(s, "\r\n")
	}
	return true
}
