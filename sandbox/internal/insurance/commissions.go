package insurance

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/sandbox/internal/engine"
)

// A commission payment names its payee by what the operation calls it: save_payment by the agency
// number that it was given, and batches by the id of the agency. Both find the contact.

// payeeOf returns the contact with an id or an agency number, nil if there is none.
func payeeOf(tx *engine.Tx, payee any) (object, error) {
	if contact, err := get(tx, "contact", payee); err == nil {
		return contact, nil
	}
	return first(tx, "contact", object{"/agency_number": payee})
}

// saved stores a payment, and returns what all three operations show of it.
func saved(tx *engine.Tx, payee any, amount any, rest object) (object, error) {
	payment := object{
		"payee_id":              payee,
		"payment_method_id":     "method-1",
		"pay_amount":            amount,
		"is_electronic_payment": false,
		"reviewed":              false,
		"exported":              false,
		"complete":              false,
		"transaction_date":      today(tx),
		"date_added":            stamp(tx),
		"date_updated":          stamp(tx),
	}
	for name, v := range rest {
		orElse(payment, name, v)
	}
	if err := tx.Create("payment", payment); err != nil {
		return nil, err
	}
	return object{
		"commission_payment_id": payment["id"],
		"payment_method_id":     payment["payment_method_id"],
		"amount":                amount,
	}, nil
}

// savePayment saves a payment, which is named by the agency number of the request.
func savePayment(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	one, err := saved(tx, fields["agency_number"], fields["amount"], nil)
	if err != nil {
		return nil, err
	}
	one["agency_number"] = fields["agency_number"]
	return []any{one}, nil
}

// savedInBatch stores a payment of a batch.
func savedInBatch(tx *engine.Tx, agencyNumber, amount any, rest object) (object, error) {
	payee := agencyNumber
	agency, err := payeeOf(tx, agencyNumber)
	if err != nil {
		return nil, err
	}
	if agency != nil {
		payee = agency["id"]
	}
	one, err := saved(tx, payee, amount, rest)
	if err != nil {
		return nil, err
	}
	one["agency_id"] = payee
	return one, nil
}

// saveBatchPayments saves the payments of a list. One that fails undoes all of them.
func saveBatchPayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	payments := []any{}
	for _, payment := range objects(list(objectOf(request), "payments")) {
		rest := without(payment, "id", "agency_number", "amount")
		one, err := savedInBatch(tx, payment["agency_number"], payment["amount"], rest)
		if err != nil {
			return nil, err
		}
		payments = append(payments, one)
	}
	return payments, nil
}

// saveBatchPaymentsCSV saves a payment for each line of CSV. A first line with the names of columns
// may be left out: then the agency number and the amount are the columns.
func saveBatchPaymentsCSV(tx *engine.Tx, request json.RawMessage) (any, error) {
	data := strings.TrimPrefix(text(objectOf(request), "data"), "\ufeff")
	lines, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil {
		return nil, refused("/data", "is not CSV: "+err.Error())
	}
	columns := neededColumns
	firstLine := 1
	if len(lines) > 0 && slices.ContainsFunc(lines[0], isNeeded) {
		columns = columnNames(lines[0])
		lines = lines[1:]
		firstLine++
	}
	if err := checkColumns(columns); err != nil {
		return nil, err
	}
	payments := []any{}
	for i, line := range lines {
		one, err := saveLine(tx, columns, line, i+firstLine)
		if err != nil {
			return nil, err
		}
		payments = append(payments, one)
	}
	return payments, nil
}

// saveLine saves the payment of a line of CSV. Columns that are not needed are further members of
// the payment.
func saveLine(tx *engine.Tx, columns, line []string, number int) (object, error) {
	if len(line) < len(columns) {
		return nil, refused("/data", fmt.Sprintf("line %d: a column is missing", number))
	}
	cells := object{}
	for i, name := range columns {
		cells[name] = strings.TrimSpace(line[i])
	}
	amount := text(cells, "amount")
	if !cursor.IsNumber(amount) {
		return nil, refused("/data", fmt.Sprintf("line %d: the amount is not a number", number))
	}
	rest := without(cells, "id", "agency_number", "amount")
	return savedInBatch(tx, cells["agency_number"], json.Number(amount), rest)
}

// neededColumns are the columns that each payment needs, in the order that they have without names.
var neededColumns = []string{"agency_number", "amount"}

// columnName returns the name of a column in a cell.
func columnName(cell string) string { return strings.ToLower(strings.TrimSpace(cell)) }

// isNeeded reports whether a cell is the name of a column that payments need.
func isNeeded(cell string) bool { return slices.Contains(neededColumns, columnName(cell)) }

// columnNames returns the names of columns in a line.
func columnNames(line []string) (names []string) {
	for _, cell := range line {
		names = append(names, columnName(cell))
	}
	return names
}

// checkColumns refuses data whose first line lacks a column that payments need, or repeats one.
func checkColumns(names []string) error {
	for _, name := range neededColumns {
		if !slices.Contains(names, name) {
			return refused("/data", "line 1: the column "+name+" is missing")
		}
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(names)))
	if len(distinct) < len(names) {
		return refused("/data", "line 1: a column is given twice")
	}
	return nil
}

