package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

const header = "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\n"

func read(t testing.TB, text string) *catalog.Catalog {
	c, problems := catalog.Parse("catalog.yaml", []byte(header+text))
	require.Empty(t, problems)
	return c
}

// get returns a catalog of one operation.
func get(t *testing.T, fields string) *catalog.Catalog {
	return read(t, "areas: {claims: {operations: {get_claim: {fields: {"+fields+"}}}}}")
}

// summary returns the examples of changes by rule and path.
func summary(base, head *catalog.Catalog) map[string]string {
	all := map[string]string{}
	for _, c := range found(base, head) {
		text := ""
		if e := c.Example; e != nil {
			text = strings.Join([]string{e.Given, e.Outcome, e.Instead}, " | ")
		}
		all[c.Rule+" "+c.Path] = text
	}
	return all
}

// If an operation has several changes, each has its own example.
func TestAnExampleIsOfItsOwnChange(t *testing.T) {
	require.Equal(t, map[string]string{
		"constraint-tightened claims.get_claim.note": `{"note":"xxx"} | It is refused: /b is required; /note must have at most 2 characters. | {"b":"some b"}`,
		"required-field-added claims.get_claim.b":    `{} | It is refused: /b is required. | {"b":"x"}`,
	}, summary(get(t, "note: string"), get(t, "note: {type: string, max_length: 2}, b: {type: string, required: true}")))

	require.Equal(t, map[string]string{
		"default-changed claims.get_claim.a": `{"z":"some z"} | The service got {"a":"u","z":"some z"} and gets {"a":"v","z":"some z"} now. | `,
		"default-changed claims.get_claim.z": `{"a":"some a"} | The service got {"a":"some a","z":"p"} and gets {"a":"some a","z":"q"} now. | `,
	}, summary(get(t, "a: {type: string, default: u}, z: {type: string, default: p}"), get(t, "a: {type: string, default: v}, z: {type: string, default: q}")))

	require.Equal(t, map[string]string{
		"field-type-changed claims.get_claim.a":     `{"a":true} | It is refused: /a must be a string. | {"a":"x"}`,
		"constraint-tightened claims.get_claim.b":   `{"b":"xxx"} | It is refused: /b must have at most 2 characters. | {"b":"x"}`,
		"operation-effect-changed claims.get_claim": "",
	}, summary(read(t, "areas: {claims: {operations: {get_claim: {effect: read, fields: {a: boolean, b: string}}}}}"),
		get(t, "a: string, b: {type: string, max_length: 2}")))
}

// The example is at the changed field even if another change breaks every request.
func TestAnExampleIsAtItsOwnField(t *testing.T) {
	const capital = ", pattern: '^[A-Z]'}"
	all := summary(get(t, "a: string, b: {type: string, required: true}"), get(t, "a: {type: string"+capital+", b: {type: string, required: true"+capital))
	require.Equal(t, `{"a":"x","b":"A"} | It is refused: /a must match ^[A-Z]. | {"a":"A","b":"A"}`, all["constraint-tightened claims.get_claim.a"])
	require.Equal(t, `{"b":"x"} | It is refused: /b must match ^[A-Z]. | {"b":"A"}`, all["constraint-tightened claims.get_claim.b"])
}

// A changed rule over a changed field has its own example.
func TestAnExampleIsOfItsOwnRule(t *testing.T) {
	first := func(order, b string) *catalog.Catalog {
		return read(t, "areas: {claims: {operations: {get_claim: {fields: {a: string, b: "+b+"}, rules: [{first_of: ["+order+"]}]}}}}")
	}
	require.Equal(t, map[string]string{
		"constraint-tightened claims.get_claim.b": `{"b":"x"} | It is refused: /b must match ^[A-Z]. | {"b":"A"}`,
		"first-of-order-changed claims.get_claim": `{"a":"some a","b":"A"} | The service got {"a":"some a"} and gets {"b":"A"} now. | `,
	}, summary(first("a, b", "string"), first("b, a", "{type: string, pattern: '^[A-Z]'}")))
}

