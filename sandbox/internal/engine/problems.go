package engine

import (
	"fmt"
	"net/http"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/behavior"
)

// Problems name kinds, members of documents and members of requests. They never contain
// values, which may be personal.

// refused returns the problem of a request that cannot be executed.
func refused(format string, args ...any) error {
	return &api.Problem{Status: http.StatusUnprocessableEntity, Detail: fmt.Sprintf(format, args...)}
}

// unfit returns the problem of a value of another type than expected.
func unfit(v *behavior.Value, expected string) error {
	message := "must be " + expected
	p := &api.Problem{
		Status: http.StatusUnprocessableEntity,
		Detail: words(*v) + " " + message,
	}
	if v.Source == behavior.Request {
		p.Errors = []api.Violation{{Field: v.Pointer, Rule: api.RuleType, Message: message}}
	}
	return p
}

// missing is the problem of a step whose document does not exist or is not selected. It has a type of
// its own because a step can ignore it.
type missing struct{ *api.Problem }

// Unwrap returns the problem.
func (m *missing) Unwrap() error { return m.Problem }

// missingDocument returns the problem of a missing document.
func missingDocument(k *behavior.Kind, m behavior.Match) error {
	var members []string
	for _, member := range m {
		v := member.Value
		isSameName := v.Source == behavior.Request && v.Pointer == member.Pointer
		if isSameName {
			members = append(members, "with this "+v.Pointer)
		} else {
			members = append(members, fmt.Sprintf("whose %s is %s", member.Pointer, words(v)))
		}
	}
	detail := "there is no such " + k.Name
	if members != nil {
		detail = fmt.Sprintf("there is no %s %s", k.Name, strings.Join(members, " and "))
	}
	return noSuch(k.Name, detail)
}

// noSuch returns the problem of a document that does not exist.
func noSuch(kind, detail string) error {
	return &missing{&api.Problem{
		Status: http.StatusNotFound, Title: "No such " + kind,
		Detail: detail,
	}}
}

// words names the source of a value.
func words(v behavior.Value) string {
	switch v.Source {
	case behavior.Request:
		return v.Pointer + " of the request"
	case behavior.Item:
		return strings.TrimPrefix(v.Pointer+" of the item", " of ")
	case behavior.Caller:
		return "the caller"
	default:
		return "the value in resources.yaml"
	}
}

// exists returns the problem of a document with the same value.
func exists(k *behavior.Kind, pointer string) error {
	return &api.Problem{
		Status: http.StatusConflict, Title: "The " + k.Name + " exists",
		Detail: fmt.Sprintf("there is %s with this %s already", behavior.Article(k.Name), pointer),
	}
}

// notGiven returns the problem of a request without all values of one of the alternatives. Fields
// are reported as violations only if there is no choice between alternatives: nothing says which of
// them the caller meant.
func notGiven(k *behavior.Kind, alternatives ...behavior.Match) error {
	var ways []string
	var violations []api.Violation
	for _, m := range alternatives {
		var values []string
		for _, member := range m {
			values = append(values, words(member.Value))
			if len(alternatives) == 1 && member.Value.Source == behavior.Request {
				violations = append(violations, api.Violation{
					Field: member.Value.Pointer, Rule: api.RuleRequired,
					Message: "is required to find the " + k.Name,
				})
			}
		}
		ways = append(ways, strings.Join(values, " and "))
	}
	const form = "the request does not select a %s; give %s"
	return &missing{&api.Problem{
		Status: http.StatusUnprocessableEntity, Errors: violations,
		Detail: fmt.Sprintf(form, k.Name, strings.Join(ways, ", or ")),
	}}
}
