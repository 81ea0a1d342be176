package main

import (
	"encoding/json"
	"io"

	"example.com/opgen/internal/catalog"
)

// The structure of gen list --format json. The catalog's own types are not
// encoded, so that a change to them is not a change for whoever reads this.
type (
	listJSON struct {
		Title   string       `json:"title"`
		Version string       `json:"version"`
		Servers []serverJSON `json:"servers,omitempty"`
		Contact *contactJSON `json:"contact,omitempty"`
		License *licenseJSON `json:"license,omitempty"`
		Auth    *authJSON    `json:"auth,omitempty"`
		Areas   []areaJSON   `json:"areas"`
		Records []recordJSON `json:"records"`
		Enums   []enumJSON   `json:"enums"`
		Unions  []unionJSON  `json:"unions,omitempty"`
	}
	areaJSON struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Operations  []operationJSON `json:"operations"`
	}
	operationJSON struct {
		Name        string           `json:"name"`
		Path        string           `json:"path"`
		Effect      catalog.Effect   `json:"effect"`
		Auth        *authJSON        `json:"auth,omitempty"`
		Summary     string           `json:"summary,omitempty"`
		Description string           `json:"description,omitempty"`
		Deprecated  *deprecationJSON `json:"deprecated,omitempty"`
		Open        bool             `json:"open,omitempty"`
		Empty       catalog.Empty    `json:"empty,omitempty"`
		Fields      []fieldJSON      `json:"fields"`
		Rules       []ruleJSON       `json:"rules"`
		Pagination  *paginationJSON  `json:"pagination,omitempty"`
		Idempotency *idempotencyJSON `json:"idempotency,omitempty"`
		Response    responseJSON     `json:"response"`
		Envelope    *envelopeJSON    `json:"envelope,omitempty"`
		Failure     *failureJSON     `json:"failure,omitempty"`
	}
	serverJSON struct {
		URL         string `json:"url"`
		Description string `json:"description,omitempty"`
	}
	contactJSON struct {
		Name  string `json:"name,omitempty"`
		URL   string `json:"url,omitempty"`
		Email string `json:"email,omitempty"`
	}
	licenseJSON struct {
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	authJSON struct {
		None bool      `json:"none,omitempty"`
		Ways []wayJSON `json:"ways,omitempty"`
	}
	wayJSON struct {
		Bearer     bool        `json:"bearer,omitempty"`
		Basic      bool        `json:"basic,omitempty"`
		Headers    []string    `json:"headers,omitempty"`
		BodyFields []string    `json:"body_fields,omitempty"`
		OAuth2     *oauth2JSON `json:"oauth2,omitempty"`
	}
	oauth2JSON struct {
		TokenPath string   `json:"token_path"`
		Scopes    []string `json:"scopes,omitempty"`
	}
	fieldJSON struct {
		Name        string           `json:"name"`
		Type        string           `json:"type"`
		Required    bool             `json:"required"`
		Nullable    bool             `json:"nullable,omitempty"`
		Sensitive   bool             `json:"sensitive"`
		Description string           `json:"description,omitempty"`
		NonBlank    bool             `json:"non_blank,omitempty"`
		MinItems    *int             `json:"min_items,omitempty"`
		MaxItems    *int             `json:"max_items,omitempty"`
		MinLength   *int             `json:"min_length,omitempty"`
		MaxLength   *int             `json:"max_length,omitempty"`
		Minimum     json.Number      `json:"minimum,omitempty"`
		Maximum     json.Number      `json:"maximum,omitempty"`
		Pattern     string           `json:"pattern,omitempty"`
		Format      catalog.Format   `json:"format,omitempty"`
		Enum        []string         `json:"enum,omitempty"`
		Default     any              `json:"default,omitempty"`
		Join        string           `json:"join,omitempty"`
		SendIf      catalog.SendIf   `json:"send_if,omitempty"`
		OmitEmpty   bool             `json:"omit_empty,omitempty"`
		Codes       string           `json:"codes,omitempty"`
		Assumed     string           `json:"assumed,omitempty"`
		Deprecated  *deprecationJSON `json:"deprecated,omitempty"`
		Example     any              `json:"example,omitempty"`
	}
	ruleJSON struct {
		Kind   catalog.RuleKind `json:"kind"`
		Fields []string         `json:"fields"`
	}
	paginationJSON struct {
		Page        string  `json:"page,omitempty"`
		Cursor      string  `json:"cursor,omitempty"`
		Next        *string `json:"next,omitempty"`
		More        *string `json:"more,omitempty"`
		Size        string  `json:"size,omitempty"`
		First       *int    `json:"first,omitempty"`
		DefaultSize *int    `json:"default_size,omitempty"`
		Items       *string `json:"items,omitempty"`
		Continue    string  `json:"continue,omitempty"`
	}
	envelopeJSON struct {
		Success       string   `json:"success"`
		Value         any      `json:"value"`
		Message       []string `json:"message,omitempty"`
		Data          string   `json:"data,omitempty"`
		Violations    string   `json:"violations,omitempty"`
		Siblings      string   `json:"siblings,omitempty"`
		FailureStatus int      `json:"failure_status,omitempty"`
	}
	failureJSON struct {
		Type   string `json:"type"`
		Status int    `json:"status,omitempty"`
		Member string `json:"member,omitempty"`
	}
	idempotencyJSON struct {
		Header string `json:"header"`
	}
	responseJSON struct {
		Shown       bool        `json:"shown"`
		Description string      `json:"description,omitempty"`
		Open        bool        `json:"open"`
		Assumed     string      `json:"assumed,omitempty"`
		Type        string      `json:"type,omitempty"`      // of a response that is not an object
		Sensitive   bool        `json:"sensitive,omitempty"` // of a response that is not an object
		Lenient     bool        `json:"lenient,omitempty"`
		Fields      []fieldJSON `json:"fields"`
	}
	recordJSON struct {
		Name        string      `json:"name"`
		Description string      `json:"description,omitempty"`
		Open        bool        `json:"open"`
		Assumed     string      `json:"assumed,omitempty"`
		Fields      []fieldJSON `json:"fields"`
	}
	enumJSON struct {
		Name        string      `json:"name"`
		Description string      `json:"description,omitempty"`
		Open        bool        `json:"open"`
		Values      []valueJSON `json:"values"`
	}
	valueJSON struct {
		Value       string `json:"value"`
		Description string `json:"description,omitempty"`
	}
	unionJSON struct {
		Name        string        `json:"name"`
		Description string        `json:"description,omitempty"`
		By          string        `json:"by"`
		Open        bool          `json:"open"`
		Variants    []variantJSON `json:"variants"`
	}
	variantJSON struct {
		Tag         string `json:"tag"`
		Record      string `json:"record,omitempty"`
		Description string `json:"description,omitempty"`
	}
	deprecationJSON struct {
		Since  string `json:"since,omitempty"`
		Sunset string `json:"sunset,omitempty"`
		Use    string `json:"use,omitempty"`
	}
)

