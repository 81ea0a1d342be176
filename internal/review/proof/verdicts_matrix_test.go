package proof

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// matrixTypes are the declarations that the types of the matrix name.
const matrixTypes = header + `enums: {Closed: {values: {a: , ab: }}, Larger: {values: {a: , ab: , "a,b": }}, Open: {open: true, values: {a: }}}
unions: {Event: {by: a, of: {a: Part, b: }}, Happening: {by: a, of: {a: Piece, b: }}, Opened: {by: a, open: true, of: {a: Part, b: }}, Wide: {by: a, open: true, of: {a: Part, b: , ab: Piece}}}
records:
  Tagged: {fields: {a: {type: string, required: true, enum: [a, b, c]}, b: string}}
  Part: {fields: {b: string}}
  Piece: {fields: {b: string}}
  Thing: {fields: {a: string}}
  Same: {fields: {a: string}}
  Free: {open: true, fields: {a: any}}
  Loop: {fields: {a: string, next: Loop}}
  Ring: {fields: {a: string, next: Ring}}
`

// kinds are the types of the matrix.
var kinds = strings.Split("string integer number boolean object any unspecified Closed Larger Open Thing Same Free Loop Ring Event Happening Opened Wide Tagged "+
	"[string] [string?] [integer] [integer?] [[integer?]] [Thing] [Same] [Event] [Opened] [[string]] {string:string} {string:string?} {string:any} {string:integer} {string:Thing} {string:Same} {string:Event} {string:Opened}", " ")

// settings are the values of each key of a field. The matrix skips combinations that are
// problems of a catalog.
var settings = map[string][]string{
	"non_blank": {"true"}, "min_length": {"1", "2"}, "max_length": {"1", "2"}, "enum": {"[a, ab]", "[a]"}, "format": {"date", "uuid"},
	"pattern": {`"^a"`, `"^[ab]*$"`, `"^(a|ab)$"`}, "min_items": {"0", "1", "2"}, "max_items": {"1", "2"},
	"minimum": {"0", "1", "-9223372036854775808", "-1e300"}, "maximum": {"1", "2", "9223372036854775807", "1e300"},
	"required": {"true"}, "nullable": {"true"}, "omit_empty": {"true"}, "join": {`","`, `";"`}, "send_if": {"first_item_non_empty"},
	"default": {"empty", "1", "true", "a"}, "sensitive": {"true"}, "codes": {"table"},
}

// bodies are values of every kind, at the bounds of the settings and next to them.
var bodies = func() []any {
	all := []any{" "}
	for _, text := range strings.Fields(`"" "a" "ab" "abc" "b" "a,b" "a;b" "," "2026-01-01" "6ba7b810-9dad-11d1-80b4-00c04fd430c8" "aba7b810-9dad-11d1-80b4-00c04fd430c8"
		null true 0 1 2 3 -1 1e20 -1e20 1e301 -1e301 1.5 [] [""] ["a"] ["a","b"] ["a","b","c"] [null] [1] [1,2] [1,2,3] [[]] [[null]] [["a"]] [{}] [{"a":"a"}]
		{} {"k":"a"} {"k":null} {"k":1} {"k":1,"l":2} {"k":"a","l":"b"} {"k":"a","l":"b","m":"c"} {"k":{}} {"k":{"a":"b"}}
		{"a":"a"} {"a":"b"} {"a":"c"} {"a":1} {"a":{}} {"a":"a","next":{"a":"b"}} {"a":"a","k":1} {"a":"a","b":"x"} {"a":"a","b":1} {"a":"b","b":"x"} {"a":"c","b":1} {"a":"ab","b":1} {"a":"c","next":1} {"a":1,"b":1} {"a":null} {"a":"a","b":null} {"a":"ab","b":null} {"a":"b","next":null} {"next":{}} [{"a":1}] [{"b":1}] [{"a":"c"}]
		[{"a":"a","b":1}] [{"a":"c","b":1}] {"k":{"a":1}} {"k":{"a":"c"}} {"k":{"a":"a","b":1}} {"k":{"a":"c","b":1}}`) {
		all = append(all, sample.Parse(text))
	}
	return all
}()

// The places of a field in the matrix.
const (
	asRequest  = "fields: {f: FIELD}"
	asResponse = "response: {fields: {f: FIELD}}"
	asWhole    = "response: FIELD"
)

// matrixCatalog returns a catalog with a field at a place, or nil if it has problems or a
// record is the response.
func matrixCatalog(field, place string) *catalog.Catalog {
	body := strings.Replace(place, "FIELD", field, 1)
	if c, ok := parsed[body]; ok {
		return c
	}
	parsed[body] = nil
	c, problems := catalog.Parse("catalog.yaml", []byte(matrixTypes+"areas: {claims: {operations: {get: {"+body+"}}}}"))
	if len(problems) > 0 || place == asWhole && c.Areas[0].Operations[0].Response.Whole == nil {
		return nil
	}
	parsed[body] = c
	return c
}

