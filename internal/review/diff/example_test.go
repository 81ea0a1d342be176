package diff_test

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
)

// A finding says whom a change breaks: B breaks, S shifts, · is safe. The verdicts
// are on requests from old clients, responses to them, Go callers and Go services.
func ExampleDates_Compare() {
	const text = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
areas: {claims: {operations: {get_claim: {fields: {claim_id: string, note: %s}}}}}
`
	base, _ := catalog.Parse("base.yaml", fmt.Appendf(nil, text, "string"))
	head, _ := catalog.Parse("head.yaml", fmt.Appendf(nil, text, "{type: string, max_length: 200}"))
	for _, f := range new(diff.Dates).Compare(base, head).Findings() {
		fmt.Println(f.Pos, f.Level, f.Rule, f.Verdicts, f.Message)
	}
	// Output: head.yaml:4:70 error constraint-tightened B–S· max_length of field note changes: none -> 200
}
