package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// narrowing are the rules of changes that an overlay may make: it may add, document and
// restrict.
var narrowing = strings.Fields(`
	operation-added type-added field-added required-field-added
	response-promised response-unpromised page-place-changed doc-only enum-value-added
	deprecated deprecation-changed field-type-narrowed
	constraint-tightened field-became-required sensitivity-added rule-tightened
	rule-member-added default-changed empty-omission-changed
	send-condition-changed field-value-mapping-changed pagination-added page-base-changed
	page-default-changed operation-effect-changed go-name-changed record-inclusion-changed`)

// An accepted overlay removes nothing from a catalog and allows no more. The order of
// overlays does not matter if both orders are accepted.
func TestOverlaysNeverLoosen(t *testing.T) {
	base := resolve(t, "base.yaml", addable)
	statements, seen := statementsAbout(base), map[string]bool{}
	narrows := func(merged *catalog.Catalog, overlays ...catalog.Source) {
		for _, c := range compare(base, merged) {
			seen[c.Rule+" "+c.Aspect] = true
			counts := strings.HasPrefix(c.Key, "fewer values of ") // so that more of at_most_one_of may be there
			if !slices.Contains(narrowing, c.Rule) && !counts {
				t.Fatalf("%s\n%s", texts(overlays), listing([]report.Finding{c}))
			}
		}
	}
	var accepted []catalog.Source
	for i, text := range statements {
		o := catalog.Source{Name: fmt.Sprintf("%d.yaml", i), Text: []byte(text)}
		if merged := over(o); merged != nil {
			accepted = append(accepted, o)
			narrows(merged, o)
		}
	}
	require.Greater(t, len(accepted), len(statements)/10)
	require.Less(t, len(accepted), len(statements)*9/10)
	require.Greater(t, len(seen), 40, "%v", seen)

	tries := long.Size(100, 1000)
	random := rand.New(rand.NewPCG(1, 2))
	for range tries {
		overlays := make([]catalog.Source, 2+random.IntN(5))
		for i := range overlays {
			overlays[i] = accepted[random.IntN(len(accepted))]
		}
		merged := over(overlays...)
		if merged == nil {
			continue
		}
		narrows(merged, overlays...)
		random.Shuffle(len(overlays), func(i, j int) { overlays[i], overlays[j] = overlays[j], overlays[i] })
		if again := over(overlays...); again != nil {
			require.Empty(t, listing(compare(merged, again)), texts(overlays))
		}
	}
}

// over merges overlays into the catalog. It returns nil if they have problems.
func over(overlays ...catalog.Source) *catalog.Catalog {
	c, problems := catalog.Parse("base.yaml", []byte(addable), overlays...)
	if len(problems) > 0 {
		return nil
	}
	return c
}

func texts(overlays []catalog.Source) string {
	var b strings.Builder
	for _, o := range overlays {
		fmt.Fprintf(&b, "%s: %s\n", o.Name, o.Text)
	}
	return b.String()
}

// addable is a catalog with places for most keys of the format.
const addable = `catalog: 1
info: {title: T, version: v1, package: example}
path: /api/{area}/{operation}
enums:
  Open: {open: true, values: {a: , b: }}
  Closed: {description: Closed., values: {a: , b: }}
records:
  Entry: {open: true, fields: {city: string, type: unspecified}}
  Line: {fields: {text: {type: string, max_length: 9}}}
areas:
  one:
    operations:
      get:
        fields:
          text: string
          limited: {type: string, min_length: 2, max_length: 20, sensitive: true, description: Words.}
          listed: {type: string, enum: [a, b, c]}
          number: number
          count: {type: integer, minimum: 1, maximum: 10}
          flag: boolean
          object: object
          entries: {type: [Entry], min_items: 1, max_items: 5}
          strings: [string]
          objects: [object]
          hidden: unspecified
          hiddens: [unspecified]
          any: any
          page: integer
          size: integer
          old: {type: string, deprecated: {since: v1}}
        rules:
          - at_most_one_of: [text, hidden]
      list: {include: Line, response: {description: Lines., fields: {lines: [Line], hidden: unspecified}}}
      put: {effect: write, response: Entry}
      drop: {}
`

