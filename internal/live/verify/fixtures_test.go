package verify_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/verify"
)

const contacts = `
envelope: {success: ok, data: data}
records: {Note: {open: true, fields: {text: string}}}
areas:
  contacts:
    operations:
      search:
        effect: read
        fields: {text: {type: string, sensitive: true}, company_id: string}
        response: {fields: {contacts: {type: [object], required: true}}}
      get:
        effect: read
        fields: {contact_id: {type: string, required: true, non_blank: true}, note: {type: Note}}
        response: {fields: {id: {type: string, required: true}}}
      by_ids:
        effect: read
        fields: {contact_id_list: {type: [string], required: true, join: ","}}
      either:
        effect: read
        fields: {contact_id: string, contact_number: string}
        rules: [{at_least_one_of: [contact_id, contact_number]}]
      new:
        fields: {name: {type: string, required: true}}
        response: {fields: {id: string}}
`

func fixtures(t *testing.T, c *catalog.Catalog, text string) *verify.Fixtures {
	f, err := verify.ParseFixtures(yamldoc.Source{Name: "fixtures.yaml", Text: []byte(text)}, c)
	require.NoError(t, err)
	return f
}

// known returns a service with one contact.
func known(t *testing.T, c *catalog.Catalog) http.Handler {
	h := service(t, c, map[string]string{"contacts.search": `{"contacts": [{"id": "c-17", "name": "CANARY"}]}`, "contacts.get": `{"id": "CANARY"}`})
	return &recorded{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodyOf(r)
		if strings.Contains(body, "_id") && !strings.Contains(body, "c-17") && r.URL.Path != "/contacts/search" && !strings.Contains(body, `:7`) {
			w.WriteHeader(404)
			return
		}
		r.Body = readCloser(body)
		h.ServeHTTP(w, r)
	})}
}

func TestReferencesComeFromFixturesAndHarvests(t *testing.T) {
	c := parse(t, contacts)
	h := known(t, c).(*recorded)
	r := run(t, c, h, verify.Options{Fixtures: fixtures(t, c, `
fixtures:
  contacts.by_ids/contact_id_list: [c-17, c-17]
  text: CANARY
  note: {text: shown, CANARY: CANARY}
harvest:
  contact_id: {from: contacts.search, at: /data/contacts/0/id, request: {text: Ada}}
`)})
	for _, o := range r.Operations[:4] {
		require.Equal(t, verify.Conforms, o.Verdict, "%s: %s", o.Op, o.Why)
	}
	require.Contains(t, h.bodies, `/contacts/search {"text":"Ada"}`)
	require.Contains(t, h.bodies, `/contacts/by_ids {"contact_id_list":"c-17,c-17"}`)
	require.Contains(t, h.bodies, `/contacts/get {"contact_id":"c-17","note":{"CANARY":"CANARY","text":"shown"}}`)
	for _, body := range h.bodies {
		require.NotContains(t, body, "some contact_id", "an id is never made up, but to break a rule")
	}
	shown := fmt.Sprintf("%+v", r.Operations)
	require.NotContains(t, shown, "CANARY", "neither sensitive values nor responses are shown")
	require.Contains(t, shown, `{"text":"[redacted]"}`)
	require.Contains(t, shown, `"note":{"text":"shown","...":"[1 further key]"}`)
	require.Contains(t, shown, `{"ok":"[boolean]","data":{"contacts":["[2 keys]"]}}`)
}

