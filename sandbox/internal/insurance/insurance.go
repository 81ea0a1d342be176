// Package insurance has the funcs of the insurance administration service.
package insurance

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/sandbox/internal/engine"
)

// Most of the service is described by steps in spec/resources.yaml. An operation is a func only if
// its request is a text in another format.

// Funcs returns the funcs that the resources of a catalog may name. It returns none unless the
// catalog is that of the service or an edited copy, which has the same Go package.
func Funcs(c *catalog.Catalog) map[string]engine.Func {
	if c.Package != "insurance" {
		return nil
	}
	return map[string]engine.Func{"save_batch_payments_csv": savePayments}
}

// savePayments creates a payment for each line of CSV. The first line has the names of members.
// The member amount is a number.
func savePayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	var body struct{ Data string }
	if err := json.Unmarshal(request, &body); err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(body.Data, "\ufeff")
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, refused("is not CSV: " + err.Error())
	}
	payments := []map[string]any{}
	if len(lines) == 0 {
		return payments, nil
	}
	columns := lines[0]
	if err := checkColumns(columns); err != nil {
		return nil, err
	}
	for i, line := range lines[1:] {
		payment := map[string]any{}
		for n, name := range columns {
			payment[name] = line[n]
		}
		amount := strings.TrimSpace(line[slices.Index(columns, "amount")])
		if !cursor.IsNumber(amount) {
			return nil, refused(fmt.Sprintf("line %d: the amount is not a number", i+2))
		}
		payment["amount"] = json.Number(amount)
		payment["exported"], payment["complete"] = false, false // ignores such columns
		if err := tx.Create("payment", payment); err != nil {
			return nil, err
		}
		payments = append(payments, map[string]any{ // the same keys as commissions.save_payment
			"id":            payment["id"],
			"agency_number": payment["agency_number"],
			"amount":        payment["amount"],
			"exported":      false,
		})
	}
	return payments, nil
}

// checkColumns refuses data whose first line lacks a column that payments need, or repeats one.
func checkColumns(names []string) error {
	for _, name := range []string{"agency_number", "amount"} {
		if !slices.Contains(names, name) {
			return refused("line 1: the column " + name + " is missing")
		}
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(distinct) < len(names) {
		return refused("line 1: a column is given twice")
	}
	return nil
}

// refused returns the problem of data that cannot be imported.
func refused(detail string) error {
	return &api.Problem{
		Status: http.StatusUnprocessableEntity, Detail: "the data cannot be imported",
		Errors: []api.Violation{{Field: "/data", Rule: api.RuleFormat, Message: detail}},
	}
}
