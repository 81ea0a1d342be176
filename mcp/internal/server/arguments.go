package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// arguments are the arguments of a tool call as JSON text, so that numbers stay what they are: as
// floats, 9007199254740993 would become ...992. Mistakes are collected, and said together.
type arguments struct {
	values map[string]json.RawMessage
	wrong  []string
}

// readArguments reads the arguments of a tool that takes those that are known.
func readArguments(raw json.RawMessage, known ...string) *arguments {
	a := &arguments{values: map[string]json.RawMessage{}}
	if len(raw) == 0 {
		return a
	}
	if err := json.Unmarshal(raw, &a.values); err != nil {
		a.say("the arguments must be an object")
	}
	for _, name := range slices.Sorted(maps.Keys(a.values)) {
		if !slices.Contains(known, name) {
			a.say("there is no argument %s%s", wording.Quote(name), wording.OneOf(name, known))
		}
	}
	return a
}

func (a *arguments) say(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

// text returns a string, "" if it is absent.
func (a *arguments) text(name string) string {
	var value *string
	if !a.read(name, &value) {
		a.say("%s must be a string", name)
	}
	if value == nil {
		return ""
	}
	return *value
}

// flag returns a boolean, false if it is absent.
func (a *arguments) flag(name string) bool {
	var value *bool
	if !a.read(name, &value) {
		a.say("%s must be true or false", name)
	}
	return value != nil && *value
}

// object returns the text of an object, {} if it is absent.
func (a *arguments) object(name string) string {
	value := bytes.TrimSpace(a.values[name])
	switch {
	case len(value) == 0 || string(value) == "null":
		return "{}"
	case value[0] != '{':
		a.say("%s must be an object", name)
	}
	return string(value)
}

// read decodes an argument, and reports whether it is absent or of the type of value.
func (a *arguments) read(name string, value any) bool {
	raw, ok := a.values[name]
	return !ok || json.Unmarshal(raw, value) == nil
}

// mistakes returns a reply with everything that is wrong, and whether something is.
func (a *arguments) mistakes() (reply, bool) {
	return mistake("%s", strings.Join(a.wrong, "\n")), a.wrong != nil
}
