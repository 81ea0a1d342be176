package reference

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/chat"
	"example.com/opgen/generator/testdata/envelope/gen/paths"
	"example.com/opgen/generator/testdata/envelope/gen/things"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// kinds are catalogs that fail, authenticate and send bodies in all ways. Each is a catalog
// without its first lines.
var kinds = map[string]string{
	"problems": `
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"envelope": `
envelope: {success: success, message: [message], data: data}
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"status of the envelope": `
envelope: {success: {code: 0}, message: [errors], siblings: Meta, failure_status: 200}
records: {Meta: {fields: {errors: [string]}}}
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"violations of the envelope": `
envelope: {success: {state: done}, violations: wrong, failure_status: 400}
areas: {a: {operations: {do: {fields: {x: {type: integer, required: true}, y: [string]}}}}}`,
	"failure": `
failure: {type: Gone, status: 410}
records: {Gone: {fields: {since: {type: string, required: true}}}}
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"failure with any status": `
failure: {type: Gone, member: gone}
records: {Gone: {fields: {since: {type: string, required: true}}}}
areas: {a: {operations: {do: {rules: [{at_least_one_of: [x, y]}], fields: {x: string, y: string}}}}}`,
	"failure in an envelope": `
envelope: {success: ok, message: [error], failure_status: 200}
failure: Gone
records: {Gone: {open: true, fields: {error: {type: string, required: true}}}}
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"own envelopes": `
envelope: {success: success, message: [message], data: data}
areas:
  a:
    operations:
      do: {fields: {x: {type: string, required: true}}}
      same: {envelope: {success: success, message: [message], data: data}}
      bare: {envelope: none, fields: {x: {type: string, required: true}}}
      other: {envelope: {success: ok, failure_status: 200}, fields: {x: {type: string, required: true}}}`,
	"unused envelope": `
envelope: {success: success}
areas: {a: {operations: {do: {envelope: {success: ok}}}}}`,
	"credentials in headers": `
auth: [bearer, {header: X-Key}]
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}, ping: {auth: none}}}}`,
	"credentials in the body": `
auth: [{body_field: key}]
envelope: {success: ok, failure_status: 200}
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"anyone": `
auth: none
areas: {a: {operations: {do: {fields: {x: {type: string, required: true}}}}}}`,
	"no bodies": `
areas: {a: {operations: {do: {empty: none, response: none}}}}`,
	"null bodies": `
envelope: {success: ok, failure_status: 200}
areas: {a: {operations: {do: {empty: null, response: none}}}}`,
	"no and null bodies": `
areas: {a: {operations: {do: {empty: none}, also: {empty: null}}}}`,
	"all bodies": `
areas:
  a:
    operations:
      do: {fields: {x: {type: string, omit_empty: true}, y: {type: string, nullable: true}}}
      none: {empty: none, response: none}
      "null": {empty: null, response: string}`,
	"lenient": `
areas: {a: {operations: {do: {response: {lenient: true, fields: {x: {type: string, required: true}}}}}}}`,
	"open": `
areas: {a: {operations: {do: {open: true, fields: {x: {type: string, required: true}}}}}}`,
	"keys": `
envelope: {success: ok, failure_status: 200}
areas: {a: {operations: {do: {idempotency: Key, fields: {x: {type: string, required: true}}}}}}`,
}

// ofKind returns the reference of a catalog, which may be without its first lines.
func ofKind(t *testing.T, text string) *view {
	c, problems := catalog.Parse("a.yaml",
		[]byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+text))
	require.Empty(t, problems)
	return newView(c, config)
}

// everyView returns the references of the kinds above and of the catalogs in the repository.
func everyView(t *testing.T) map[string]*view {
	all := map[string]*view{}
	for kind, text := range kinds {
		all[kind] = ofKind(t, text)
	}
	for _, file := range catalogs(t) {
		all[file] = newView(load(t, file), config)
	}
	return all
}