// Of two rules over the same fields, each has an example that breaks it.
func TestRulesOverTheSameFieldsHaveExamplesOfTheirOwn(t *testing.T) {
	with := func(rules string) *catalog.Catalog {
		return read(t, "areas: {claims: {operations: {get_claim: {fields: {a: string, b: string}"+rules+"}}}}")
	}
	outcomes := map[catalog.RuleKind]string{}
	for _, c := range found(with(""), with(", rules: [{all_or_none_of: [a, b]}, {at_least_one_of: [a, b]}]")) {
		outcomes[c.Head.Rule.Kind] = c.Example.Given + " " + c.Example.Outcome
	}
	require.Equal(t, map[catalog.RuleKind]string{
		catalog.AllOrNoneOf:  `{"b":"some b"} It is refused: needs all or none of a, b.`,
		catalog.AtLeastOneOf: `{} It is refused: needs at least one of a, b.`,
	}, outcomes)
}

// The example of a new or removed value contains it.
func TestAnExampleHoldsItsOwnValue(t *testing.T) {
	of := func(values string) *catalog.Catalog {
		return read(t, "enums: {Color: {values: {"+values+"}}}\nareas: {claims: {operations: {get_claim: {fields: {c: Color}, response: {fields: {c: Color}}}}}}")
	}
	require.Equal(t, map[string]string{
		"enum-value-removed Color.green": `{"c":"green"} | It is refused: /c must be one of "pink", "red", "tan". | {"c":"red"}`,
		"enum-value-added Color.pink":    `{"c":"pink"} | It was refused (/c must be one of "green", "red"), and the service gets it now. | `,
		"enum-value-added Color.tan":     `{"c":"tan"} | It was refused (/c must be one of "green", "red"), and the service gets it now. | `,
	}, summary(of("red: , green: "), of("red: , tan: , pink: ")))
}

// The example of a changed record does not show that its operation was renamed.
func TestASharedRecordIsFollowedToARenamedOperation(t *testing.T) {
	catalogOf := func(record, name string) *catalog.Catalog {
		return read(t, "records: {R: {fields: {"+record+"}}, S: {fields: {r: R}}, T: {fields: {s: [S]}}}\n"+
			"areas: {claims: {operations: {"+name+": {fields: {t: T, q: string}}}}}")
	}
	require.Equal(t, map[string]string{
		"constraint-tightened R.x":        `{"t":{"s":[{"r":{"x":"xxx"}}]}} | It is refused: /t/s/0/r/x must have at most 2 characters. | {"t":{"s":[{"r":{"x":"x"}}]}}`,
		"name-changed claims.read_claims": `{} | POST /api/claims/get_claims returns status 404. | POST /api/claims/read_claims`,
	}, summary(catalogOf("x: string", "get_claims"), catalogOf("x: {type: string, max_length: 2}", "read_claims")))
}

// The suggested request is similar to the refused one.
func TestWhatStandsThereNowIsAlike(t *testing.T) {
	require.Equal(t, map[string]string{
		"name-changed claims.get_claim.remark": `{"note":"x"} | It is refused: /note is not a field of this operation. | {"remark":"x"}`,
	}, summary(get(t, "note: string"), get(t, "remark: string")))
}

// A finding that is safe for responses has no example of another one that breaks them.
func TestALenientResponseLendsNoExample(t *testing.T) {
	of := func(values, response string) *catalog.Catalog {
		return read(t, "enums: {Color: {values: {"+values+"}}}\nareas: {claims: {operations: {get_claim: {response: {"+response+"fields: {x: Color}}}}}}")
	}
	all := summary(of("red: ", ""), of("red: , teal: ", "lenient: true, "))
	require.Equal(t, map[string]string{
		"response-unpromised claims.get_claim.response": `{"x":0} | An old client cannot read it: /x must be a string. | `,
		"enum-value-added Color.teal":                   "",
	}, all)
}

// A verdict and its example do not depend on how many other changes there are.
func TestAVerdictDoesNotDependOnOtherChanges(t *testing.T) {
	of := func(note, summary string) *catalog.Catalog {
		var operations strings.Builder
		for i := range 600 {
			fmt.Fprintf(&operations, "other_%d: {summary: %s., fields: {note: string}}, ", i, summary)
		}
		return read(t, "areas: {claims: {operations: {"+operations.String()+
			"get_claim: {fields: {a: {type: string, required: true}, note: "+note+", c: {type: [string], max_items: 40}}}}}}")
	}
	const change = "constraint-tightened claims.get_claim.note"
	before, after := "{type: string, pattern: '^[a-z]{2,9}-[0-9]+$'}", "{type: string, pattern: '^[a-z]{2,8}-[0-9]+$'}"
	alone := summary(of(before, "Reads"), of(after, "Reads"))
	require.Len(t, alone, 1)
	among := summary(of(before, "Reads"), of(after, "Read"))
	require.Len(t, among, 601)
	for rule, example := range alone {
		require.Contains(t, example, "It is refused", change)
		require.Equal(t, example, among[rule])
	}
}

