package proof

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// A line of Go needs what the first move of a change says is gone or has another type.
func TestLinesOfMoves(t *testing.T) {
	claims := read(t, "areas: {claims: {operations: {get_claim: {}}}}")
	area := claims.Areas[0]
	operation := diff.Subject{Operation: area.Operations[0]}
	value := diff.Subject{Value: new(catalog.EnumValue)}
	variant := diff.Subject{Variant: new(catalog.Variant)}
	callers := report.Verdicts{Callers: report.Breaks, Services: report.Breaks}
	services := report.Verdicts{Callers: report.Safe, Services: report.Breaks}
	for _, c := range []struct {
		move     string
		base     diff.Subject
		verdicts report.Verdicts
		want     string
	}{
		{"package claims: removed", diff.Subject{Area: area}, callers, "client: var _ *claims.Client"},
		{"claims.Client.GetClaim: removed", operation, callers, "client: _ = (*claims.Client).GetClaim"},
		{"claims.Client.GetClaim -> claims.Client.Read", operation, callers, "client: _ = (*claims.Client).GetClaim"},
		{"claims.Client.GetClaim: removed", diff.Subject{Area: area}, callers, "client: _ = (*claims.Client).GetClaim"},
		{"example.Client.Claims: removed", diff.Subject{Area: area}, callers, "client: _ = example.Client{}.Claims"},
		{"claims.Service.GetClaim: removed", operation, callers, "client: _ = claims.Service.GetClaim"},
		{"claims.Service.GetClaim: removed", operation, services, "server: _ = claims.Service.GetClaim"},
		{"claims.ColorRed: removed", value, callers, "client: _ = claims.ColorRed"},
		{"claims.Color: removed", diff.Subject{}, callers, "client: var _ claims.Color"},
		{"claims.Request.Note: removed", diff.Subject{}, callers, "client: _ = claims.Request{}.Note"},
		{"claims.Request.Note: *string -> string", diff.Subject{}, callers, "client: var _ *string = claims.Request{}.Note"},
		{"claims.Request.Note: any -> string", diff.Subject{}, callers, "client: var _ *any = &new(claims.Request).Note"},
		{"claims.Request.Note: api.Object -> map[string]any", diff.Subject{}, callers, "client: var _ *api.Object = &new(claims.Request).Note"},
		{"claims.Request.Note: api.Object -> string", diff.Subject{}, callers, "client: var _ api.Object = claims.Request{}.Note"},
		{"claims.Request.Note: []Address -> string", diff.Subject{}, callers, "client: var _ []claims.Address = claims.Request{}.Note"},
		{"claims.Client.ListItems: iter.Seq2[Entry, error] -> iter.Seq2[string, error]", diff.Subject{}, callers,
			"client: var _ iter.Seq2[claims.Entry, error] = new(claims.Client).ListItems(nil, nil)"},
		{"claims.EntryFile: File -> Folder", variant, callers, "client: _ = claims.EntryFile(claims.File{})"},
		{"claims.File: struct -> string", diff.Subject{}, callers, "client: _ = claims.File{}"},
		{"claims.File: string -> struct", diff.Subject{}, callers, `client: _ = claims.File("x")`},
		{"claims.GetResponse: api.RawResponse -> struct", diff.Subject{}, callers, "client: var _ *api.RawResponse = new(claims.GetResponse)"},
	} {
		e := exampleOf(claims, c.base, c.verdicts, c.move)
		require.Equal(t, c.want, e.Kind+": "+e.Given, c.move)
		require.Equal(t, "It does not compile.", e.Outcome)
	}
	require.Nil(t, exampleOf(claims, diff.Subject{}, callers), "nothing moves")
	shifts := report.Verdicts{Callers: report.Shifts, Services: report.Shifts}
	require.Nil(t, exampleOf(claims, diff.Subject{}, shifts, "claims.Color: removed"), "it compiles")
}

// exampleOf returns the example of a change with moves in Go, which concerns no body.
func exampleOf(
	c *catalog.Catalog, base diff.Subject, verdicts report.Verdicts, moves ...string,
) *report.Example {
	change := diff.Change{Kind: new(diff.Rule), Base: base}
	change.Verdicts, change.Go = &verdicts, moves
	return Find(c, c, diff.Comparison{Changes: []diff.Change{change}})[0].Example
}