// Missing references come from earlier responses of operations that list or create objects.
func TestReferencesComeFromResponses(t *testing.T) {
	c := parse(t, `
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{operation}
areas:
  all:
    operations:
      get_claim: {effect: read, fields: {claim_id: {type: string, required: true}}}
      get_member: {effect: read, fields: {memberId: {type: integer, required: true}}}
      get_policy: {effect: read, fields: {policy_id: {type: string, required: true}}}
      list_all_claims: {effect: read}
      modify_member: {fields: {id: {type: integer, required: true}, claim_ids: {type: [string], required: true}}}
      create_member: {fields: {name: {type: string, required: true}}}
`)
	h := &recorded{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/list_all_claims":
			io.WriteString(w, `{"data": [{"id": "CANARY", "parties": [{"id": "p-1"}], "policy_id": 7, "CANARY": {"claim_id": "x"}}]}`)
		case "/create_member":
			io.WriteString(w, `{"id": 17}`)
		default:
			io.WriteString(w, `{}`)
		}
	})}
	from := func(r *verify.Result) (all []string) {
		for _, o := range r.Operations {
			for _, field := range slices.Sorted(maps.Keys(o.References)) {
				all = append(all, fmt.Sprint(o.Op.Name, field, " ", o.References[field].Name))
			}
		}
		return all
	}
	r := run(t, c, h, verify.Options{Writes: true})
	require.Equal(t, []string{"get_claim/claim_id list_all_claims", "get_member/memberId create_member",
		"modify_member/claim_ids list_all_claims", "modify_member/id create_member"}, from(r))
	for _, body := range []string{`/get_claim {"claim_id":"CANARY"}`, `/get_member {"memberId":17}`, `/modify_member {"claim_ids":["CANARY"],"id":17}`} {
		require.Contains(t, h.bodies, body)
	}
	require.Equal(t, `there is no value for "policy_id"; add policy_id to the fixtures, or where to harvest it`, r.Operations[2].Why, "the service has a number")
	require.NotContains(t, fmt.Sprintf("%+v", r), "CANARY")
	require.Contains(t, fmt.Sprintf("%+v", r), `{"claim_id":"[harvested]"}`)
	r = run(t, c, h, verify.Options{Writes: true, Fixtures: fixtures(t, c, "fixtures: {claim_id: c-1, claim_ids: [c-1], memberId: 1, id: 1}")})
	require.Empty(t, from(r), "fixtures come first")
	r = run(t, c, h, verify.Options{})
	require.Equal(t, []string{"get_claim/claim_id list_all_claims"}, from(r))
}

// References are not made up, but other values are.
func TestReferencesAreKnownByNameAndType(t *testing.T) {
	for field, reference := range map[string]bool{
		"claim_id: {type: string": true, "claimId: {type: string": true, "claim_id: {type: integer": true, "claim_ids: {type: [integer]": true,
		"id_list: {type: [string]": true, "claim_number: {type: unspecified": true, "cursor: {type: string": true, "claim: {type: string, format: uuid": true,
		"claim_number: {type: integer": false, "claim_id: {type: boolean": false, "claim_id: {type: string, enum: [a]": false,
		"list: {type: [string]": false, "paid: {type: string": false,
	} {
		c := parse(t, "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /{operation}\nareas: {claims: {operations: {get: {effect: read, fields: {"+field+", required: true}}}}}}\n")
		r := run(t, c, service(t, c, nil), verify.Options{})
		require.Equal(t, reference, strings.HasPrefix(r.Operations[0].Why, "there is no value for"), "%s: %s", field, r.Operations[0].Why)
	}
}

// Harvested values are hidden, even if they are longer, shorter, joined or keys.
func TestHarvestedValuesAreNotShown(t *testing.T) {
	const secret = "canary@example.com"
	c := parse(t, strings.Replace(contacts, "      get:", `      of:
        effect: read
        fields:
          contact_id: {type: string, required: true, min_length: 18, max_length: 30}
          contact_id_list: {type: [string], join: ","}
          contact_ids: {type: [string], max_items: 3}
          by_contact: {type: {string: string}}
          note: Note
      get:`, 1))
	h := service(t, c, map[string]string{"contacts.search": `{"contacts": [{"id": "` + secret + `", "list": ["` + secret + `"], "by": {"` + secret + `": "` + secret + `"}, "note": {"text": "` + secret + `"}}]}`})
	r := run(t, c, h, verify.Options{Only: []string{"contacts.of"}, Fixtures: fixtures(t, c, `
harvest:
  contact_id: {from: contacts.search, at: /data/contacts/0/id}
  contact_ids: {from: contacts.search, at: /data/contacts/0/list}
  contact_id_list: {from: contacts.search, at: /data/contacts/0/list}
  by_contact: {from: contacts.search, at: /data/contacts/0/by}
  note: {from: contacts.search, at: /data/contacts/0/note}
`)})
	o := r.Operations[0]
	require.Equal(t, verify.Conforms, o.Verdict, o.Why)
	var requests []string
	for _, f := range o.Facts {
		require.NotContains(t, fmt.Sprintf("%+v", f), secret[:10], f.ID)
		requests = append(requests, f.ID+" "+f.Request)
	}
	all := strings.Join(requests, "\n")
	for _, part := range []string{`"contact_id":"[harvested]"`, `"contact_ids":["[harvested]"`, `"contact_id_list":"[harvested]"`, `"by_contact":{"[harvested]":"[harvested]"}`, `"note":{"text":"[harvested]"}`} {
		require.Contains(t, all, part)
	}
	require.Regexp(t, `/contact_id type \{"by_contact":\{"\[harvested\]":"\[harvested\]"\},.*"contact_id":"\[number\]"`, all, "what breaks a rule is still to be seen")
}

