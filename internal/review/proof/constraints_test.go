package proof

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// shortTexts are all texts of a few characters, in which the constraints below differ.
var shortTexts = func() []string {
	all := []string{""}
	for from, length := 0, 0; length < 4; length++ {
		to := len(all)
		for _, text := range all[from:to] {
			for _, letter := range []string{"a", "b", " ", ",", "x"} {
				all = append(all, text+letter)
			}
		}
		from = to
	}
	return all
}()

// textField is a random field that is sent as a string, and its type.
func textField(random *rand.Rand) (field, typ string) {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	switch random.IntN(8) {
	case 0:
		return pick("Closed", "Larger", "Open"), "enum"
	case 1:
		return "{type: [string], join: \",\"" + pick("", ", min_items: 1", ", min_items: 2", ", max_items: 1") + "}", "list"
	}
	field = "{type: string"
	for _, key := range []string{
		pick("", "", "non_blank: true"), pick("", "", "omit_empty: true"),
		pick("", "", "min_length: 1", "min_length: 2", "min_length: 3"), pick("", "", "max_length: 2", "max_length: 3"),
		pick("", "", `enum: [a, ab]`, `enum: [ab, a, " "]`, `enum: ["a,b", b]`, `enum: [abx, b]`),
		pick("", "", `pattern: "^a"`, `pattern: "^[ab]*$"`, `pattern: "b"`, `pattern: "^(a|ab)$"`, `pattern: "^[ab]+(,[ab]+)*$"`,
			`pattern: '\ba\b'`, `pattern: "^(?s:.{1,2})$"`, `pattern: "[^ ]"`, `pattern: "^(a|b|x|,)?$"`),
	} {
		if key != "" {
			field += ", " + key
		}
	}
	return field + "}", "string"
}

// withText is a catalog of one field, nil if that is none.
func withText(field string) *catalog.Catalog {
	c, problems := catalog.Parse("catalog.yaml", []byte(header+"enums: {Closed: {values: {a: , ab: }}, Larger: {values: {a: , ab: , \"a,b\": }}, "+
		"Open: {open: true, values: {a: }}}\nareas: {claims: {operations: {get_claim: {fields: {f: "+field+"}}}}}"))
	if len(problems) > 0 {
		return nil
	}
	return c
}

// What is said of constraints of texts is held against all short texts.
func TestConstraintsAreJudgedAsAllTextsShow(t *testing.T) {
	tries := long.Size(30, 60)
	random, seen := rand.New(rand.NewPCG(9, 10)), map[string]int{}
	for valid := 0; valid < tries; {
		before, typ := textField(random)
		after, other := textField(random)
		base, head := withText(before), withText(after)
		if base == nil || head == nil {
			continue
		}
		valid++
		was, is := interpreter.New(base.Areas[0].Operations[0]), interpreter.New(head.Areas[0].Operations[0])
		refused, admitted := "", ""
		for _, text := range shortTexts {
			body := compact(map[string]any{"f": text})
			switch old, now := was.Decode(body).Status == 200, is.Decode(body).Status == 200; {
			case old && !now:
				refused = body
			case !old && now:
				admitted = body
			}
		}
		var worst report.Verdicts
		said := fmt.Sprintf("%s -> %s: %s, %s\n", before, after, refused, admitted)
		changes := compare(base, head).Changes
		if valid%5 == 0 { // the search for examples takes longest
			changes = found(base, head)
		}
		for _, c := range changes {
			worst = worst.Or(*c.Verdicts)
			said += fmt.Sprintln(c.Verdicts, c.Rule, c.Message)
			if c.Verdicts.Requests == report.Breaks && valid%5 == 0 {
				require.NotNil(t, c.Example, said)
			}
		}
		require.Equal(t, refused != "", worst.Requests == report.Breaks, said)
		if typ == other && strings.Contains(before, "omit_empty") == strings.Contains(after, "omit_empty") {
			require.True(t, admitted == "" || worst.Services > report.Safe, said)
			require.True(t, admitted != "" || typ != "string" || worst.Services <= report.Safe, said)
		}
		seen[fmt.Sprint(refused != "", admitted != "")]++
	}
	t.Log(seen)
	require.GreaterOrEqual(t, len(seen), 3)
}
