package server

import (
	"context"
	"errors"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/text/wording"
)

// This file makes calls. Everything that can be refused is refused before a call is counted, and
// what is counted is sent: permission first, since nothing else matters without it, then the
// request, then the limits.

// order is a call that a client asks for.
type order struct {
	op       *interpreter.Operation
	request  string // JSON, with handles
	isDryRun bool   // only show what would be sent
}

// perform carries out an order, or says why not. Each outcome is logged once.
func (s *Server) perform(ctx context.Context, from *client, o order) reply {
	if !s.Allowed.has(o.op.Operation) && !o.isDryRun {
		s.log(o, "not allowed", nil)
		return mistake("%s writes, and this server does not allow it. "+
			"Whoever runs the server can start it with --allow %s. "+
			"dry_run shows what would be sent.", o.op, o.op)
	}
	if len(o.request) > maxRequest {
		s.log(o, "too large", nil)
		return mistake("the request has %s; at most %d are sent",
			wording.Count(len(o.request), "byte"), maxRequest)
	}
	filled := from.fill(o.op.Operation, o.request)
	if filled.wrong != nil {
		s.log(o, "refused", nil)
		return refusal(o.op, filled.wrong)
	}
	checked, err := call.Check(o.op, filled.request)
	if err != nil {
		s.log(o, "refused", nil)
		return mistake("%s: the request is %v", o.op, err)
	}
	if len(checked.Violations) > 0 {
		s.log(o, "refused", nil)
		return refusal(o.op, violationLines(o.op.Operation, checked.Violations))
	}
	prepared := call.New(o.op, s.Base, s.Timeout)
	prepared.Request = checked.Given
	if o.isDryRun {
		s.log(o, "dry run", nil)
		return s.dryRun(ctx, prepared, filled.hasValues)
	}
	return s.send(ctx, from, o, prepared)
}

// refusal lists everything for which a request is not sent.
func refusal(op *interpreter.Operation, lines []string) reply {
	const form = "%s: nothing was sent. Correct all of these and call again:\n%s"
	return mistake(form, op, strings.Join(lines, "\n"))
}

// violationLines returns a line for each violation, with the nearest name for a field that does not
// exist.
func violationLines(op *catalog.Operation, violations []api.Violation) []string {
	lines := call.Lines(violations)
	names := fieldNames(op)
	for i, v := range violations {
		path := jsonpointer.Names(v.Field)
		if v.Rule == api.RuleUnknownField && len(path) > 0 {
			lines[i] += wording.OneOf(path[len(path)-1], names)
		}
	}
	return lines
}

// dryRun shows what a call would send. Credentials are not even requested. If the request has
// values of handles, all sensitive values are hidden: the client has not seen those, and a dry run
// must not be the way to see them.
func (s *Server) dryRun(ctx context.Context, prepared *call.Call, hasValues bool) reply {
	op := prepared.Op
	sent, err := prepared.DryRun(ctx)
	if err != nil {
		return mistake("%s: %s", op, call.Reason(err))
	}
	body := sent.Body
	var notes []string
	if hasValues {
		body, _ = call.ShowRequest(op.Operation, body)
		notes = append(notes,
			"sensitive values are hidden here, because some are passed by handles")
	}
	if !s.Allowed.has(op.Operation) {
		notes = append(notes, "this server does not allow the call; --allow "+op.String()+" would")
	}
	text := "nothing was sent: " + sent.Method + " " + op.Path + "\n" + body
	return reply{text: withNotes(text, notes)}
}

// send makes a call and shows its outcome. A call counts before its credentials are requested, so
// that a client cannot make this server request tokens without end.
func (s *Server) send(ctx context.Context, from *client, o order, prepared *call.Call) reply {
	if err := from.take(); err != nil {
		s.log(o, "over the limit", nil)
		return mistake("%s: nothing was sent: %v", o.op, err)
	}
	if s.Credentials != nil {
		options, err := s.Credentials(ctx)
		if err != nil {
			s.log(o, "no credentials", nil)
			return mistake("%s: nothing was sent: %v", o.op, err)
		}
		prepared.Options = options
	}
	result := prepared.Send(ctx)
	s.log(o, "sent", result)
	if result.Err != nil {
		return s.failure(o.op, result)
	}
	return s.success(from, o.op, result)
}

// remedies say what a model can do about a failure, by status.
var remedies = map[int]string{
	401: "the server lacks valid credentials; only whoever runs it can help",
	403: "the server's credentials do not allow this; only whoever runs it can help",
	404: "nothing has these identifiers; find the right ones first",
	409: "the state of the service does not allow it now; read the current state first",
	429: "the service asks for fewer calls; try again later",
}

// failure describes a call that failed. The body of a failure may repeat the request or anything
// else, so only known fields and rules are shown.
func (s *Server) failure(op *interpreter.Operation, r *call.Result) reply {
	reason := call.Reason(r.Err)
	if r.NeverSent() {
		reason = "nothing was sent: " + reason
	}
	text := op.String() + ": " + reason
	for _, line := range call.Lines(call.Refusals(op, r.Err, s.ShowSensitive)) {
		text += "\n" + line
	}
	if s.ShowSensitive && len(r.Body) > 0 {
		shown, _ := cut(string(r.Body), s.Limits.Bytes)
		text += "\n" + shown
	}
	failed, isFailure := errors.AsType[*api.Error](r.Err)
	if isFailure && remedies[failed.Status] != "" {
		text += "\n" + remedies[failed.Status]
	}
	return reply{text: text, isMistake: true}
}

// log records an order by its operation, outcome and shape: types, and keys of the catalog. It has
// no values, and no keys that a client made up. The result is nil if nothing was sent.
func (s *Server) log(o order, outcome string, r *call.Result) {
	shapes := redact.Bounds{Types: true, Items: 1}
	attributes := []any{
		"operation", o.op.String(),
		"outcome", outcome,
		"request", shapes.Body(o.request, redaction.Request(o.op.Operation)),
	}
	if r != nil {
		attributes = append(attributes,
			"status", r.Status, "attempts", len(r.Attempts), "bytes", len(r.Body))
	}
	if r != nil && r.Err == nil {
		shape := shapes.Body(string(r.Body), redaction.Response(o.op.Operation))
		attributes = append(attributes, "response", shape)
	}
	s.Log.Info("call", attributes...)
}
