package api

import (
	"bytes"
	"math"
	"slices"
)

// bodyField is a member of the body that carries a credential.
type bodyField struct{ name, value string }

// WithBodyField sends a credential inside the JSON body, as a member of its own
// that comes last, for deployments that take their key there. It is added when
// the request has been validated, and so belongs to no operation of the
// catalog. A request that has such a member itself is not sent; the error is a
// [*ValidationError]. Given again for another name it adds a second member, for
// the same name it replaces the value.
func WithBodyField(name, value string) CallOption {
	return callOption(func(call *callConfig) {
		others := slices.DeleteFunc(slices.Clone(call.bodyFields), func(f bodyField) bool { return f.name == name })
		call.bodyFields = append(others, bodyField{name, value})
	})
}

// wireBody returns the body that is sent: a copy, because the transport may
// still read it when the call is over, and because no credential is to stay in
// memory of the pool.
func (c *Call) wireBody() ([]byte, error) {
	if len(c.config.bodyFields) == 0 {
		return bytes.Clone(c.body), nil
	}
	if err := c.config.checkBodyFields(c.body); err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(c.body, '}')
	open := bytes.TrimRight(c.body[:end], " \t\r\n")
	body := append(make([]byte, 0, len(c.body)+64), open...)
	if body[len(body)-1] != '{' {
		body = append(body, ',')
	}
	for _, f := range c.config.bodyFields {
		body = AppendString(body, string(appendQuoted(nil, f.name))+":", f.value)
	}
	return CloseObject(body), nil
}

// checkBodyFields returns a [*ValidationError] where the body is no object or
// has a member that is to be added. Keys are compared without their escapes.
func (c *callConfig) checkBodyFields(body []byte) error {
	d := new(Decoder)
	d.prepare(string(body), Limits{Body: math.MaxInt, Depth: math.MaxInt, Items: math.MaxInt})
	d.lenient = true
	for d.Begin(nil); d.Next(); {
		if slices.ContainsFunc(c.bodyFields, func(f bodyField) bool { return f.name == d.Key() }) {
			d.report(RuleDuplicateField, "must not be given, since api.WithBodyField sends it", d.where())
		}
	}
	return d.Finish()
}
