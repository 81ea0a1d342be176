package diff

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/spec"
)

// shipped is the text of the shipped catalog.
func shipped() []string { return strings.Split(string(spec.Operations), "\n") }

// Random edits of the shipped catalog that leave it without problems are seen,
// in both directions, unless the catalogs say the same.
func TestRandomEditsAreSeen(t *testing.T) {
	edits := long.Size(40, 400)
	random := rand.New(rand.NewPCG(1, 2))
	base := resolve(t, "base.yaml", strings.Join(shipped(), "\n"))
	require.Empty(t, compare(base, base))
	facts := canonical(base)
	rules := map[string]bool{}
	for valid, same := 0, 0; valid < edits; {
		lines := shipped()
		var done []string
		for range 1 + random.IntN(3) {
			done = append(done, edit(random, &lines))
		}
		head, problems := catalog.Parse("head.yaml", []byte(strings.Join(lines, "\n")))
		if len(problems) > 0 {
			continue
		}
		valid++
		equal := slices.Equal(facts, canonical(head))
		forward, back := compare(base, head), compare(head, base)
		require.Equal(t, equal, len(forward) == 0, "%s\nreported:\n%s", strings.Join(done, "\n"), listing(forward))
		require.Equal(t, equal, len(back) == 0, "back from %s\nreported:\n%s", strings.Join(done, "\n"), listing(back))
		requireDistinct(t, forward)
		for _, c := range append(forward, back...) {
			rules[c.Rule] = true
			require.NotEmpty(t, c.Message)
			require.NotEmpty(t, c.Key)
			require.NotZero(t, c.Pos.Line)
		}
		if same += btoi(equal); same > edits/2 {
			t.Fatal("most edits change nothing, so that the test tests nothing")
		}
	}
	require.Greater(t, len(rules), edits/20, "the edits are too much alike: %v", rules)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// replacements are what one piece of a line may become.
var replacements = [][2]string{
	{"string", "integer"}, {"string", "number"}, {"string", "any"}, {"string", "object"}, {"string", "boolean"},
	{"unspecified", "string"}, {"unspecified", "any"}, {"object", "Contact"}, {"any", "unspecified"}, {"[string]", "string"},
	{"string", "[string]"}, {": string", ": {type: string, required: true}"}, {": string", ": {type: string, max_length: 9}"},
	{": string", ": {type: string, default: x}"}, {": string", ": {type: string, pattern: x, example: x}"},
	{": string", ": {type: string, sensitive: true}"}, {": string", ": {type: string, omit_empty: true}"},
	{": string", ": {type: string, codes: x}"}, {": string", ": {type: string, enum: [x]}"}, {": string", ": {type: string, go: {name: Xyz}}"},
	{": string", ": {type: string, deprecated: {since: v1}}"}, {", sensitive: true", ""}, {", required: true", ""},
	{", non_blank: true", ""}, {"read", "write"}, {"read", "idempotent"}, {"open: true", "open: false"}, {"true", "false"},
	{"first_of", "at_least_one_of"}, {"at_least_one_of", "first_of"}, {"first_of", "all_or_none_of"}, {"100", "50"}, {": 1", ": 0"},
	{"individual", "person"}, {"_id", "_key"}, {"get_", "read_"}, {"list_", "all_"}, {"A", "An"}, {"Reads", "Gets"}, {"address", "place"},
	{"/v2/", "/v3/"}, {"Contact", "Party"}, {"insurance", "service"}, {"v2", "v3"}, {"claim", "loss"},
}

// edit changes a text at random, and says how.
func edit(random *rand.Rand, lines *[]string) string {
	l := *lines
	at := random.IntN(len(l))
	switch kind := random.IntN(10); {
	case kind == 0:
		*lines = slices.Delete(l, at, at+1)
		return "delete " + l[at]
	case kind == 1 && at > 0:
		l[at-1], l[at] = l[at], l[at-1]
		return "swap " + l[at]
	case kind == 2:
		other := l[random.IntN(len(l))]
		*lines = slices.Insert(l, at, other)
		return "insert " + other
	case kind == 3:
		r := replacements[random.IntN(len(replacements))]
		for i := range l {
			l[i] = strings.ReplaceAll(l[i], r[0], r[1])
		}
		return fmt.Sprintf("replace all %q", r)
	default:
		for range 1000 {
			at, r := random.IntN(len(l)), replacements[random.IntN(len(replacements))]
			if text := strings.Replace(l[at], r[0], r[1], 1); text != l[at] {
				l[at] = text
				return fmt.Sprintf("replace %q: %s", r, text)
			}
		}
		return "nothing"
	}
}

// canonical lists what a catalog says, without places and without an order that
// means nothing. It is written against the structs of the catalog alone, so that
// it knows nothing of what the comparison looks at.
func canonical(c *catalog.Catalog) []string {
	var facts []string
	say(&facts, "", reflect.ValueOf(*c))
	slices.Sort(facts)
	return facts
}

func say(facts *[]string, path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case catalog.Position:
		return
	case *catalog.Area: // which an operation leads back to
		if path != "" && strings.HasSuffix(path, ".Area") {
			return
		}
	case json.Number:
		if r, ok := new(big.Rat).SetString(string(x)); ok {
			*facts = append(*facts, path+" = "+r.String())
		}
		return
	case catalog.Rule:
		names := make([]string, len(x.Fields))
		for i, f := range x.Fields {
			names[i] = f.Name
		}
		if x.Kind != catalog.FirstOf {
			slices.Sort(names)
		}
		*facts = append(*facts, fmt.Sprint(path, " ", x.Kind, names))
		return
	case *catalog.Field:
		if strings.Contains(path, ".Pagination.") && x != nil {
			*facts = append(*facts, path+" = "+x.Name)
			return
		}
	case catalog.Type:
		*facts = append(*facts, path+" = "+x.String(), fmt.Sprint(path, ".Nullable = ", x.Nullable))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if record, ok := v.Interface().(*catalog.Shape); ok && strings.HasSuffix(path, ".Include") && record != nil {
			*facts = append(*facts, path+" = "+record.Name)
			return
		}
		if v.IsNil() {
			*facts = append(*facts, path+" = nil")
			return
		}
		say(facts, path, v.Elem())
	case reflect.Interface:
		if n, ok := asNumber(v.Interface()); ok {
			say(facts, path, reflect.ValueOf(n))
			return
		}
		*facts = append(*facts, path+" = "+wording.Literal(v.Interface()))
	case reflect.Slice:
		for i := range v.Len() {
			say(facts, path+"["+nameOf(v.Index(i))+"]", v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Type().Name() == "Area" && (name == "Records" || name == "Enums") || !v.Type().Field(i).IsExported() {
				continue // they follow from the rest
			}
			say(facts, path+"."+name, v.Field(i))
		}
	default:
		*facts = append(*facts, fmt.Sprint(path, " = ", v.Interface()))
	}
}

// nameOf returns the key of an element of a list, "" where it has none.
func nameOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return ""
	}
	for _, key := range []string{"Name", "Value"} {
		if f := v.FieldByName(key); f.IsValid() {
			return f.String()
		}
	}
	return ""
}