func TestAHarvestThatFailsSaysWhy(t *testing.T) {
	c := parse(t, contacts)
	for text, why := range map[string]string{
		"contact_id: {from: contacts.search, at: /data/contacts/7/id}": `a value for "contact_id" could not be harvested from contacts.search: the response has nothing at /data/contacts/7/id; its shape is {"ok":"[boolean]","data":{"contacts":["[2 keys]"]}}`,
		"contact_id: {from: contacts.new, at: /data/id}":               `a value for "contact_id" could not be harvested from contacts.new: it writes; --writes calls it`,
		"contact_id: {from: contacts.get, at: /data/id}":               `a value for "contact_id" could not be harvested from contacts.get: its harvest needs it`,
	} {
		r := run(t, c, known(t, c), verify.Options{Fixtures: fixtures(t, c, "harvest: {"+text+"}")})
		require.Equal(t, why, r.Operations[1].Why)
	}
	r := run(t, c, known(t, c), verify.Options{Fixtures: fixtures(t, c, `fixtures: {contact_id: " "}`)})
	require.Equal(t, "the values that the fixtures give break the catalog: /contact_id must not be blank", r.Operations[1].Why)
}

// If the user's value of an optional field breaks the catalog, only the rules of this field are
// unknown.
func TestAGivenValueThatIsTooLong(t *testing.T) {
	c := parse(t, strings.Replace(contacts, "company_id: string", "company_id: {type: string, max_length: 3}", 1))
	r := run(t, c, service(t, c, nil), verify.Options{Only: []string{"contacts.search"}, Fixtures: fixtures(t, c, "fixtures: {company_id: company-1}")})
	require.Equal(t, []string{"contacts.search /company_id max-length: unknown", "contacts.search /company_id type: unknown"}, verdicts(r))
}

// A refusal of a request without its optional references does not contradict the catalog.
func TestAReferenceThatIsLeftOut(t *testing.T) {
	c := parse(t, strings.Replace(contacts, "contact_id: {type: string, required: true, non_blank: true}", "contact_id: string", 1))
	strict := service(t, parse(t, contacts), nil)
	r := run(t, c, strict, verify.Options{Only: []string{"contacts.get"}})
	require.Equal(t, verify.Unknown, r.Operations[0].Verdict)
	require.Contains(t, r.Operations[0].Why, `a request without references is refused with 422; there is no value for "contact_id"`)
	r = run(t, c, strict, verify.Options{Only: []string{"contacts.get"}, Fixtures: fixtures(t, c, "fixtures: {contact_id: c-17}")})
	require.Equal(t, verify.Conforms, r.Operations[0].Verdict)
}

// Cursors are not made up, regardless of their names, even if another operation takes them.
func TestACursorIsAReference(t *testing.T) {
	c := parse(t, `
areas:
  things:
    operations:
      list:
        effect: read
        pagination: {cursor: after, next: /after, items: /things}
        fields: {after: integer}
        response: {fields: {things: [string], after: integer}}
      begin:
        effect: read
        pagination: {continue: go_on, cursor: mark, next: /mark, items: /things}
        response: {fields: {things: [string], mark: string}}
      go_on:
        effect: read
        fields: {mark: {type: string, required: true}}
        response: {fields: {things: [string], mark: string}}
`)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "after") || strings.Contains(string(body), "mark") {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
		io.WriteString(w, `{"things": [], "after": null, "mark": null}`)
	})
	r := run(t, c, h, verify.Options{})
	require.Equal(t, verify.NotEnforced, r.Operations[0].Verdict)
	require.Equal(t, verify.NotEnforced, r.Operations[1].Verdict)
	require.Equal(t, verify.Unknown, r.Operations[2].Verdict)
	require.Contains(t, r.Operations[2].Why, `there is no value for "mark"`)
}