// statementsAbout returns overlays with one entry each: narrower or wider, new or repeated.
func statementsAbout(c *catalog.Catalog) []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, "overlay: 1\n"+fmt.Sprintf(format, args...)) }
	about := func(place string, ends int, s *catalog.Shape) {
		end := strings.Repeat("}", ends)
		for _, f := range s.Fields {
			for _, value := range fieldValues {
				say("%s{fields: {%s: %s}}%s", place, f.Name, value, end)
			}
		}
		for _, value := range fieldValues {
			say("%s{fields: {new: %s}}%s", place, value, end)
		}
	}
	for _, r := range c.Records {
		about("records: {"+r.Name+": ", 1, r)
		for _, value := range []string{"{open: true}", "{open: false}", "{description: D.}", "{assumed: A.}"} {
			say("records: {%s: %s}", r.Name, value)
		}
	}
	for _, e := range c.Enums {
		for _, value := range []string{"{open: true}", "{open: false}", "{description: D.}", "{values: {c: }}", "{values: {a: A.}}", "{values: {a: {go: {name: Other}}}}"} {
			say("enums: {%s: %s}", e.Name, value)
		}
	}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			place := "areas: {" + a.Name + ": {operations: {" + op.Name + ": "
			about(place, 3, op.Request)
			about(place+"{response: ", 4, op.Response.Shape)
			for _, value := range operationValues {
				say("%s%s}}}", place, value)
			}
		}
		say("areas: {%s: {description: D., go: {name: Uno}}}", a.Name)
		say("areas: {%s: {operations: {more: {summary: Does more.}}}}", a.Name)
	}
	say("areas: {two: {description: More., operations: {nop: {}}}}")
	say("records: {More: {description: More., fields: {a: string}}}")
	return all
}

// fieldValues are what an overlay says about a field.
var fieldValues = func() []string {
	values := []string{"string", "integer", "number", "object", "any", "unspecified", "Entry", "Closed", "Line", "[string]", "[Closed]", "[Line]", "[any]"}
	for _, key := range []string{
		"required: true", "required: false", "non_blank: true", "sensitive: true", "sensitive: false", "omit_empty: true",
		"min_length: 1", "min_length: 5", "max_length: 5", "max_length: 30", "pattern: a", "enum: [a]", "enum: [a, b]", "enum: [d]",
		"min_items: 0", "min_items: 2", "max_items: 4", "max_items: 6", "minimum: 0", "minimum: 2", "maximum: 9", "maximum: 11",
		"default: 5", "default: abc", "default: true", `join: ","`, "send_if: first_item_non_empty", "codes: names", "assumed: A.",
		"deprecated: {sunset: 2030-01-01}", "deprecated: {since: v1, use: text}", "description: D.", "example: abc", "go: {name: Named}",
	} {
		values = append(values, "{"+key+"}", "{type: string, "+key+"}")
	}
	return values
}()

// operationValues are what an overlay says about an operation.
var operationValues = []string{
	"{summary: S.}", "{description: D.}", "{effect: read}", "{effect: write}", "{deprecated: {use: put}}", "{include: Line}", "{include: Entry}",
	"{rules: [{first_of: [text, hidden]}]}", "{rules: [{at_most_one_of: [text, hidden]}]}", "{rules: [{all_or_none_of: [text, flag]}]}",
	"{pagination: {page: page, size: size}}", "{pagination: {page: page, size: size, first: 1, items: lines}}", "{pagination: {page: size, size: page}}",
	"{response: Entry}", "{response: Line}", "{response: {description: D.}}", "{response: {assumed: A.}}", "{response: {lenient: true}}", "{response: {lenient: false}}", "{go: {name: Renamed}}",
}