// serve returns a handler of all operations of a catalog whose callers are all let in, but for
// those without the header Authorization if strict. The service responds with respond.
func serve(t *testing.T, v *view, strict bool, respond func(op *catalog.Operation) (json.RawMessage, error)) http.Handler {
	var routes []api.Route
	for op := range v.Operations() {
		routes = append(routes, interpreter.New(op).Route(func(context.Context, string) (json.RawMessage, error) {
			return respond(op)
		}))
	}
	letIn := func(ctx context.Context, c api.Credentials) (context.Context, error) {
		if strict && c.Header().Get("Authorization") == "" {
			return nil, errors.New("nobody")
		}
		return ctx, nil
	}
	handler, err := api.NewHandler(routes, api.WithServerAuthenticator(letIn),
		api.WithServerLimits(api.Limits{Body: 20000}),
		api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
	require.NoError(t, err)
	return handler
}

// posted returns the response of a handler to a body.
func posted(handler http.Handler, path, body string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// whole returns the pages of a reference as one text of Markdown and one of HTML.
func whole(t *testing.T, v *view) (markdown, page string) {
	files, err := Markdown(v.Catalog, config)
	require.NoError(t, err)
	for _, f := range files {
		markdown += string(f.Content)
	}
	var b bytes.Buffer
	require.NoError(t, HTML(&b, v.Catalog, config))
	return markdown, html.UnescapeString(b.String())
}

// A handler sends the responses that the section about failures shows, with their statuses and
// media types, and both forms of the reference show them.
func TestShownFailuresAreThoseOfAHandler(t *testing.T) {
	refused, failed := 0, 0
	for name, v := range everyView(t) {
		markdown, page := whole(t, v)
		for _, f := range v.Forms() {
			check := func(example *refusal, failure error) {
				handler := serve(t, v, false, func(*catalog.Operation) (json.RawMessage, error) { return nil, failure })
				w := posted(handler, example.Path, example.Request, nil)
				require.Equal(t, example.Status, w.Code, name)
				require.Equal(t, sample.Indented(w.Body.String()), example.Body, name)
				require.Contains(t, markdown, example.Body, name)
				require.Contains(t, page, example.Body, name)
				require.Contains(t, markdown, fmt.Sprintf(" status %d:", example.Status), name)
				if failure == nil {
					require.Contains(t, f.Words(), "`Content-Type: "+w.Header().Get("Content-Type")+"`", name)
					requireMembers(t, f.Members(), w.Body.Bytes())
				}
			}
			if f.Refused == nil {
				require.Empty(t, f.Operations, name)
			} else {
				check(f.Refused, nil)
				refused++
			}
			if f.Failed != nil {
				shown, ok := sample.ShownFailure(f.Failed.Operation)
				require.True(t, ok)
				value := json.RawMessage(shown.JSON())
				check(f.Failed, api.Fail(&value, "some message"))
				failed++
			}
		}
	}
	require.Greater(t, refused, len(kinds))
	require.Greater(t, failed, 6)
}

// requireMembers requires that an object has only members of a list, and those that are always
// there.
func requireMembers(t *testing.T, members []openapi.Member, object []byte) {
	var found map[string]any
	require.NoError(t, json.Unmarshal(object, &found))
	for name := range found {
		require.True(t, slices.ContainsFunc(members, func(m openapi.Member) bool { return m.Name == name }), name)
	}
	for _, m := range members {
		if m.Always {
			require.Contains(t, found, m.Name)
		}
	}
}

// Generated handlers send the responses that the reference of their catalog shows.
func TestShownFailuresAreThoseOfGeneratedHandlers(t *testing.T) {
	v := newView(load(t, "../../../generator/testdata/envelope/catalog.yaml"), config)
	routes := slices.Concat(
		paths.Routes(failingPaths{}), things.Routes(failingThings{}), chat.Routes(failingChat{}))
	handler, err := api.NewHandler(routes, api.WithServerAnonymous())
	require.NoError(t, err)
	forms := v.Forms()
	require.Len(t, forms, 5)
	var failed []string
	for _, f := range forms {
		require.NotNil(t, f.Refused)
		w := posted(handler, f.Refused.Path, f.Refused.Request, nil)
		require.Equal(t, f.Refused.Status, w.Code)
		require.Equal(t, f.Refused.Body, sample.Indented(w.Body.String()))

		request, ok := sample.ShownRequest(f.Failed.Operation)
		require.True(t, ok)
		w = posted(handler, f.Failed.Path, request.JSON(), nil)
		if w.Code != http.StatusNotImplemented {
			failed = append(failed, f.Failed.Path)
			require.Equal(t, f.Failed.Status, w.Code)
			require.Equal(t, f.Failed.Body, sample.Indented(w.Body.String()))
		}
	}
	require.Equal(t, []string{"/things/create_thing", "/paths/look_up", "/paths/move", "/chat/coded_message"}, failed)
}

// These services fail as the reference shows.
type (
	failingPaths  struct{ paths.UnimplementedService }
	failingThings struct{ things.UnimplementedService }
	failingChat   struct{ chat.UnimplementedService }
)

func (failingPaths) LookUp(context.Context, *paths.LookUpRequest) (*paths.LookUpResponse, error) {
	return nil, api.Fail(&paths.LookupError{Variant: paths.LookupErrorNotFound{}})
}

func (failingPaths) Move(context.Context, *paths.MoveRequest) (*api.RawResponse, error) {
	return nil, api.Fail(&paths.LookupError{Variant: paths.LookupErrorNotFound{}}, "some message")
}

func (failingThings) CreateThing(context.Context, *things.CreateThingRequest) (*things.CreateThingResponse, error) {
	refusal := &things.Refusal{Reason: things.ReasonTaken, Holder: new("some holder")}
	return nil, api.Fail(refusal, "some message")
}

func (failingChat) CodedMessage(context.Context, *chat.CodedMessageRequest) (*chat.CodedMessageResponse, error) {
	return nil, api.Fail(&chat.CodedFailure{Errcode: 7, Errmsg: []string{"some errmsg 1"}})
}

// A handler fails with the statuses of the section, in their order: the request for each row has
// the faults of the rows below it, too.
func TestStatusesAreThoseOfAHandler(t *testing.T) {
	rows := 0
	for name, v := range everyView(t) {
		for _, f := range v.Forms() {
			for i, row := range f.Statuses {
				if code, ok := provoke(t, v, f, f.Statuses[i:]); ok {
					require.Equal(t, row.Code, code, "%s: %s: %s", name, f.ID, row.When)
					rows++
				}
			}
		}
	}
	require.Greater(t, rows, 200)
}

// provoke sends a request with the faults of some rows, and returns the status of the response
// as the first row shows it. It reports false if a test cannot make the request.
func provoke(t *testing.T, v *view, f *form, rows []openapi.Status) (code string, ok bool) {
	kind := func(row openapi.Status) int {
		if strings.HasPrefix(row.When, "The header ") {
			return slices.IndexFunc(openapi.Statuses, func(s openapi.Status) bool { return s.Code == "415" })
		}
		if strings.HasPrefix(row.When, "The service refused") {
			return len(openapi.Statuses) - 1
		}
		return slices.IndexFunc(openapi.Statuses, func(s openapi.Status) bool { return s.When == row.When })
	}
	has := func(status string) bool {
		return slices.ContainsFunc(rows, func(row openapi.Status) bool { return openapi.Statuses[kind(row)].Code == status })
	}
	first := openapi.Statuses[kind(rows[0])].Code
	op, found := suitable(f, rows[0])
	if !found || first == "503" { // which needs other requests under way
		return "", false
	}
	request, ok := sample.ShownRequest(op.Operation)
	require.True(t, ok)
	header := http.Header{"Authorization": {"x"}}
	method, path, body := http.MethodPost, op.Path, op.body(request)
	served := error(&api.Problem{Status: 409, Detail: "taken"})
	switch {
	case has("404"):
		method, path = http.MethodGet, "/nowhere"
	case has("405"):
		method = http.MethodGet
	}
	if has("401") {
		header.Del("Authorization")
	}
	if strings.HasPrefix(rows[0].When, "The header ") {
		header[http.CanonicalHeaderKey(op.KeyHeader)] = []string{"a", "b"}
	}
	if has("415") {
		header.Set("Content-Type", "text/plain")
	}
	switch {
	case has("413"):
		body = "[" + strings.Repeat(" ", 30000)
	case has("400"):
		body = "["
	case has("422"):
		body = "[]"
	}
	switch {
	case has("501"):
		served = &api.Problem{Status: http.StatusNotImplemented}
	case has("500"):
		served = errors.New("failed")
	}
	handler := serve(t, v, true, func(*catalog.Operation) (json.RawMessage, error) { return nil, served })
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header = header
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	require.NotEmpty(t, w.Header().Get("X-Request-Id"))
	if len(rows) > 1 {
		return fmt.Sprint(w.Code), true
	}
	// The last row shows the status of the envelope, and those of the service itself.
	want := 409
	if f.status() != 0 {
		want = f.status()
		require.True(t, strings.HasPrefix(rows[0].Code, fmt.Sprint(want)), rows[0].Code)
	}
	require.Equal(t, want, w.Code)
	return rows[0].Code, true
}

// suitable returns an operation whose handler can fail as a row says.
func suitable(f *form, row openapi.Status) (operation, bool) {
	i := slices.IndexFunc(f.Operations, func(o operation) bool {
		if inBody(o.Operation) { // which is read before the caller is known
			return strings.HasPrefix(row.When, "The service") || strings.HasPrefix(row.When, "The method")
		}
		if strings.HasPrefix(row.When, "The header ") {
			return o.KeyHeader != ""
		}
		return row.Code != "401" || !isPublic(o.Operation)
	})
	if i < 0 {
		return operation{}, false
	}
	return f.Operations[i], true
}

// With the credential in the body, a handler reads the body before it decides who calls.
func TestCredentialsInTheBodyAreReadFirst(t *testing.T) {
	v := ofKind(t, kinds["credentials in the body"])
	require.Contains(t, v.ClientWords(), "If the credential is in the body, 415, 413 and 503 come before 401.")
	require.NotContains(t, ofKind(t, kinds["credentials in headers"]).ClientWords(), "415, 413")
	handler := serve(t, v, true, func(*catalog.Operation) (json.RawMessage, error) { return nil, nil })
	require.Equal(t, 200, posted(handler, "/a/do", "{}", http.Header{"Content-Type": {"text/plain"}}).Code)
	require.Equal(t, 413, posted(handler, "/a/do", strings.Repeat(" ", 30000), nil).Code)
	require.Equal(t, 401, posted(handler, "/a/do", "{}", nil).Code)
}

// The first words about requests are those of the bodies that a client sends.
func TestIntroductionIsAboutTheBodiesOfRequests(t *testing.T) {
	const post = "Every operation is a `POST`"
	const address = " to the service's base URL followed by the path of the operation"
	const jsonType = "with `Content-Type: application/json`"
	for kind, want := range map[string]string{
		"problems": post + " of one JSON object" + address + ", " + jsonType + ". " +
			"Fields that are absent or null are left out; `false`, `0` and `\"\"` are sent.",
		"no bodies":          post + address + ", without a body.",
		"null bodies":        post + address + ", with the body `null` and `Content-Type: application/json`.",
		"no and null bodies": post + address + ", without a body or with the body `null`.",
		"all bodies": post + address + ". Unless the operation says otherwise, its body is one JSON object, " + jsonType + ". " +
			"Fields that are absent or null are left out, unless the field may be null; " +
			"`false`, `0` and `\"\"` are sent, unless an empty string counts as absent. A body without fields is `{}`.",
		"lenient": post + " of one JSON object" + address + ", " + jsonType + ". A body without fields is `{}`.",
	} {
		v := ofKind(t, kinds[kind])
		require.Equal(t, want, v.Introduction(), kind)
		markdown, _ := whole(t, v)
		require.Contains(t, markdown, want, kind)
		for op := range v.Operations() {
			header, body := sentBy(t, op, api.RetryPolicy{MaxAttempts: 1}, nil)
			shown, ok := sample.ShownRequest(op)
			require.True(t, ok)
			require.Equal(t, shown.JSON() == "{}" && op.Empty == catalog.EmptyNone, body == "", kind)
			require.Equal(t, body != "", header.Get("Content-Type") == "application/json", kind)
		}
	}
}
