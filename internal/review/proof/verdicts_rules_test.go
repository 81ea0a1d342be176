package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// fieldKinds are fields with all values to try.
var fieldKinds = []struct{ text, values string }{
	{"string", `"" "x"`},
	{"string", `"" "x"`},
	{"{type: string, required: true}", `"" "x"`},
	{"{type: string, required: true, non_blank: true}", `"" "x"`},
	{"{type: string, required: true, min_length: 1}", `"" "x"`},
	{`{type: string, required: true, pattern: "^x?$"}`, `"" "x"`},
	{"{type: string, max_length: 0}", `"" "x"`},
	{"{type: string, omit_empty: true}", `"" "x"`},
	{"{type: integer, required: true}", "0"},
	{"boolean", "false"},
	{`{type: [string], required: true}`, `[] ["x"]`},
	{`{type: [string], required: true, min_items: 1}`, `[] ["x"]`},
	{`{type: [string], join: ",", required: true}`, `"" "x"`},
	{"{type: object, required: true}", `{} {"key":1}`},
	{"{type: Loose, required: true}", `{} {"a":"x"}`},
	{"{type: Strict, required: true}", `{} {"a":"x"}`},
	{"None", `{}`},
	{"object", `{} {"a":null} {"a":"x"}`},
	{"Loose", `{} {"a":null} {"a":""}`},
	{"Omits", `{} {"a":""} {"a":"x"}`},
	{"Fills", `{} {"a":"x"}`},
	{"Holds", `{} {"a":[{}]} {"a":[{"a":""}]}`},
}

const recordKinds = `records:
  Loose: {fields: {a: string}}
  Strict: {fields: {a: {type: string, required: true}}}
  None: {fields: {}}
  Omits: {fields: {a: {type: string, omit_empty: true}}}
  Fills: {fields: {a: {type: string, default: x}}}
  Holds: {fields: {a: {type: [Loose], send_if: first_item_non_empty}}}
`

// ruleOf returns a random rule over fields.
func ruleOf(random *rand.Rand, fields int) string {
	kinds := []string{"first_of", "at_least_one_of", "at_least_one_of", "at_most_one_of", "at_most_one_of", "all_or_none_of"}
	names := strings.Split("abcde"[:fields], "")
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return fmt.Sprintf("%s: [%s]", kinds[random.IntN(len(kinds))], strings.Join(names[:2+random.IntN(fields-1)], ", "))
}

// editedRules returns the rules with one added, removed or replaced.
func editedRules(random *rand.Rand, rules []string, fields int) []string {
	rules = slices.Clone(rules)
	at := random.IntN(len(rules) + 1)
	switch random.IntN(3) {
	case 0:
		return slices.Insert(rules, at, ruleOf(random, fields))
	case 1:
		return slices.Delete(rules, at, min(at+1, len(rules)))
	}
	return slices.Replace(rules, at, min(at+1, len(rules)), ruleOf(random, fields))
}

// withRules returns a catalog of one operation with fields and rules, or nil if it has
// problems.
func withRules(kinds []int, rules []string) *catalog.Catalog {
	var fields []string
	for i, kind := range kinds {
		fields = append(fields, fmt.Sprintf("%c: %s", 'a'+i, fieldKinds[kind].text))
	}
	text := header + recordKinds + "areas: {claims: {operations: {get_claim: {fields: {" + strings.Join(fields, ", ") + "}"
	if len(rules) > 0 {
		text += ", rules: [{" + strings.Join(rules, "}, {") + "}]"
	}
	c, problems := catalog.Parse("catalog.yaml", []byte(text+"}}}}"))
	if len(problems) > 0 {
		return nil
	}
	return c
}