// printJSON prints a selection, with the records, enums and unions that it uses.
func printJSON(w io.Writer, c *catalog.Catalog, s selection) error {
	var ops []*catalog.Operation
	for _, area := range s.areas {
		ops = append(ops, s.operations(area)...)
	}
	all := catalog.Reach(ops...)
	out := listJSON{Title: c.Title, Version: c.Version, Auth: authOf(c.Auth), Areas: []areaJSON{}, Records: []recordJSON{}, Enums: []enumJSON{}}
	for _, s := range c.Servers {
		out.Servers = append(out.Servers, serverJSON{s.URL, s.Description})
	}
	if c.Contact != nil {
		out.Contact = (*contactJSON)(c.Contact)
	}
	if c.License != nil {
		out.License = (*licenseJSON)(c.License)
	}
	for _, area := range s.areas {
		a := areaJSON{Name: area.Name, Description: area.Description}
		a.Operations = each(s.operations(area), operationOf)
		out.Areas = append(out.Areas, a)
	}
	for _, r := range c.Records {
		if all.Records[r] {
			out.Records = append(out.Records, recordJSON{r.Name, r.Description, r.Open, r.Assumed, each(r.Fields, fieldOf)})
		}
	}
	for _, e := range c.Enums {
		if all.Enums[e] {
			out.Enums = append(out.Enums, enumJSON{e.Name, e.Description, e.Open, each(e.Values, valueOf)})
		}
	}
	for _, u := range c.Unions {
		if all.Unions[u] {
			out.Unions = append(out.Unions, unionJSON{u.Name, u.Description, u.By, u.Open, each(u.Variants, variantOf)})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false) // descriptions are read by people
	return enc.Encode(out)
}

func responseOf(r *catalog.Response) responseJSON {
	out := responseJSON{Shown: r.Shown, Description: r.Description, Open: r.Open, Assumed: r.Assumed, Lenient: r.Lenient, Fields: []fieldJSON{}}
	switch {
	case r.Nothing:
		out.Type = "none"
	case r.Whole != nil:
		out.Type, out.Sensitive = r.Whole.Type.String(), r.Whole.Private()
	default:
		out.Fields = each(r.Fields, fieldOf)
	}
	return out
}

func operationOf(op *catalog.Operation) operationJSON {
	out := operationJSON{
		Name: op.Name, Path: op.Path, Effect: op.Effect, Auth: authOf(op.Auth),
		Summary: op.Summary, Description: op.Description, Deprecated: deprecationOf(op.Deprecated),
		Open:   op.Request.Open,
		Fields: each(op.Request.Fields, fieldOf),
		Rules: each(op.Rules, func(r *catalog.Rule) ruleJSON {
			return ruleJSON{r.Kind, catalog.Names(r.Fields)}
		}),
		Response: responseOf(op.Response),
	}
	if op.Empty != catalog.EmptyObject {
		out.Empty = op.Empty
	}
	if op.KeyHeader != "" {
		out.Idempotency = &idempotencyJSON{op.KeyHeader}
	}
	if e := op.Envelope; e != nil {
		out.Envelope = &envelopeJSON{Success: e.Success, Value: e.Value, Message: e.Messages, Data: e.Data, Violations: e.Violations, FailureStatus: e.FailureStatus}
		if e.Siblings != nil {
			out.Envelope.Siblings = e.Siblings.Name
		}
	}
	if f := op.Failure; f != nil {
		out.Failure = &failureJSON{f.Type.String(), f.Status, f.Member}
	}
	if p := op.Pagination; p != nil {
		out.Pagination = &paginationJSON{
			Page: nameOf(p.Page), Cursor: nameOf(p.Cursor), Next: placeOf(p.Next), More: placeOf(p.More),
			Size: nameOf(p.Size), First: p.First, DefaultSize: p.DefaultSize, Items: placeOf(p.At),
		}
		if p.Continue != nil {
			out.Pagination.Continue = p.Continue.Name
		}
	}
	return out
}

// nameOf is the name of a field, "" for none.
func nameOf(f *catalog.Field) string {
	if f == nil {
		return ""
	}
	return f.Name
}

// placeOf is a place as the catalog has it, which may be "".
func placeOf(at *catalog.Place) *string {
	if at == nil {
		return nil
	}
	return &at.Name
}

func authOf(a *catalog.Auth) *authJSON {
	if a == nil {
		return nil
	}
	out := &authJSON{None: a.None}
	for _, w := range a.Ways {
		out.Ways = append(out.Ways, wayJSON{w.Bearer, w.Basic, w.Headers, w.BodyFields, (*oauth2JSON)(w.OAuth2)})
	}
	return out
}

func fieldOf(f *catalog.Field) fieldJSON {
	return fieldJSON{
		Name: f.Name, Type: f.Type.String(), Required: f.Required, Nullable: f.Type.Nullable, Sensitive: f.Private(),
		Description: f.Description, NonBlank: f.NonBlank,
		MinItems: f.MinItems, MaxItems: f.MaxItems, MinLength: f.MinLength, MaxLength: f.MaxLength,
		Minimum: f.Minimum, Maximum: f.Maximum, Pattern: f.Pattern, Format: f.Format, Enum: f.Enum,
		Default: f.ShownDefault(), Join: f.Join, SendIf: f.SendIf, OmitEmpty: f.OmitEmpty, Codes: f.Codes,
		Assumed: f.Assumed, Deprecated: deprecationOf(f.Deprecated), Example: f.ShownExample(),
	}
}

func variantOf(v *catalog.Variant) variantJSON {
	out := variantJSON{Tag: v.Tag, Description: v.Description}
	if v.Record != nil {
		out.Record = v.Record.Name
	}
	return out
}

func valueOf(v *catalog.EnumValue) valueJSON { return valueJSON{v.Value, v.Description} }

func deprecationOf(d *catalog.Deprecation) *deprecationJSON {
	if d == nil {
		return nil
	}
	return &deprecationJSON{d.Since, d.Sunset, d.Use}
}

// each returns what f makes of every element. It is never nil, so that an empty
// list is [] in JSON and never null.
func each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = f(v)
	}
	return out
}
