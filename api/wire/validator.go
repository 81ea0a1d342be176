package wire

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/textformat"
)

// Validator collects violations while generated code checks a request. The zero value is ready
// to use, stays on the stack of the caller, and allocates nothing until there is a violation.
// Each check takes the wire name of a member. A member gets at most one violation. A rule over
// several members is checked even if one of them breaks a constraint.
//
//	func (r *NewContactRequest) Validate() error {
//		var v wire.Validator
//		v.NonBlank("name", r.Name)
//		wire.CheckItems(&v, "addresses", r.Addresses, (*Address).validate)
//		return v.Err()
//	}
//
// A [Decoder] embeds one, with which it checks what it has read. Then the violations of the text come
// first, and a value that could not be read is not checked.
type Validator struct {
	path       cursor.Path
	violations []api.Violation
	text       *cursor.Cursor // the JSON text of the values, nil if they were not decoded
	endless    bool           // a value contains itself
}

// Err returns nil or an [*api.ValidationError] with every violation.
func (v *Validator) Err() error {
	if len(v.violations) == 0 && v.text == nil {
		return nil
	}
	return v.err()
}

// err is not part of Err, so that only the common case is inlined.
func (v *Validator) err() error {
	var last []api.Violation // they take the places of others if there are too many
	if v.path.LeftOut() {
		last = append(last, api.Violation{Rule: api.RuleViolationsLimit, Message: "further violations are not listed"})
	}
	if v.isUnreadable() {
		fault := v.text.Fault
		last = append(last, api.Violation{Rule: fault.Rule, Message: fault.Message})
	}
	violations := append(v.violations[:min(len(v.violations), maxViolations-len(last))], last...)
	if len(violations) == 0 {
		return nil
	}
	return &api.ValidationError{Violations: violations}
}

// isDecoded reports whether the values come from JSON text.
func (v *Validator) isDecoded() bool { return v.text != nil }

// isUnreadable reports whether the text cannot be read to its end. Then the rest is not checked.
func (v *Validator) isUnreadable() bool { return v.text != nil && v.text.Broken }

// Enter enters a member, and its item at index unless that is negative. Violations then have its place,
// until [Validator.Leave]:
//
//	v.Enter("address", -1)
//	r.Address.validate(&v)
//	v.Leave()
func (v *Validator) Enter(field string, index int) { v.path.Push(field, index) }

// Leave leaves the member or item of the last Enter.
func (v *Validator) Leave() { v.path.Pop() }

// canRecord reports whether one more violation is recorded. Call it before making the message or
// the pointer.
func (v *Validator) canRecord() bool { return !v.isUnreadable() && v.path.Wanted() }

// add records a violation of the member called field, or of the current value if that is
// [cursor.Unnamed]. It is kept out of line so that the checks stay small where they are inlined.
//
//go:noinline
func (v *Validator) add(rule, message, field string) {
	if v.canRecord() {
		v.record(rule, message, v.path.Pointer(field))
	}
}

// addLimit records that the member called field has too few or too many of something.
func (v *Validator) addLimit(rule, message string, limit int, noun, field string) {
	if v.canRecord() {
		v.record(rule, message+cursor.Count(limit, noun), v.path.Pointer(field))
	}
}

// record records a violation unless another one explains it or there are too many.
func (v *Validator) record(rule, message, pointer string) {
	if v.isReported(pointer) {
		return
	}
	size := 0
	for _, known := range v.violations {
		size += len(known.Field) + len(known.Message)
	}
	if len(v.violations) == maxViolations || size > maxText {
		v.path.LeaveOut()
		return
	}
	v.violations = append(v.violations, api.Violation{Field: pointer, Rule: rule, Message: message})
}

// The bounds of the violations of one body.
const (
	maxViolations = 50
	maxText       = 8 << 10 // bytes of pointers and messages, except those of the last violation
)

// isReported reports whether a violation was recorded that explains any other one at the pointer:
// a violation of the same value, or of an outer value that is missing or of another type.
func (v *Validator) isReported(pointer string) bool {
	for _, known := range v.violations {
		switch known.Rule {
		case api.RuleType, api.RuleRequired:
			if isAtOrBelow(pointer, known.Field) {
				return true
			}
		default:
			if known.Field == pointer && pointer != "" {
				return true
			}
		}
	}
	return false
}