// bodiesOf returns all bodies with some values of each field.
func bodiesOf(kinds ...[]int) []string {
	bodies := []string{""}
	for i := range kinds[0] {
		var longer []string
		seen := map[string]bool{}
		for _, of := range kinds {
			for value := range strings.FieldsSeq(fieldKinds[of[i]].values) {
				if seen[value] {
					continue
				}
				seen[value] = true
				for _, b := range bodies {
					longer = append(longer, fmt.Sprintf(`%s,"%c":%s`, b, 'a'+i, value))
				}
			}
		}
		bodies = append(bodies, longer...)
	}
	for i, b := range bodies {
		bodies[i] = "{" + strings.TrimPrefix(b, ",") + "}"
	}
	return bodies
}

// The verdicts on rules over several fields are compared with all bodies of a few values.
func TestRulesAreJudgedAsAllBodiesShow(t *testing.T) {
	tries := long.Size(80, 200)
	random, seen := rand.New(rand.NewPCG(5, 8)), map[string]int{}
	for valid := 0; valid < tries; {
		kinds := make([]int, 2+random.IntN(3))
		for i := range kinds {
			kinds[i] = random.IntN(len(fieldKinds))
		}
		others := slices.Clone(kinds)
		fieldsToo := random.IntN(2) == 0
		if fieldsToo {
			others[random.IntN(len(kinds))] = random.IntN(len(fieldKinds))
		}
		var rules []string
		for range random.IntN(4) {
			rules = append(rules, ruleOf(random, len(kinds)))
		}
		base, head := withRules(kinds, rules), withRules(others, editedRules(random, rules, len(kinds)))
		if base == nil || head == nil {
			continue
		}
		valid++
		if !fieldsToo || slices.Equal(kinds, others) {
			requireRules(t, base, head, bodiesOf(kinds), seen)
		}
		requireRulesOfFields(t, base, head, bodiesOf(kinds, others))
	}
	t.Log(seen)
	for _, effect := range []string{"refuses", "admits", "shifts", "nothing"} {
		require.Greater(t, seen[effect], tries/100, effect)
	}
}

// rulesOf are the changes of rules over several fields.
func rulesOf(base, head *catalog.Catalog) []diff.Change {
	return slices.DeleteFunc(compare(base, head).Changes, func(c diff.Change) bool {
		return c.Base.Rule == nil && c.Head.Rule == nil
	})
}

// requireRules compares catalogs that differ only in their rules: the verdicts are the
// worst that a body shows.
func requireRules(t *testing.T, base, head *catalog.Catalog, bodies []string, seen map[string]int) {
	t.Helper()
	was, is := interpreter.NewForMadeUp(base.Areas[0].Operations[0]), interpreter.New(head.Areas[0].Operations[0])
	refuses, admits, shifts, example := false, false, false, ""
	for _, body := range bodies {
		before, after := was.Decode(body), is.Decode(body)
		refused := before.Status == 200 && after.Status != 200
		shifted := before.Status == 200 && after.Status == 200 && before.Settled != after.Settled
		if refused || shifted {
			example = body
		}
		refuses, shifts = refuses || refused, shifts || shifted
		admits = admits || before.Status != 200 && after.Status == 200
	}
	var worst report.Verdicts
	changes := rulesOf(base, head)
	for _, c := range changes {
		worst = worst.Or(*c.Verdicts)
	}
	said := func() string {
		text := fmt.Sprintln(texts(base), texts(head), example, refuses, admits, shifts)
		for _, c := range changes {
			text += fmt.Sprintln(c.Verdicts, c.Rule, c.Message)
		}
		return text
	}
	require.Equal(t, refuses, worst.Requests == report.Breaks, said())
	require.Equal(t, refuses || shifts, worst.Requests > report.Safe, said())
	require.Equal(t, admits || shifts, worst.Services > report.Safe, said())
	for effect, shown := range map[string]bool{"refuses": refuses, "admits": admits, "shifts": shifts, "nothing": len(changes) > 0 && !refuses && !admits && !shifts} {
		seen[effect] += map[bool]int{true: 1}[shown]
	}
}

