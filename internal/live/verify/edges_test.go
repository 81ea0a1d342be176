package verify_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// bounded is a catalog with a bound of each kind, and lists of values.
const bounded = `
records:
  Range: {fields: {code: {type: string, max_length: 12}, claim_id: string}}
  Card: {fields: {holder: {type: string, required: true}}}
  Bank: {fields: {bank: string}}
enums:
  Color: {values: {red: {}, green: {}}}
  Shape: {values: {round: {}, square: {}}, open: true}
unions:
  Payment: {by: kind, of: {card: Card, bank: Bank, cash: null}}
areas:
  things:
    operations:
      find:
        effect: read
        fields:
          name: {type: string, min_length: 3, max_length: 20}
          code: {type: string, pattern: "^[a-z]+$", min_length: 4, max_length: 6}
          plate: {type: string, pattern: "^x[a-z]*y$", min_length: 6}
          zip: {type: string, min_length: 5, max_length: 5}
          at: {type: string, format: date-time, max_length: 30}
          limit: {type: integer, minimum: 1, maximum: 50}
          page: {type: integer, minimum: 1, maximum: 1000}
          share: {type: number, minimum: 0.5, maximum: 1.5}
          tags: {type: [string], min_items: 1, max_items: 3}
          none: {type: [string], min_items: 0, max_items: 0}
          keys: {type: [string], join: ",", max_items: 4}
          kind: {type: string, enum: [fire, theft, ""]}
          color: Color
          other_color: Color
          shapes: [Shape]
          ranges: {type: [Range], max_items: 2}
          payment: Payment
          claim_id: {type: string, max_length: 64}
          claim_ids: {type: [string], max_items: 9}
          token: {type: string, max_length: 32, sensitive: true}
          secret_kind: {type: string, enum: [known, hidden], sensitive: true}
          role: {type: string, enum: [payor, insured]}
          extra: any
        response: {fields: {size: {type: integer, required: true}}}
`

// edgesOf are the facts about requests at edges.
func edgesOf(r *verify.Result) (ids []string) {
	for _, o := range r.Operations {
		for _, f := range o.Facts {
			if strings.HasPrefix(f.ID, "request /") {
				ids = append(ids, strings.TrimPrefix(f.ID, "request "))
			}
		}
	}
	return ids
}

// A request is sent for each bound and each listed value, once if several places share it.
// References are not made up.
func TestEdgesAreMet(t *testing.T) {
	c := parse(t, bounded)
	h := &recorded{Handler: service(t, c, nil)}
	r := run(t, c, h, verify.Options{Fixtures: fixtures(t, c, "fixtures: {claim_id: claim-a, claim_ids: [claim-a], role: payor}")})
	require.Equal(t, []string{"things.find /none min-items: unknown"}, verdicts(r), "no list breaks it")
	require.Equal(t, []string{
		"/name min-length", "/name max-length", "/code min-length", "/code max-length", "/plate min-length", "/zip min-length", "/at max-length",
		"/limit minimum", "/limit maximum", "/page minimum", "/share minimum", "/share maximum",
		"/tags min-items", "/tags max-items", "/none min-items", "/keys max-items", `/kind value "fire"`, `/kind value "theft"`, `/color value "red"`, `/color value "green"`,
		`/shapes/* value "round"`, `/shapes/* value "square"`, "/ranges max-items", "/ranges/*/code max-length",
		`/payment/kind value "card"`, `/payment/kind value "bank"`, `/payment/kind value "cash"`, "/claim_ids max-items", "/extra",
	}, edgesOf(r))
	requests, positions := map[string]string{}, map[string]bool{}
	for _, f := range r.Operations[0].Facts {
		if f.ID != "request" && f.Rule == verify.RequestRule {
			require.Equal(t, 1, f.Confirmed, f.ID)
			positions[f.Pos.String()] = true
		}
		requests[f.ID] = f.Request
	}
	require.Contains(t, requests[`request /code max-length`], `"code":"xxxxxx"`)
	require.Contains(t, requests[`request /at max-length`], `"at":"20`)
	require.Contains(t, requests[`request /share maximum`], `"share":1.5`)
	require.Contains(t, requests[`request /tags max-items`], `["some tags 1","some tags 2","some tags 3"]`, "services may refuse the same item twice")
	require.Contains(t, requests[`request /payment/kind value "cash"`], `"payment":{"kind":"cash"}`)
	require.Greater(t, len(positions), 18, "of each value its own")

	body := func(sent string) (v map[string]any) {
		_, text, _ := strings.Cut(sent, " ")
		require.NoError(t, json.Unmarshal([]byte(text), &v))
		return v
	}
	for name, lengths := range map[string][]int{"code": {3, 4, 6, 7}, "plate": {5, 6}} {
		sent := map[int]bool{}
		for _, b := range h.bodies {
			if s, ok := body(b)[name].(string); ok && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" {
				sent[utf8.RuneCountInString(s)] = true
			}
		}
		require.Equal(t, lengths, slices.Sorted(maps.Keys(sent)), "the broken ones are just beyond the bounds of %s", name)
	}
	require.Equal(t, r.Calls, r.Operations[0].Calls)
}