// parsed are the catalogs of one kind by their operation.
var parsed = map[string]*catalog.Catalog{}

// seen is how two catalogs treat the bodies differently.
type seen struct {
	refused, altered bool // requests
	unread           bool // responses
	moved            bool // Go
	other            bool
}

// requests returns the verdict on requests that the bodies show.
func (s seen) requests() report.Verdict {
	switch {
	case s.refused:
		return report.Breaks
	case s.altered:
		return report.Shifts
	}
	return report.Safe
}

func differ(base, head *catalog.Catalog, place string) (s seen) {
	b, h := base.Areas[0].Operations[0], head.Areas[0].Operations[0]
	was, is := interpreter.NewForMadeUp(b), interpreter.New(h)
	tried := []string{"{}"}
	for _, v := range bodies {
		if place != asWhole {
			v = map[string]any{"f": v}
		}
		tried = append(tried, compactJSON(v))
	}
	for _, body := range tried {
		if place != asRequest {
			sent, err := is.Sent(body)
			s.unread = s.unread || err == nil && was.CheckResponse(sent) != nil
			s.other = s.other || is.CheckResponse(body) != nil && was.CheckResponse(body) == nil
			continue
		}
		old, now := was.Decode(body), is.Decode(body)
		s.refused = s.refused || old.Status == 200 && now.Status != 200
		s.altered = s.altered || old.Status == 200 && now.Status == 200 && !sameSettled(old, now)
		s.other = s.other || old.Status != now.Status || old.Settled != now.Settled
		sent, _, _ := was.Encode(body)
		sends, _, _ := is.Encode(body)
		s.other = s.other || sent != sends
	}
	f, g := b.Request, h.Request
	if place != asRequest {
		f, g = b.Response.Shape, h.Response.Shape
	}
	s.moved = f.Fields[0].Go().String() != g.Fields[0].Go().String()
	return s
}

// sameSettled reports whether a service gets the same JSON, in any order of members.
func sameSettled(a, b interpreter.Result) bool {
	return a.Settled == b.Settled || len(relation.Differences("", contents(a.Settled), contents(b.Settled))) == 0
}

// The verdicts on a change of one key or of the type are exactly what bodies show: what is
// refused, what shifts and what is safe in requests, what cannot be read in responses, and
// what moves in Go. Full runs combine each key with any other.
func TestMatrix(t *testing.T) {
	for _, k := range catalog.Constraints {
		require.NotEmpty(t, settings[k.Key], k.Key)
	}
	try := func(before, after string) {
		for _, place := range []string{asRequest, asResponse, asWhole} {
			base, head := matrixCatalog(before, place), matrixCatalog(after, place)
			if base == nil || head == nil {
				continue
			}
			saw := differ(base, head, place)
			said := place + ": " + before + " -> " + after + "\n"
			var worst report.Verdicts
			changes := found(base, head)
			for _, c := range changes {
				worst = worst.Or(*c.Verdicts)
				said += c.Verdicts.String() + " " + c.Rule + ": " + c.Message + "\n"
			}
			tables := strings.Contains(before, "codes") != strings.Contains(after, "codes")
			if place == asRequest && !tables { // no body shows a table of codes
				require.Equal(t, saw.requests().String(), max(worst.Requests, report.Safe).String(), said)
			}
			require.Equal(t, saw.unread, worst.Responses == report.Breaks, said)
			require.NotEqual(t, report.Undecided, worst.Worst(), said)
			require.Equal(t, saw.moved, max(worst.Callers, worst.Services) == report.Breaks, said)
			require.True(t, saw == seen{} || changes != nil, said)
		}
	}
	keys := slices.Sorted(maps.Keys(settings))
	for i, kind := range kinds {
		clear(parsed)
		for _, other := range kinds[i+1:] {
			if long.Full() || i%5 == 0 {
				try("'"+kind+"'", "'"+other+"'")
				try("'"+other+"'", "'"+kind+"'")
			}
		}
		for _, key := range keys {
			for _, beside := range append([]string{""}, keys...) {
				if beside == key || beside != "" && !long.Full() {
					continue
				}
				with := "{type: '" + kind + "'"
				if beside != "" {
					with += ", " + beside + ": " + settings[beside][0]
				}
				values := []string{with + "}"}
				for _, v := range settings[key] {
					values = append(values, with+", "+key+": "+v+"}")
				}
				for n, before := range values {
					for _, after := range values[n+1:] {
						try(before, after)
						try(after, before)
					}
				}
			}
		}
	}
}