// commissionPayment shows a payment.
func commissionPayment(_ *engine.Tx, payment object) (any, error) {
	return pick(payment,
		"id", "payee_id", "payment_method_id", "pay_amount", "is_electronic_payment", "reviewed",
		"date_reviewed", "exported", "date_exported", "transaction_date", "date_added", "date_updated",
	), nil
}

// unexportedCommission shows a payment with its payee and its method.
func unexportedCommission(tx *engine.Tx, payment object) (any, error) {
	shown := pick(payment, "id", "pay_amount", "transaction_date")
	shown["payee"] = object{"agency_number": payment["payee_id"]}
	contact, err := payeeOf(tx, payment["payee_id"])
	if err != nil {
		return nil, err
	}
	if contact != nil {
		shown["payee"] = shownPayee(contact)
	}
	shown["payment_method"] = object{}
	if method, err := get(tx, "payment_method", payment["payment_method_id"]); err == nil {
		shown["payment_method"] = without(method, "id", "type")
	}
	shown["composition"] = list(payment, "composition")
	return shown, nil
}

// shownPayee shows the contact that gets a payment.
func shownPayee(contact object) object {
	phones, addresses := []any{}, []any{}
	for _, phone := range objects(list(contact, "phones")) {
		phones = append(phones, pick(phone, "type", "phone"))
	}
	for _, address := range objects(list(contact, "addresses")) {
		addresses = append(addresses, postalAddress(address))
	}
	payee := pick(contact,
		"name", "agency_number", "agency_group_number", "producer_number", "confirmation_email")
	payee["phones"] = phones
	payee["addresses"] = addresses
	return payee
}

// changed changes the payments with some ids, or if the only id is "all", those that were not
// exported. It counts the ids without a payment as failed.
func changed(tx *engine.Tx, ids []any, change func(payment object)) (any, error) {
	if slices.Equal(ids, []any{"all"}) {
		payments, err := tx.Find("payment", object{"/exported": false})
		if err != nil {
			return nil, err
		}
		ids = nil
		for _, payment := range payments {
			ids = append(ids, payment["id"])
		}
	}
	failed := 0
	for _, id := range ids {
		payment, err := get(tx, "payment", id)
		if err != nil {
			failed++
			continue
		}
		change(payment)
		payment["date_updated"] = stamp(tx)
		if err := tx.Update("payment", id, payment); err != nil {
			return nil, err
		}
	}
	return object{
		"total_processed": len(ids),
		"total_succeeded": len(ids) - failed,
		"total_failed":    failed,
	}, nil
}

// paymentIDs returns the ids of a request, or the text all.
func paymentIDs(request json.RawMessage) []any {
	fields := objectOf(request)
	if all := text(fields, "commission_payment_ids"); all != "" {
		return []any{all}
	}
	return list(fields, "commission_payment_ids")
}

// exportPayments marks payments as exported.
func exportPayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	return changed(tx, paymentIDs(request), func(payment object) {
		payment["exported"], payment["date_exported"] = true, stamp(tx)
	})
}

// reviewPayments marks payments as reviewed.
func reviewPayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	return changed(tx, paymentIDs(request), func(payment object) {
		payment["reviewed"], payment["date_reviewed"] = true, stamp(tx)
	})
}

// completePayments marks payments as exported and reviewed. Each must exist.
func completePayments(tx *engine.Tx, request json.RawMessage) (any, error) {
	ids := paymentIDs(request)
	for _, id := range ids {
		if _, err := tx.Get("payment", id); err != nil && id != "all" {
			return nil, err
		}
	}
	_, err := changed(tx, ids, func(payment object) {
		payment["complete"] = true
		payment["exported"], payment["date_exported"] = true, stamp(tx)
		payment["reviewed"], payment["date_reviewed"] = true, stamp(tx)
	})
	return nil, err
}

// updatePaymentMethods sets whether payments are electronic.
func updatePaymentMethods(tx *engine.Tx, request json.RawMessage) (any, error) {
	var ids []any
	electronic := map[any]any{}
	for _, operation := range objects(list(objectOf(request), "operations")) {
		id := operation["commission_payment_id"]
		ids = append(ids, id)
		electronic[id] = operation["is_electronic_payment"]
	}
	return changed(tx, ids, func(payment object) {
		if v := electronic[payment["id"]]; v != nil {
			payment["is_electronic_payment"] = isTrue(v)
		}
	})
}

// installmentsPreview shows an entry for each billing schedule.
func installmentsPreview(_ *engine.Tx, request json.RawMessage) (any, error) {
	all := []any{}
	for _, id := range list(objectOf(request), "billing_schedule_ids") {
		all = append(all, object{"billing_schedule_id": id, "installments": []any{}})
	}
	return all, nil
}

// ratingFactors shows a policy without a balance and without terms.
func ratingFactors(_ *engine.Tx, request json.RawMessage) (any, error) {
	return object{"id": objectOf(request)["policy_id"], "outstanding_balance": 0, "terms": []any{}}, nil
}