// A service that allows less than the catalog contradicts it at this place.
func TestNarrowerServicesContradictTheCatalog(t *testing.T) {
	for name, one := range map[string]struct{ from, to, want string }{
		"a longer minimum":            {"min_length: 3", "min_length: 4", "/name min-length"},
		"a shorter maximum":           {"max_length: 20", "max_length: 19", "/name max-length"},
		"of a pattern":                {"max_length: 6", "max_length: 5", "/code max-length"},
		"of a format":                 {"max_length: 30", "max_length: 29", "/at max-length"},
		"within a record":             {"max_length: 12", "max_length: 11", "/ranges/*/code max-length"},
		"a higher minimum":            {"minimum: 1, maximum: 50", "minimum: 2, maximum: 50", "/limit minimum"},
		"a lower maximum":             {"maximum: 50", "maximum: 49", "/limit maximum"},
		"a lower maximum of a number": {"maximum: 1.5", "maximum: 1.4", "/share maximum"},
		"more items":                  {"min_items: 1", "min_items: 2", "/tags min-items"},
		"fewer items":                 {"max_items: 3", "max_items: 2", "/tags max-items"},
		"fewer joined items":          {"max_items: 4", "max_items: 3", "/keys max-items"},
		"fewer references":            {"max_items: 9", "max_items: 8", "/claim_ids max-items"},
		"a value less":                {"enum: [fire, theft, \"\"]", "enum: [fire, \"\"]", `/kind value "theft"`},
		"the first value less":        {"enum: [fire, theft, \"\"]", "enum: [theft, \"\"]", `/kind value "fire"`},
		"a value of an enum less":     {"red: {}, green: {}", "red: {}", `/color value "green"`},
		"a value of an item less":     {"square: {}}, open: true", "oval: {}}", `/shapes/* value "square"`},
		"a variant less":              {", cash: null", "", `/payment/kind value "cash"`},
		"a field less":                {"extra: any", "other: any", "/extra"},
	} {
		t.Run(name, func(t *testing.T) {
			text, place := bounded, strings.FieldsFunc(one.want, func(r rune) bool { return r == '/' || r == ' ' })[0]
			for line := range strings.Lines(bounded) {
				if fields := strings.TrimPrefix(line, "          "); fields != line && !strings.HasPrefix(fields, place+":") {
					text = strings.Replace(text, line, "", 1) // another field
				}
			}
			require.Contains(t, text, one.from)
			c, narrow := parse(t, text), parse(t, strings.Replace(text, one.from, one.to, 1))
			o := verify.Options{}
			if place == "claim_ids" {
				o.Fixtures = fixtures(t, c, "fixtures: {claim_ids: [claim-a]}")
			}
			r := run(t, c, service(t, narrow, nil), o)
			require.Equal(t, verify.Contradicts, r.Operations[0].Verdict)
			i := slices.IndexFunc(r.Operations[0].Facts, func(f verify.Fact) bool { return f.Verdict == verify.Contradicts })
			f := r.Operations[0].Facts[i]
			require.Contains(t, []string{"request " + one.want, "request /" + place}, f.ID)
			require.Equal(t, 3, f.Confirmed)
			require.Equal(t, 422, f.Status)
		})
	}
}

