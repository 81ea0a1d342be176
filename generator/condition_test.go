package generator

import "example.com/opgen/internal/plan"

func Example_condition() {
	show(condition(plan.Request(listContacts).Send[0].(plan.Group).When))
	// Output:
	// r.Page != nil || r.Limit != nil
}