// Any two catalogs of the fixtures differ, or say the same; none of them is too
// strange for the comparison.
func TestEveryPairOfFixtures(t *testing.T) {
	type one struct {
		fixture string
		catalog *catalog.Catalog
		facts   []string
	}
	var all []one
	for _, f := range append(fixtures(t, "testdata/rules/*.txtar"), fixtures(t, "testdata/cases/*.txtar")...) {
		for _, file := range []string{"base.yaml", "head.yaml"} {
			c := resolve(t, f.name()+"/"+file, f.files[file])
			all = append(all, one{f.name(), c, canonical(c)})
		}
	}
	step := long.Size(11, 1)
	for i, x := range all {
		for j := i % step; j < len(all); j += step {
			y := all[j]
			if x.fixture == y.fixture && x.fixture == "order-and-format" {
				continue // where the facts are spelled differently
			}
			changes := compare(x.catalog, y.catalog)
			require.Equal(t, slices.Equal(x.facts, y.facts), len(changes) == 0,
				"%s and %s:\n%s", x.catalog.Pos, y.catalog.Pos, listing(changes))
			requireDistinct(t, changes)
		}
	}
}

// requireDistinct requires that no two changes have one fingerprint.
func requireDistinct(t *testing.T, changes []report.Finding) {
	seen := map[string]report.Finding{}
	for _, c := range changes {
		if other, twice := seen[c.Fingerprint()]; twice {
			t.Fatalf("one fingerprint:\n%s", listing([]report.Finding{c, other}))
		}
		seen[c.Fingerprint()] = c
	}
}

// The order of the changes is one and the same however often they are compared.
func TestOrder(t *testing.T) {
	base, head := grown(200, 0), grown(200, 7)
	first := listing(compare(base, head))
	for range 5 {
		require.Equal(t, first, listing(compare(grown(200, 0), grown(200, 7))))
	}
	changes := compare(base, head)
	require.True(t, slices.IsSortedFunc(changes, func(a, b report.Finding) int { return a.Level.Compare(b.Level) }))
}

// grown returns a catalog of n operations, of which every seventh has another
// name, and every third another field, by version.
func grown(n, version int) *catalog.Catalog {
	var b strings.Builder
	b.WriteString(header + "\nrecords:\n  Thing: {fields: {a: string, b: integer}}\nareas:\n")
	for i := range n {
		if i%100 == 0 {
			fmt.Fprintf(&b, "  area%d:\n    operations:\n", i/100)
		}
		name, field := fmt.Sprintf("operation%d", i), "c"
		if i%7 == 0 {
			name = fmt.Sprintf("v%d%s", version, name)
		}
		if i%3 == 0 {
			field = fmt.Sprintf("f%d", version)
		}
		fmt.Fprintf(&b, "      %s: {fields: {id: string, thing: Thing, %s: string}}\n", name, field)
	}
	c, _ := catalog.Parse("grown.yaml", []byte(b.String()))
	return c
}

func BenchmarkCompare(b *testing.B) {
	base, head := grown(10000, 0), grown(10000, 7)
	for b.Loop() {
		compare(base, head)
	}
}