// isAtOrBelow reports whether a pointer is another one or leads to a place inside it.
func isAtOrBelow(pointer, outer string) bool {
	rest, hasPrefix := strings.CutPrefix(pointer, outer)
	return hasPrefix && (rest == "" || rest[0] == '/')
}

// Required checks that a member is given. For decoded values, [Decoder.Require] does that.
func (v *Validator) Required(field string, isGiven bool) {
	if !isGiven && !v.isDecoded() {
		v.add(api.RuleRequired, "is required", field)
	}
}

// NonBlank checks that s has a character other than white space. It decides most strings by their first
// byte, so that it is inlined.
func (v *Validator) NonBlank(field, s string) {
	if s == "" || s[0] <= ' ' || s[0] >= utf8.RuneSelf {
		v.nonBlank(field, s)
	}
}

// nonBlank looks at all characters, which may be white space beyond ASCII.
func (v *Validator) nonBlank(field, s string) {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return
		}
	}
	v.add(api.RuleNonBlank, "must not be blank", field)
}

// MinLength checks that s has at least limit characters: code points, as JSON Schema counts them.
func (v *Validator) MinLength(field, s string, limit int) {
	if utf8.RuneCountInString(s) < limit {
		v.addLimit(api.RuleMinLength, "must have at least ", limit, "character", field)
	}
}

// MaxLength checks that s has at most limit characters.
func (v *Validator) MaxLength(field, s string, limit int) {
	if utf8.RuneCountInString(s) > limit {
		v.addLimit(api.RuleMaxLength, "must have at most ", limit, "character", field)
	}
}

// MinItems checks that an array has at least limit items.
func (v *Validator) MinItems(field string, n, limit int) {
	if n < limit {
		v.addLimit(api.RuleMinItems, "must have at least ", limit, "item", field)
	}
}

// MaxItems checks that an array has at most limit items.
func (v *Validator) MaxItems(field string, n, limit int) {
	if n > limit {
		v.addLimit(api.RuleMaxItems, "must have at most ", limit, "item", field)
	}
}

// OneOf checks that s is one of the values. The message lists them, which are words of the catalog, and
// not s.
func (v *Validator) OneOf(field, s string, values ...string) {
	if !slices.Contains(values, s) && v.canRecord() {
		v.record(api.RuleEnum, oneOf(values), v.path.Pointer(field))
	}
}

// OneOfItem checks that the item of an array is one of the values.
func (v *Validator) OneOfItem(field string, index int, s string, values ...string) {
	if !slices.Contains(values, s) && v.canRecord() {
		v.record(api.RuleEnum, oneOf(values), v.path.Pointer(field, strconv.Itoa(index)))
	}
}

// oneOf returns the message of a value that is not listed.
func oneOf(values []string) string { return `must be one of "` + strings.Join(values, `", "`) + `"` }

// Pattern checks that the expression matches s.
func (v *Validator) Pattern(field, s string, expr *Pattern) {
	isSlow := len(s) > matchedAnyway
	if isSlow && (v.path.LeftOut() || v.isReported(v.path.Pointer(field))) {
		return // it is not recorded anyway, for example because the text is too long
	}
	if !expr.get().MatchString(s) {
		v.add(api.RulePattern, "must match "+expr.expr, field)
	}
}

// matchedAnyway is the length of a text, in bytes, up to which it is always matched.
const matchedAnyway = 1 << 10

// Pattern is a regular expression that is compiled when it is first needed.
type Pattern struct {
	expr string
	get  func() *regexp.Regexp
}