// A refusal at an edge may have another reason.
func TestDoubtsAboutEdges(t *testing.T) {
	const text = `
areas:
  things:
    operations:
      find:
        effect: read
        fields:
          kind: {type: string, enum: [fire, theft]}
        response: {fields: {size: integer}}
`
	const named = `{"errors": [{"field": "/kind", "rule": "enum", "message": "CANARY"}]}`
	write := strings.Replace(text, "effect: read", "effect: idempotent", 1)
	untyped := strings.Replace(text, "{type: string, enum: [fire, theft]}", "any", 1)
	lacking := strings.Replace(text, "        fields:\n", "        fields:\n          claim_id: string\n", 1)
	for name, one := range map[string]struct {
		catalog, body string
		status, times int // from which on
		want          string
		why           string
	}{
		"refused":                     {catalog: text, status: 422, body: "{}", want: verify.Contradicts, why: `a request that keeps every rule, with "theft" at /kind, is refused with 422`},
		"refused, and the place":      {catalog: text, status: 422, body: named, want: verify.Contradicts, why: "/kind enum"},
		"not found":                   {catalog: text, status: 404, body: "{}", want: verify.Unknown, why: "404 Not Found"},
		"a write":                     {catalog: write, status: 422, body: "{}", want: verify.Unknown, why: "a write may be refused for another reason"},
		"a write, and the place":      {catalog: write, status: 422, body: named, want: verify.Contradicts, why: "/kind enum"},
		"no type":                     {catalog: untyped, status: 422, body: "{}", want: verify.Unknown, why: "that may be for another reason"},
		"no type, and the field":      {catalog: untyped, status: 422, body: strings.Replace(named, "enum", "unknown-field", 1), want: verify.Contradicts, why: "/kind unknown-field"},
		"a reference lacks":           {catalog: lacking, status: 422, body: "{}", want: verify.Unknown, why: `there is no value for "claim_id"`},
		"it lacks, and the place":     {catalog: lacking, status: 422, body: named, want: verify.Contradicts, why: "/kind enum"},
		"refused from then on":        {catalog: text, status: 422, body: "{}", times: 1, want: verify.Unknown, why: "a request that was served before: refused with 422"},
		"inconsistent":                {catalog: text, status: 422, body: "{}", times: -2, want: verify.Unknown, why: "inconsistent"},
		"a failure that is a success": {catalog: text, status: 200, body: "<html>", want: verify.Unknown, why: "HTML"},
	} {
		t.Run(name, func(t *testing.T) {
			c := parse(t, one.catalog)
			refused, edges := false, 0
			r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body := bodyOf(r)
				edge := strings.Contains(body, `"theft"`) || strings.Contains(body, "any value")
				if edge {
					edges++
				}
				if edge && (one.times >= 0 || edges < -one.times) || refused {
					refused = one.times > 0
					w.Header().Set("Content-Type", "application/problem+json")
					w.WriteHeader(one.status)
					fmt.Fprint(w, one.body)
					return
				}
				fmt.Fprint(w, "{}")
			}), verify.Options{Writes: true})
			facts := r.Operations[0].Facts
			f := facts[slices.IndexFunc(facts, func(f verify.Fact) bool { return f.ID == `request /kind value "theft"` || f.ID == "request /kind" })]
			require.Equal(t, one.want, f.Verdict, f.Why)
			require.Contains(t, f.Why, one.why)
			require.NotContains(t, f.Why, "CANARY")
			require.LessOrEqual(t, edges, 3)
			require.Equal(t, one.want == verify.Contradicts, r.Operations[0].Verdict == verify.Contradicts)
		})
	}
}

// A write at an edge may leave a state in which the service refuses another write, so edges of
// writes come last.
func TestWritesAtEdgesComeLast(t *testing.T) {
	c := parse(t, `
areas:
  things:
    operations:
      note: {fields: {kind: {type: string, enum: [short, long]}}}
      set: {fields: {status: {type: string, required: true, enum: [open, closed]}}}
`)
	for seed := range uint64(4) {
		closed := false
		r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if body := bodyOf(r); r.URL.Path == "/things/set" {
				closed = strings.Contains(body, "closed")
			} else if closed {
				w.WriteHeader(422)
			}
			fmt.Fprint(w, "{}")
		}), verify.Options{Writes: true, Seed: seed})
		for _, o := range r.Operations {
			require.Equal(t, verify.Conforms, o.Verdict, "%s: %s", o.Op, o.Why)
		}
		require.Equal(t, []string{`/kind value "short"`, `/kind value "long"`, `/status value "closed"`}, edgesOf(r))
		require.GreaterOrEqual(t, r.Calls, 5)
	}
}

// Generated services of random catalogs conform.
func TestRandomServicesConform(t *testing.T) {
	seeds, met := long.Size(uint64(3), 30), 0
	for seed := range seeds {
		_, c, _ := random.Repair(random.Catalog(seed))
		if c == nil {
			continue
		}
		r, err := verify.Run(t.Context(), c, verify.Options{Base: start(t, service(t, c, nil)), Writes: true, BreakWrites: true})
		require.NoError(t, err)
		for _, o := range r.Operations {
			for _, f := range o.Facts {
				require.NotContains(t, []string{verify.Contradicts, verify.NotEnforced}, f.Verdict, "%d: %s %s: %s\n%s", seed, o.Op, f.ID, f.Why, f.Request)
			}
		}
		met += len(edgesOf(r))
	}
	require.Greater(t, met, int(seeds))
}
