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
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body.Data, "\ufeff"))).ReadAll()
	if err != nil {
		return nil, refused("is not CSV: " + err.Error())
	}
	payments := []map[string]any{}
	for i, line := range lines {
		if i == 0 {
			for _, name := range []string{"agency_number", "amount"} {
				if !slices.Contains(line, name) {
					return nil, refused("line 1: the column " + name + " is missing")
				}
			}
			if len(slices.Compact(slices.Sorted(slices.Values(line)))) < len(line) {
				return nil, refused("line 1: a column is given twice")
			}
			continue
		}
		payment := map[string]any{}
		for n, name := range lines[0] {
			payment[name] = line[n]
		}
		amount := strings.TrimSpace(line[slices.Index(lines[0], "amount")])
		if !cursor.IsNumber(amount) {
			return nil, refused(fmt.Sprintf("line %d: the amount is not a number", i+1))
		}
		payment["amount"] = json.Number(amount)
		payment["exported"], payment["complete"] = false, false // ignores such columns
		if err := tx.Create("payment", payment); err != nil {
			return nil, err
		}
		// The same four keys as those of commissions.save_payment.
		payments = append(payments, map[string]any{"id": payment["id"], "agency_number": payment["agency_number"], "amount": payment["amount"], "exported": false})
	}
	return payments, nil
}

func refused(detail string) error {
	return &api.Problem{Status: http.StatusUnprocessableEntity, Detail: "the data cannot be imported", Errors: []api.Violation{{Field: "/data", Rule: api.RuleFormat, Message: detail}}}
}