// NewPattern returns the pattern of an RE2 expression. Its first use panics if the expression
// is invalid, which the check of the catalog excludes. Compiling takes microseconds, which programs that
// import a generated package and do not call it should not spend at their start.
func NewPattern(expr string) *Pattern {
	return &Pattern{expr, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Number checks that n is a JSON number, at least min and at most max. An empty bound is
// ignored.
func (v *Validator) Number(field string, n, min, max json.Number) {
	switch {
	case !v.isDecoded() && !cursor.IsNumber(string(n)):
		v.add(api.RuleType, "must be a number", field)
	case min != "" && cursor.CompareNumbers(string(n), string(min)) < 0:
		v.add(api.RuleMinimum, "must be at least "+string(min), field)
	case max != "" && cursor.CompareNumbers(string(n), string(max)) > 0:
		v.add(api.RuleMaximum, "must be at most "+string(max), field)
	}
}

// NumberItem checks that the item of an array is a JSON number.
func (v *Validator) NumberItem(field string, index int, n json.Number) {
	if !v.isDecoded() && !cursor.IsNumber(string(n)) {
		v.path.Push(field, index)
		v.add(api.RuleType, "must be a number", cursor.Unnamed)
		v.path.Pop()
	}
}

// Minimum checks that n is at least limit. [Validator.Number] checks numbers that are not integers.
func (v *Validator) Minimum(field string, n, limit int) {
	if n < limit {
		v.add(api.RuleMinimum, "must be at least "+strconv.Itoa(limit), field)
	}
}

// Maximum checks that n is at most limit.
func (v *Validator) Maximum(field string, n, limit int) {
	if n > limit {
		v.add(api.RuleMaximum, "must be at most "+strconv.Itoa(limit), field)
	}
}

// Joined checks that items can be sent as one string: none is empty, and splitting the string
// at the separator gives the same items. With the separator ", ", the items "a," and "b" would give
// "a,, b", which splits at another place.
func (v *Validator) Joined(field string, items []string, separator string) {
	for i, item := range items {
		after := separator
		if i == len(items)-1 {
			after = ""
		}
		at := strings.Index(item+after, separator)
		isSplit := at >= 0 && at < len(item)
		if item == "" || isSplit {
			v.add(api.RuleJoin, "must not hold an item that is "+
				"empty, contains the separator "+strconv.Quote(separator)+
				", or ends in a part of it", field)
			return
		}
	}
}

// AtLeastOne checks that one of the fields carries a value. The rule is
// [api.RuleFirstOf] or [api.RuleAtLeastOne].
func (v *Validator) AtLeastOne(rule string, isGiven bool, fields ...string) {
	if !isGiven {
		v.group(rule, "needs at least one of ", fields)
	}
}

// AtMostOne checks that no two of the fields carry a value. The number of those that do is from
// [CountGiven].
func (v *Validator) AtMostOne(given int, fields ...string) {
	if given > 1 {
		v.group(api.RuleAtMostOne, "takes at most one of ", fields)
	}
}

// AllOrNone checks that all of the fields carry a value, or none.
func (v *Validator) AllOrNone(given int, fields ...string) {
	if given != 0 && given != len(fields) {
		v.group(api.RuleAllOrNone, "needs all or none of ", fields)
	}
}

// group records a violation of a rule over several members. It does not if it is unknown which
// of them carry a value, because one, or a value in it, is of another type, missing, unknown
// or repeated, or is a union without a tag. One object may break several such rules.
func (v *Validator) group(rule, message string, fields []string) {
	if !v.canRecord() {
		return
	}
	for _, field := range fields {
		if v.isUncertain(v.path.Pointer(field)) {
			return
		}
	}
	v.record(rule, message+strings.Join(fields, ", "), v.path.Pointer())
}

// isUncertain reports whether a violation at a pointer or inside it leaves open whether there is a
// value.
func (v *Validator) isUncertain(pointer string) bool {
	for _, known := range v.violations {
		switch known.Rule {
		case api.RuleType, api.RuleDuplicateField, api.RuleRequired, api.RuleUnknownField, api.RuleVariant:
			if isAtOrBelow(known.Field, pointer) {
				return true
			}
		}
	}
	return false
}

// TextFormat is a format of strings, by its name in catalogs.
type TextFormat string

// The formats. Package textformat has the rest of each: the check, the message and examples.
const (
	FormatDate     TextFormat = "date"      // full-date of RFC 3339 that exists in the calendar
	FormatDateTime TextFormat = "date-time" // of RFC 3339, with an offset
	FormatTime     TextFormat = "time"      // of RFC 3339, with an offset
	FormatUUID     TextFormat = "uuid"      // the text of RFC 9562, of any version, in upper or lower case
	FormatDecimal  TextFormat = "decimal"   // a JSON number without an exponent
	FormatByte     TextFormat = "byte"      // Base64 of RFC 4648, section 4, padded
)

// Format checks that s has the format.
func (v *Validator) Format(field, s string, format TextFormat) {
	if f := textformat.Named(string(format)); !f.Holds(s) {
		v.add(api.RuleFormat, "must be "+f.Must, field)
	}
}