// What works now omits a member instead of sending null for it.
func TestASuggestionOmitsWhatIsRefused(t *testing.T) {
	of := func(member string) *catalog.Catalog {
		return read(t, "records: {R: {fields: {t: "+member+"}}}\n"+
			"areas: {claims: {operations: {get_claim: {fields: {r: R, s: string}, rules: [{at_most_one_of: [r, s]}]}}}}")
	}
	all := summary(of("string"), of("{type: string, default: d}"))
	delete(all, "default-changed R.t")
	require.Len(t, all, 1)
	for _, example := range all {
		require.Contains(t, example, "It is refused: takes at most one of r, s.")
		require.NotContains(t, example, "null")
	}
}

func TestLongTexts(t *testing.T) {
	all := summary(get(t, "note: {type: string, max_length: 4000}"), get(t, "note: {type: string, max_length: 2000}"))
	require.Contains(t, all["constraint-tightened claims.get_claim.note"], `{"note":"`+strings.Repeat("x", 2001)+`"} | It is refused`)
}

// Defaults and examples of sensitive fields are not shown.
func TestSensitiveValuesAreNotShown(t *testing.T) {
	field := func(value string) string {
		return "note: {type: string, sensitive: true, pattern: '^[hs][uw].{5,8}$', default: " + value + ", example: " + value + "}"
	}
	all := summary(get(t, field("hunter2")), get(t, field("swordfish")))
	require.Equal(t, `{} | The service got {"note":"..."} and gets {"note":"..."} now. | `, all["default-changed claims.get_claim.note"])
	suggested := "note: {type: string, sensitive: true, default: hunter2, pattern: '^[h]unter2$'}"
	all = summary(get(t, "note: {type: string, sensitive: true, default: hunter2}"), get(t, suggested))
	require.Contains(t, all["constraint-tightened claims.get_claim.note"], ` | {"note":"..."}`)
	all = summary(get(t, suggested), get(t, "note: {type: string, sensitive: true, max_length: 3}"))
	require.Contains(t, all["constraint-tightened claims.get_claim.note"], `{"note":"..."} | It is refused`)
	within := func(value string) *catalog.Catalog {
		return read(t, "records: {R: {fields: {x: {type: string, default: "+value+"}}}}\n"+
			"areas: {claims: {operations: {get_claim: {fields: {r: {type: R, sensitive: true}}}}}}")
	}
	all = summary(within("hunter2"), within("swordfish"))
	require.Len(t, all, 1)
	require.NotEmpty(t, fmt.Sprint(all))
	require.NotContains(t, fmt.Sprint(all), "hunter2")
	require.NotContains(t, fmt.Sprint(all), "swordfish")
}

// Examples reach records in lists of lists, in maps, under other names, and of variants that
// lose theirs.
func TestExamplesReachEveryPlace(t *testing.T) {
	with := func(declared, field string) *catalog.Catalog {
		return read(t, declared+"\nareas: {claims: {operations: {get_claim: {fields: {v: "+field+"}}}}}")
	}
	const loose = "records: {A: {fields: {n: integer}}, B: {fields: {n: {type: integer, maximum: 9}}}}"
	tight := strings.Replace(loose, "integer", "{type: integer, required: true}", 1)
	kinds := func(n string) string {
		return "records: {A: {fields: {n: integer}}, B: {fields: {n: " + n + "}}}\n" +
			"unions: {U: {by: kind, of: {a: A, b: B}}}"
	}
	for _, test := range []struct {
		base, head   *catalog.Catalog
		change, want string
	}{
		{with(loose, "[[A]]"), with(tight, "[[A]]"), "field-became-required A.n", `{"v":[[{}]]} | It is refused: /v/0/0/n is required. | `},
		{with(loose, "{string: A}"), with(tight, "{string: A}"), "field-became-required A.n", `{"v":{"key":{}}} | It is refused: /v/key/n is required. | `},
		{with(loose, "A"), with(loose, "B"), "field-type-changed claims.get_claim.v", `{"v":{"n":19}} | It is refused: /v/n must be at most 9. | `},
		{with(loose, "{string: A}"), with(loose, "{type: {string: A}, max_items: 3}"), "constraint-tightened claims.get_claim.v",
			`{"v":{"key 1":{},"key 2":{},"key 3":{},"key 4":{}}} | It is refused: /v must have at most 3 items. | `},
		{with(kinds("integer"), "U"), with(kinds("{type: integer, maximum: 9}"), "U"), "constraint-tightened B.n",
			`{"v":{"kind":"b","n":19}} | It is refused: /v/n must be at most 9. | `},
		{with("records: {F: {fields: {n: string}}}\nunions: {U: {by: kind, of: {a: F, b: }}}", "U"), with("unions: {U: {by: kind, of: {a: , b: }}}", "U"),
			"variant-record-changed U.a", `{"v":{"kind":"a","n":"x"}} | It is refused: /v/n is not a field of this operation. | `},
	} {
		require.Contains(t, summary(test.base, test.head)[test.change], test.want)
	}
}

