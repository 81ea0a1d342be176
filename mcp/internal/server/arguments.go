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

// Arguments are read by hand and not decoded into a struct: a decoder stops at the first mistake,
// and the reader here collects all of them. The schemas of the tools are in this file, too, because
// they promise what is read here.

// The schemas of single arguments.
var (
	stringSchema  = map[string]any{"type": "string"}
	booleanSchema = map[string]any{"type": "boolean"}
	objectSchema  = map[string]any{"type": "object"}
)

// argumentsSchema returns the JSON Schema of the arguments of a tool, without anything that a model
// does not need: the server checks the arguments itself, and says more about them than a schema can.
func argumentsSchema(required []string, properties map[string]any) map[string]any {
	schema := map[string]any{"type": "object", "properties": properties}
	if required != nil {
		schema["required"] = required
	}
	return schema
}

// arguments are the arguments of a tool call as JSON text, so that numbers stay what they are: as
// floats, 9007199254740993 would become ...992.
type arguments struct {
	values map[string]json.RawMessage
	wrong  []string // a line for each mistake
}

// readArguments reads the arguments of a tool. Those that the tool does not have are mistakes.
func readArguments(raw json.RawMessage, names ...string) *arguments {
	a := &arguments{values: map[string]json.RawMessage{}}
	if len(raw) == 0 {
		return a
	}
	if err := json.Unmarshal(raw, &a.values); err != nil {
		a.say("the arguments must be an object")
	}
	for _, name := range slices.Sorted(maps.Keys(a.values)) {
		if !slices.Contains(names, name) {
			a.say("there is no argument %s%s", wording.Quote(name), wording.OneOf(name, names))
		}
	}
	return a
}

// say adds a mistake.
func (a *arguments) say(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

// mistakes returns a reply with everything that is wrong, and whether something is.
func (a *arguments) mistakes() (list reply, isWrong bool) {
	return mistake("%s", strings.Join(a.wrong, "\n")), a.wrong != nil
}

// text returns a string, "" if it is absent or null.
func (a *arguments) text(name string) string {
	var value *string
	if !a.decode(name, &value) {
		a.say("%s must be a string", name)
	}
	if value == nil {
		return ""
	}
	return *value
}

// flag returns a boolean, false if it is absent or null.
func (a *arguments) flag(name string) bool {
	var value *bool
	if !a.decode(name, &value) {
		a.say("%s must be true or false", name)
	}
	return value != nil && *value
}

// object returns the text of an object, {} if it is absent or null.
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

// decode decodes an argument into the value that a pointer points to. It reports false if the
// argument has another type, and leaves the value alone if it is absent.
func (a *arguments) decode(name string, into any) bool {
	raw, isPresent := a.values[name]
	return !isPresent || json.Unmarshal(raw, into) == nil
}
