package api

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// redactProblem shows an answer that is a problem: its status, and of each error
// the place and the rule, as far as a request of type t has such a place and this
// package such a rule. Everything else of it may hold anything.
func redactProblem(p *Problem, status int, t reflect.Type) string {
	b := AppendInt([]byte{'{'}, `"status":`, status)
	if len(p.Errors) > 0 {
		b = append(b, `"errors":[`...)
		for _, v := range p.Errors {
			if len(b) > maxShown {
				b = append(appendQuoted(b, cutOff), ',')
				break
			}
			b = AppendString(append(b, '{'), `"field":`, redactPointer(v.Field, t))
			b = append(CloseObject(AppendString(b, `"rule":`, redactRule(v.Rule))), ',')
		}
		b = CloseArray(b)
	}
	return string(CloseObject(b))
}

// redactPointer returns a JSON pointer into a body of type t, up to the first
// part that is neither a field nor an index: a key of somebody's own.
func redactPointer(pointer string, t reflect.Type) string {
	shown := ""
	for shown != pointer {
		part, ok := strings.CutPrefix(pointer[len(shown):], "/")
		part, _, _ = strings.Cut(part, "/")
		if t = typeAt(t, part); !ok || t == nil || len(shown) > maxShownValue {
			return shown + "/" + redacted
		}
		shown += "/" + part
	}
	return shown
}

// typeAt returns the type of what a part of a JSON pointer points at in a value
// of type t, or nil where the catalog does not say that it has such a part.
func typeAt(t reflect.Type, part string) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil || t == rawType:
	case t.Kind() == reflect.Struct:
		if field, ok := fieldNamed(t, part); ok {
			return field.Type
		}
	case t.Kind() == reflect.Slice:
		// A longer number is something else than an index, or not worth the risk.
		if n, err := strconv.Atoi(part); err == nil && strconv.Itoa(n) == part && 0 <= n && n < requestLimits.Items {
			return t.Elem()
		}
	}
	return nil
}

// hideKeys takes out of violations of a request of type t what its caller made up
// inside of a sensitive value: "/address/[redacted]". Such a key may be personal as
// well as what it holds. The name of a further key of a record stays, since the
// caller has to know which one is wrong.
func hideKeys(violations []Violation, t reflect.Type) {
	for i, v := range violations {
		violations[i].Field = hideKey(v.Field, t)
	}
}

func hideKey(pointer string, t reflect.Type) string {
	sensitive, shown := false, ""
	for shown != pointer {
		part, _, _ := strings.Cut(pointer[len(shown)+1:], "/")
		for t != nil && t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch {
		case t != nil && t.Kind() == reflect.Struct:
			sensitive = sensitive || isSensitiveAt(t, part)
			t = typeAt(t, pointerUnescapes.Replace(part))
		case t != nil && t.Kind() == reflect.Slice:
			t = t.Elem()
		case sensitive:
			return shown + "/" + redacted
		default:
			return pointer
		}
		shown += "/" + part
	}
	return shown
}

// isSensitiveAt reports whether a part of a JSON pointer points at something
// sensitive in a generated struct. What its tags do not name is a further key.
func isSensitiveAt(t reflect.Type, part string) bool {
	if field, named := fieldNamed(t, pointerUnescapes.Replace(part)); named {
		return isSensitive(field)
	}
	extra, _ := t.FieldByName("Extra")
	return isSensitive(extra) && extra.Tag.Get("json") == "-"
}

var pointerUnescapes = strings.NewReplacer("~1", "/", "~0", "~")

// redactRule returns a rule where it is one of those of this package.
func redactRule(rule string) string {
	if slices.Contains(rules, rule) {
		return rule
	}
	return redacted
}

var rules = []string{
	RuleRequired, RuleType, RuleNonBlank, RuleEnum, RuleMinItems, RuleMaxItems, RuleMinLength, RuleMaxLength, RuleMinimum,
	RuleMaximum, RulePattern, RuleJoin, RuleFirstOf, RuleAtLeastOne, RuleAtMostOne, RuleAllOrNone, RuleUnknownField,
	RuleDuplicateField, RuleJSON, RuleUTF8, RuleDepth, RuleItemsLimit,
}