// An empty request to delete could delete everything. A request without a cursor is harmless.
func TestAWriteThatNamesNothing(t *testing.T) {
	pages := parse(t, strings.Replace(contacts, "      new:", `      pages:
        fields: {cursor: string, next_cursor: integer}
      new:`, 1))
	require.Equal(t, verify.Conforms, run(t, pages, service(t, pages, nil), verify.Options{Only: []string{"contacts.pages"}, Writes: true}).Operations[0].Verdict)
	c := parse(t, strings.Replace(contacts, "      new:", `      delete:
        fields: {contact_id: string}
      new:`, 1))
	only := verify.Options{Only: []string{"contacts.delete"}, Writes: true, BreakWrites: true}
	r := run(t, c, service(t, c, nil), only)
	require.Contains(t, r.Operations[0].Why, `a write that names nothing is not sent, since it may apply to everything; there is no value for "contact_id"`)
	require.Zero(t, r.Calls)
	only.Fixtures = fixtures(t, c, "fixtures: {contact_id: c-17}")
	r = run(t, c, service(t, c, nil), only)
	require.Equal(t, verify.Conforms, r.Operations[0].Verdict)
}

func TestFilesOfFixturesWithMistakes(t *testing.T) {
	c := parse(t, contacts)
	_, err := verify.ParseFixtures(yamldoc.Source{Name: "fixtures.yaml", Text: []byte(`fixtures:
  contct_id: c-1
  contacts.get/id: c-1
harvest:
  contact_id: {from: contacts.serch, at: data/0, request: [x]}
  note: {at: /id}
other: 1
`)}, c)
	var problems yamldoc.Problems
	require.ErrorAs(t, err, &problems)
	var all []string
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%d:%d %s: %s", p.Pos.Line, p.Pos.Col, p.ID, p.Message))
	}
	require.Equal(t, []string{
		`2:3 unknown-place: no request has a field "contct_id"; did you mean "contact_id"?`,
		`3:3 unknown-place: no request has a field "contacts.get/id"`,
		`5:22 unknown-value: the catalog has no operation "contacts.serch"; did you mean "contacts.search"?`,
		`5:42 unknown-value: "data/0" is not a JSON pointer; write it as "/data/0/id", from the whole body`,
		`5:59 wrong-kind: "request": expected a map, found a list`,
		`6:3 missing-key: key "from" is missing; add it`,
		`7:1 unknown-key: unknown key "other"; expected "fixtures" or "harvest"`,
	}, all)
	_, err = verify.LoadFixtures("testdata/none.yaml", c)
	require.ErrorContains(t, err, "no file of fixtures at testdata/none.yaml")
}

// Each write gets its own harvest, because it may use up the value. Reads come first.
func TestEachWriteHasItsOwnHarvest(t *testing.T) {
	c := parse(t, strings.Replace(contacts, "      new:", `      delete:
        fields: {contact_id: {type: string, required: true}}
      disable:
        fields: {contact_id: {type: string, required: true}}
      new:`, 1))
	made, gone := 0, map[string]bool{}
	h := service(t, c, map[string]string{"contacts.get": `{"id": "x"}`, "contacts.search": `{"contacts": []}`})
	of := func(r *http.Request) string {
		var body struct {
			ID string `json:"contact_id"`
		}
		text := bodyOf(r)
		_ = json.Unmarshal([]byte(text), &body)
		r.Body = readCloser(text)
		return body.ID
	}
	var paths []string
	r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		switch id := of(r); {
		case r.URL.Path == "/contacts/new":
			made++
			fmt.Fprintf(w, `{"ok": true, "data": {"id": "c-%d"}}`, made)
		case gone[id]:
			w.WriteHeader(404)
		default:
			gone[id] = r.URL.Path == "/contacts/delete"
			h.ServeHTTP(w, r)
		}
	}), verify.Options{Writes: true, Fixtures: fixtures(t, c, `harvest: {contact_id: {from: contacts.new, at: /data/id}}`)})
	for _, o := range r.Operations {
		if o.Op.Name != "by_ids" {
			require.Equal(t, verify.Conforms, o.Verdict, "%s: %s", o.Op, o.Why)
		}
	}
	require.Equal(t, 3+1, made, "one for the reads, one for each write, and new itself")
	read := slices.Index(paths, "/contacts/delete")
	require.NotContains(t, paths[read:], "/contacts/get", "what only reads comes first")
}
