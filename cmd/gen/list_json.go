package main

import (
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// The members of an object are in the order in which people read them. The types of package catalog
// are not encoded, so that changes to them do not change the output.

// object is a JSON object of gen list --format json.
type object = yamldoc.Ordered

// objectOf returns an object of keys and values. If a key ends in "?", the member is omitted if its
// value is zero or an empty list. An object without members is a value: it says that it is there.
func objectOf(pairs ...any) object {
	o := object{}
	for i := 0; i < len(pairs); i += 2 {
		value := pairs[i+1]
		key, isOptional := strings.CutSuffix(pairs[i].(string), "?")
		if !isOptional || hasValue(value) {
			o = append(o, yamldoc.Member{Key: key, Value: value})
		}
	}
	return o
}

// hasValue reports whether a value is not zero, and not an empty list.
func hasValue(value any) bool {
	if o, ok := value.(object); ok {
		return o != nil
	}
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.IsZero() {
		return false
	}
	return v.Kind() != reflect.Slice || v.Len() > 0
}

// printJSON prints areas, with the records, enums and unions that they use.
func printJSON(w io.Writer, c *catalog.Catalog, areas []*catalog.Area) {
	ops := each(areas, func(a *catalog.Area) []*catalog.Operation { return a.Operations })
	used := catalog.Reach(slices.Concat(ops...)...)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	_ = enc.Encode(objectOf( // w keeps its first error
		"title", c.Title,
		"version", c.Version,
		"servers?", each(c.Servers, serverOf),
		"contact?", optional(c.Contact, contactOf),
		"license?", optional(c.License, licenseOf),
		"auth?", optional(c.Auth, authOf),
		"areas", each(areas, areaOf),
		"records", each(onlyUsed(c.Records, used.Records), recordOf),
		"enums", each(onlyUsed(c.Enums, used.Enums), enumOf),
		"unions?", each(onlyUsed(c.Unions, used.Unions), unionOf),
	))
}

// The functions below return the members of one element each. Those with a question mark are
// omitted if they say nothing.

// serverOf returns the members of a server.
func serverOf(s *catalog.Server) object {
	return objectOf("url", s.URL, "description?", s.Description)
}

// contactOf returns the members of the contact of a service.
func contactOf(c *catalog.Contact) object {
	return objectOf("name?", c.Name, "url?", c.URL, "email?", c.Email)
}

// licenseOf returns the members of the license of a service.
func licenseOf(l *catalog.License) object {
	return objectOf("name", l.Name, "url?", l.URL)
}

// areaOf returns the members of an area, with all of its operations.
func areaOf(a *catalog.Area) object {
	return objectOf(
		"name", a.Name,
		"description?", a.Description,
		"operations", each(a.Operations, operationOf),
	)
}

// recordOf returns the members of a record. Its fields include those of a record that it includes.
func recordOf(r *catalog.Shape) object {
	return objectOf(
		"name", r.Name,
		"description?", r.Description,
		"open", r.Open,
		"assumed?", r.Assumed,
		"fields", each(r.Fields, fieldOf),
	)
}

// enumOf returns the members of an enum.
func enumOf(e *catalog.Enum) object {
	return objectOf(
		"name", e.Name,
		"description?", e.Description,
		"open", e.Open,
		"values", each(e.Values, valueOf),
	)
}

// unionOf returns the members of a union; by is the member that is its tag.
func unionOf(u *catalog.TaggedUnion) object {
	return objectOf(
		"name", u.Name,
		"description?", u.Description,
		"by", u.By,
		"open", u.Open,
		"variants", each(u.Variants, variantOf),
	)
}

// operationOf returns the members of an operation, in the order in which a catalog has the keys.
func operationOf(op *catalog.Operation) object {
	empty := op.Empty
	if empty == catalog.EmptyObject { // the default
		empty = ""
	}
	var idempotency object
	if op.KeyHeader != "" {
		idempotency = objectOf("header", op.KeyHeader)
	}
	return objectOf(
		"name", op.Name,
		"path", op.Path,
		"effect", op.Effect,
		"auth?", optional(op.Auth, authOf),
		"summary?", op.Summary,
		"description?", op.Description,
		"deprecated?", optional(op.Deprecated, deprecationOf),
		"open?", op.Request.Open,
		"empty?", empty,
		"fields", each(op.Request.Fields, fieldOf),
		"rules", each(op.Rules, ruleOf),
		"pagination?", optional(op.Pagination, paginationOf),
		"idempotency?", idempotency,
		"response", responseOf(op.Response),
		"envelope?", optional(op.Envelope, envelopeOf),
		"failure?", optional(op.Failure, failureOf),
	)
}

// ruleOf returns the members of a rule over several fields.
func ruleOf(r *catalog.Rule) object {
	return objectOf("kind", r.Kind, "fields", catalog.Names(r.Fields))
}

// envelopeOf returns the members of an envelope; siblings are members beside the response.
func envelopeOf(e *catalog.Envelope) object {
	return objectOf(
		"success", e.Success,
		"value", e.Value,
		"message?", e.Messages,
		"data?", e.Data,
		"violations?", e.Violations,
		"siblings?", nameOf(e.Siblings),
		"failure_status?", e.FailureStatus,
	)
}

// failureOf returns the members of the type of failures. Without a member, a failure is the whole body.
func failureOf(f *catalog.Failure) object {
	return objectOf("type", f.Type.String(), "status?", f.Status, "member?", f.Member)
}

// responseOf returns the members of a response. Those of type and sensitive are for responses
// other than objects.
func responseOf(r *catalog.Response) object {
	kind := ""
	sensitive := false
	fields := []object{}
	switch {
	case r.Nothing:
		kind = "none"
	case r.Whole != nil:
		kind = r.Whole.Type.String()
		sensitive = r.Whole.Private()
	default:
		fields = each(r.Fields, fieldOf)
	}
	return objectOf(
		"shown", r.Shown,
		"description?", r.Description,
		"open", r.Open,
		"assumed?", r.Assumed,
		"type?", kind,
		"sensitive?", sensitive,
		"lenient?", r.Lenient,
		"fields", fields,
	)
}

// paginationOf returns the keys of a pagination as the catalog has them: by number or by cursor.
func paginationOf(p *catalog.Pagination) object {
	return each(p.Keys, func(k catalog.PageKey) yamldoc.Member {
		return yamldoc.Member{Key: k.Name, Value: k.Value}
	})
}

// authOf returns who may call: anyone, or those with one of the ways.
func authOf(a *catalog.Auth) object {
	return objectOf("none?", a.None, "ways?", each(a.Ways, wayOf))
}

// wayOf returns what one way to authenticate asks for, all of it together.
func wayOf(w *catalog.Way) object {
	return objectOf(
		"bearer?", w.Bearer,
		"basic?", w.Basic,
		"headers?", w.Headers,
		"body_fields?", w.BodyFields,
		"oauth2?", optional(w.OAuth2, oauth2Of),
	)
}

// oauth2Of returns where a token of OAuth 2 is requested, and with which scopes.
func oauth2Of(o *catalog.OAuth2) object {
	return objectOf("token_path", o.TokenPath, "scopes?", o.Scopes)
}

// fieldOf returns the keys of a field. Defaults and examples may be "" or false, which are
// values.
func fieldOf(f *catalog.Field) object {
	pointer := func(v any) *any {
		if v == nil {
			return nil
		}
		return &v
	}
	return objectOf(
		"name", f.Name,
		"type", f.Type.String(),
		"required", f.Required,
		"nullable?", f.Type.Nullable,
		"sensitive", f.Private(),
		"description?", f.Description,
		"non_blank?", f.NonBlank,
		"min_items?", f.MinItems,
		"max_items?", f.MaxItems,
		"min_length?", f.MinLength,
		"max_length?", f.MaxLength,
		"minimum?", f.Minimum,
		"maximum?", f.Maximum,
		"pattern?", f.Pattern,
		"format?", f.Format,
		"enum?", f.Enum,
		"default?", pointer(f.ShownDefault()),
		"join?", f.Join,
		"send_if?", f.SendIf,
		"omit_empty?", f.OmitEmpty,
		"codes?", f.Codes,
		"assumed?", f.Assumed,
		"deprecated?", optional(f.Deprecated, deprecationOf),
		"example?", pointer(f.ShownExample()),
	)
}

// valueOf returns the members of a value of an enum.
func valueOf(v *catalog.EnumValue) object {
	return objectOf("value", v.Value, "description?", v.Description)
}

// variantOf returns the members of a variant of a union, which may have no record.
func variantOf(v *catalog.Variant) object {
	return objectOf("tag", v.Tag, "record?", nameOf(v.Record), "description?", v.Description)
}

// nameOf returns the name of a record, "" for nil.
func nameOf(s *catalog.Shape) string {
	if s == nil {
		return ""
	}
	return s.Name
}

// deprecationOf returns the members of a deprecation.
func deprecationOf(d *catalog.Deprecation) object {
	return objectOf("since?", d.Since, "sunset?", d.Sunset, "use?", d.Use)
}

// optional returns f(v), or nil if v is nil.
func optional[T any](v *T, f func(*T) object) object {
	if v == nil {
		return nil
	}
	return f(v)
}

// onlyUsed returns the elements that are used, in order.
func onlyUsed[T comparable](elements []T, isUsed map[T]bool) []T {
	return slices.DeleteFunc(slices.Clone(elements), func(v T) bool { return !isUsed[v] })
}
