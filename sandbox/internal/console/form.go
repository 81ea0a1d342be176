package console

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/simulator"
)

// This file makes the forms by which people call operations. A form has an input for each
// field of the request, with the example in it and the rules beside it. The script puts the
// body together from what is written, without reading numbers, so that they stay exact.

// input is the input of a field.
type input struct {
	ID, Name, Type string
	Kind           string // "text", "number", "choice" or "json"; the script reads it
	Value          string
	Choices        []string
	Rules          []string
	Required       bool
	Sensitive      bool
}

// inputsOf returns the inputs of an operation, with the values of its example.
func inputsOf(op *catalog.Operation) (inputs []input) {
	example := exampleOf(op)
	for _, f := range op.Request.Fields {
		one := input{
			ID: "in-" + op.String() + "." + f.Name, Name: f.Name, Type: f.Type.String(),
			Kind: kindOf(f), Rules: f.Words(), Required: f.Required, Sensitive: f.Private(),
		}
		value, hasValue := example[f.Name]
		text, isText := value.(string)
		switch {
		case !hasValue:
		case isText && one.Kind != "json":
			one.Value = text
		default:
			one.Value = sample.Indented(wording.Literal(value))
		}
		switch {
		case f.Type.Kind == catalog.Boolean:
			one.Choices = []string{"true", "false"}
		case f.Type.Enum != nil && !f.Type.Enum.Open:
			for _, v := range f.Type.Enum.Values {
				one.Choices = append(one.Choices, v.Value)
			}
		default:
			one.Choices = f.Enum
		}
		if one.Choices != nil && one.Kind == "text" {
			one.Kind = "choice"
		}
		inputs = append(inputs, one)
	}
	return inputs
}

// exampleOf returns the members of the example of a request as they are sent.
func exampleOf(op *catalog.Operation) map[string]any {
	r, ok := sample.ShownRequest(op)
	if !ok {
		return nil
	}
	members, _ := sample.Parse(r.JSON()).(map[string]any)
	return members
}

// kindOf returns how the value of a field is written. Texts need no quotes.
func kindOf(f *catalog.Field) string {
	switch {
	case f.Type.Nullable:
		return "json"
	case f.Join != "":
		return "text"
	}
	switch f.Type.Kind {
	case catalog.String, catalog.Enumeration:
		return "text"
	case catalog.Integer, catalog.Number, catalog.Boolean:
		return "number"
	}
	return "json"
}

// maxCode is the size of the largest request that is shown as code.
const maxCode = 1 << 20

// Code returns the handler that shows a request as command lines and as Go. Its body is a JSON
// object with the operation and the text of the request. It reads no document, so it needs no
// token.
func Code(s *simulator.Sandbox) http.Handler {
	byName := s.Catalog().ByName()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Operation, Request string }
		err := json.NewDecoder(io.LimitReader(r.Body, maxCode)).Decode(&body)
		op := byName[body.Operation]
		if err != nil || op == nil {
			http.Error(w, "expected an operation and a request", http.StatusUnprocessableEntity)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(codeOf(interpreter.New(op), body.Request, baseOf(r)))
	})
}

// codeOf returns the forms of a call by name. What cannot be shown says why.
func codeOf(op *interpreter.Operation, request, base string) map[string]string {
	code := map[string]string{
		"curl": curl.Lines(op.Operation, base, request),
		"gen":  "gen call " + op.String() + " --url " + base + " --data " + wording.ShellQuote(request),
	}
	checked, err := call.Check(op, request)
	switch {
	case err != nil:
	case checked.Given == "":
		err = errors.New("its values are not of the types of the fields")
	default:
		code["go"], err = call.GoCall(op, checked.Given)
	}
	if err != nil {
		code["go"] = "// This request cannot be written in Go: " + strings.ReplaceAll(err.Error(), "\n", " ")
	}
	return code
}
