package call

import (
	"errors"

	"example.com/opgen/generator"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/vectors"
)

// This file prints a call as Go, for people who tried it out and now want it in a program.

// GoCall returns the Go that makes a call by the generated client. Request is in the form of
// [interpreter.Operation.Encode].
func GoCall(op *interpreter.Operation, request string) (string, error) {
	value, err := vectors.ParseValue(request)
	if err != nil {
		return "", err
	}
	object, ok := joined(op.Request.Type(), value, true).(vectors.Object)
	if !ok {
		return "", errors.New("the request is not an object")
	}
	return generator.CallWith(op.Operation, object)
}