// texts are the fields and the rules of a catalog.
func texts(c *catalog.Catalog) string {
	var all []string
	for i, f := range c.Areas[0].Operations[0].Request.Fields {
		all = append(all, fmt.Sprint(f.Name, ": ", c.Areas[0].Operations[0].Request.Fields[i].Type, " ", f.Required))
	}
	for _, r := range c.Areas[0].Operations[0].Rules {
		all = append(all, fmt.Sprint(r.Kind, catalog.Names(r.Fields)))
	}
	return strings.Join(all, ", ")
}

// requireRulesOfFields compares catalogs that may also differ in their fields: if only rules
// refuse a body, a rule breaks, and each rule that breaks has an example.
func requireRulesOfFields(t *testing.T, base, head *catalog.Catalog, bodies []string) {
	t.Helper()
	was, is := interpreter.NewForMadeUp(base.Areas[0].Operations[0]), interpreter.New(head.Areas[0].Operations[0])
	var refused []api.Violation
	onlyByRules := ""
	for _, body := range bodies {
		if was.Decode(body).Status != 200 {
			continue
		}
		violations := is.Decode(body).Violations
		refused = append(refused, violations...)
		if violations != nil && !slices.ContainsFunc(violations, func(v api.Violation) bool { return v.Field != "" }) {
			onlyByRules = body
		}
	}
	breaks := false
	for _, c := range rulesOf(base, head) {
		if c.Verdicts.Requests == report.Breaks && c.Head.Rule != nil {
			breaks = true
			require.True(t, slices.ContainsFunc(refused, func(v api.Violation) bool {
				return v.Field == "" && strings.HasSuffix(v.Message, " "+strings.Join(catalog.Names(c.Head.Rule.Fields), ", "))
			}), "%s %s: no body shows it\n%s\n%s", c.Rule, c.Message, texts(base), texts(head))
		}
		require.NotEqual(t, report.Undecided, c.Verdicts.Requests)
	}
	require.True(t, breaks || onlyByRules == "", "%s: %v -> %v", onlyByRules, texts(base), texts(head))
	if len(bodies) > 40 {
		return // the search for an example takes longest
	}
	for _, c := range found(base, head) {
		if c.Verdicts.Requests == report.Breaks && c.Head.Rule != nil {
			require.NotNil(t, c.Example, "%s %s", c.Rule, c.Message)
		}
	}
}

// Rules over several fields may force a value, or forbid it. A change of a field is judged as all
// bodies show that obey the rules.
func TestFieldsAreJudgedWithinTheirRules(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	harmless := 0
	tries := long.Size(150, 1500)
	for valid := 0; valid < tries; {
		kinds := make([]int, 2+random.IntN(2))
		for i := range kinds {
			kinds[i] = random.IntN(len(fieldKinds))
		}
		others := slices.Clone(kinds)
		others[0] = random.IntN(len(fieldKinds))
		var rules []string
		for range 1 + random.IntN(3) {
			rules = append(rules, ruleOf(random, len(kinds)))
		}
		base, head := withRules(kinds, rules), withRules(others, rules)
		if base == nil || head == nil || kinds[0] == others[0] {
			continue
		}
		valid++
		was, is := interpreter.NewForMadeUp(base.Areas[0].Operations[0]), interpreter.New(head.Areas[0].Operations[0])
		refused := ""
		for _, body := range bodiesOf(kinds, others) {
			if was.Decode(body).Status == 200 && is.Decode(body).Status != 200 {
				refused = body
			}
		}
		var worst report.Verdicts
		said := refused + "\n" + texts(base) + "\n" + texts(head) + "\n" + fieldKinds[kinds[0]].text + " -> " + fieldKinds[others[0]].text + "\n"
		for _, c := range found(base, head) {
			worst = worst.Or(*c.Verdicts)
			said += c.Verdicts.String() + " " + c.Rule + ": " + c.Message + "\n"
		}
		require.True(t, refused == "" || worst.Requests == report.Breaks, said)
		require.NotEqual(t, report.Undecided, worst.Requests, said)
		if worst.Requests <= report.Safe {
			harmless++
		}
	}
	require.Greater(t, harmless, tries/10)
}
