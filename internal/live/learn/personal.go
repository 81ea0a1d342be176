package learn

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/lint"
)

// This file decides which members of responses are sensitive. In doubt one is: a wrong guess hides
// a value from logs, and the other wrong guess shows one.

// privacy says which members are sensitive.
type privacy struct {
	decided *Decisions
	names   map[string]bool // of the catalog's sensitive fields
}

// newPrivacy returns the privacy of a catalog. Decisions are exceptions to it.
func newPrivacy(c *catalog.Catalog, d *Decisions) *privacy {
	return &privacy{decided: d, names: sensitiveNames(c)}
}

// isPrivate reports whether a member is sensitive: by the decisions, by a sensitive field of
// this name in the catalog, or because it looks personal. The names of members that became
// entries of a map also count. A whole response has no key.
func (p *privacy) isPrivate(f *field) bool {
	for at := f.place; at != nil; at = at.elem {
		if decided := p.decided.sensitive(at.places); decided != nil {
			return *decided
		}
	}
	isPersonal := func(key string) bool {
		return f.looksPersonal(key) || f.kind != catalog.Boolean && p.names[key]
	}
	if isPersonal(f.key) {
		return true
	}
	for at := f.place; at != nil; at = at.elem {
		if at.kind == catalog.Map && slices.ContainsFunc(fieldNames(at.shape), isPersonal) {
			return true
		}
	}
	return false
}

// sensitiveNames returns the names of the catalog's sensitive fields.
func sensitiveNames(c *catalog.Catalog) map[string]bool {
	names := map[string]bool{}
	shapes := slices.Clone(c.Records)
	for op := range c.Operations() {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if f.Sensitive && f.Type.Kind != catalog.Boolean {
				names[f.Name] = true
			}
		}
	}
	return names
}

// LooksSensitive returns a function that reports whether a member that the catalog does not
// describe becomes sensitive because of its key, unless it is a boolean or a decision says
// otherwise.
func LooksSensitive(c *catalog.Catalog) func(key string) bool {
	sensitive := sensitiveNames(c)
	return func(key string) bool { return sensitive[key] || lint.PersonalData(key, "string") != "" }
}