// A request whose path another operation has now shows what becomes of it.
func TestAPathOfAnotherOperation(t *testing.T) {
	with := func(x, y string) *catalog.Catalog {
		return read(t, "areas: {a: {operations: {x: {path: "+x+", fields: {id: string}}, y: {path: "+y+", fields: {id: {type: string, required: true}}}}}}")
	}
	require.Equal(t, map[string]string{
		"path-changed a.x": `{"id":"some id"} | POST /p1 runs operation a.y now, which accepts it. | POST /p2`,
		"path-changed a.y": `{"id":"some id"} | POST /p2 runs operation a.x now, which accepts it. | POST /p1`,
	}, summary(with("/p1", "/p2"), with("/p2", "/p1")))
	require.Equal(t, map[string]string{
		"path-changed a.x": `{} | POST /p1 returns status 404. | POST /p3`,
	}, summary(with("/p1", "/p2"), with("/p3", "/p2")))

	refusing := func(x, y string) *catalog.Catalog {
		return read(t, "areas: {a: {operations: {x: {path: "+x+", fields: {id: string}}, "+
			"y: {path: "+y+", fields: {n: {type: integer, required: true}}}}}}")
	}
	require.Equal(t, map[string]string{
		"path-changed a.x": `{} | POST /p1 runs operation a.y now, which refuses it: /n is required. | POST /p2`,
		"path-changed a.y": `{"n":1} | POST /p2 runs operation a.x now, which refuses it: ` +
			`/n is not a field of this operation. | POST /p1`,
	}, summary(refusing("/p1", "/p2"), refusing("/p2", "/p1")))
}

// A value that becomes an unknown key, variant or value is the same JSON, in another place.
func TestWhatIsKeptInAnotherPlace(t *testing.T) {
	with := func(own, kinds, moods string) *catalog.Catalog {
		return read(t, "records: {O: {open: true, fields: {a: string"+own+"}}}\nunions: {U: {by: kind, open: true, of: {"+kinds+"}}}\nenums: {E: {open: true, values: {"+moods+"}}}\n"+
			"areas: {a: {operations: {x: {fields: {o: O, u: U, e: E}}}}}")
	}
	require.Equal(t, map[string]string{
		"field-removed O.b":     `{"o":{"b":true}} | The service got it in field b, and gets it in Extra now. | `,
		"variant-removed U.two": `{"u":{"kind":"two"}} | The service got it as variant two, and gets it as an unknown variant now. | `,
		"wire-name-changed E.z": `{"e":"y"} | The service got it as value y, and gets it as an unknown value now. | `,
	}, summary(with(", b: {type: boolean, required: true}", "one: , two: ", "x: , y: {go: {name: EY}}"), with("", "one: ", "x: , z: {go: {name: EY}}")))
}

// A member of an open operation that becomes a credential no longer reaches the service.
func TestAMemberThatBecomesACredential(t *testing.T) {
	with := func(auth string) *catalog.Catalog {
		return read(t, "areas: {a: {operations: {x: {open: true, "+auth+"fields: {note: string}}}}}")
	}
	const taken = "the service no longer gets the member key, which is a credential now. | "
	require.Equal(t, map[string]string{
		"auth-way-added a.x": `{"key":"some key"} | Old clients send a bearer token, and ` + taken,
	}, summary(with("auth: [bearer], "), with("auth: [bearer, {body_field: key}], ")))
	require.Equal(t, map[string]string{
		"auth-added a.x": `{"key":"some key"} | Old clients send no credential, and ` + taken,
	}, summary(with(""), with("auth: [{body_field: key}], ")))
}
