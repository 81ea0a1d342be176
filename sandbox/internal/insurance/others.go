package insurance

import (
	"cmp"
	"encoding/json"
	"maps"
	"strings"

	"example.com/opgen/sandbox/internal/engine"
)

// Inspections and signatures name the same thing in several ways: a property is a risk or that of a
// policy, and signers are a list or a text. These funcs accept each, and show one.

// updateInspectionDates keeps the dates of a property, which is a risk or that of a policy.
func updateInspectionDates(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	dates, err := savedDates(tx, fields)
	if err != nil {
		return nil, err
	}
	policy, risk, err := insured(tx, fields)
	if err != nil {
		return nil, err
	}
	property := cmp.Or(text(fields, "property_id"), text(risk, "id"))
	return present(object{
		"policy_number":           cmp.Or(text(fields, "policy_number"), text(policy, "policy_number")),
		"property_id":             property,
		"policy_id":               text(policy, "id"),
		"risk_id":                 property,
		"next_inspection_date":    text(dates, "next_inspection_date"),
		"inspection_request_date": text(dates, "inspection_date_request"),
	}), nil
}

// savedDates stores the fields of a request in the dates of its property, which it makes if there
// are none, and returns them.
func savedDates(tx *engine.Tx, fields object) (object, error) {
	property := object{"/property_id": fields["property_id"]}
	if fields["property_id"] == nil {
		property = object{"/policy_number": fields["policy_number"]}
	}
	dates, err := first(tx, "inspection", property)
	if err != nil {
		return nil, err
	}
	if dates == nil {
		dates = object{}
		if err := tx.Create("inspection", dates); err != nil {
			return nil, err
		}
	}
	maps.Copy(dates, fields)
	return dates, tx.Update("inspection", dates["id"], dates)
}

// insured returns the policy and the risk of a property, nil for what the sandbox does not have.
func insured(tx *engine.Tx, fields object) (policy, risk object, err error) {
	if number := fields["policy_number"]; number != nil {
		policy, err = first(tx, "policy", object{"/policy_number": number})
		if policy == nil || err != nil {
			return nil, nil, err
		}
		risk, err = first(tx, "risk", object{"/policy_id": policy["id"]})
		return policy, risk, err
	}
	risk, err = get(tx, "risk", fields["property_id"])
	if err != nil {
		return nil, nil, nil // of another system
	}
	policy, _ = get(tx, "policy", risk["policy_id"])
	return policy, risk, nil
}

// present removes the members that are empty texts, and returns the object.
func present(shown object) object {
	isEmpty := func(_ string, v any) bool { return v == "" }
	maps.DeleteFunc(shown, isEmpty)
	return shown
}

// signersOf reads signers: a list, a list as JSON in a text, or names separated by commas. Each is an
// object, or a name.
func signersOf(v any) []any {
	list, _ := v.([]any)
	if text, isText := v.(string); isText {
		list = listIn(text)
	}
	signers := []any{}
	for _, signer := range list {
		switch signer := signer.(type) {
		case string:
			signers = append(signers, object{"name": signer})
		case object:
			signers = append(signers, signer)
		}
	}
	return signers
}

// listIn reads a list as JSON, or names separated by commas.
func listIn(text string) (list []any) {
	if err := json.Unmarshal([]byte(text), &list); err == nil {
		return list
	}
	for name := range strings.SplitSeq(text, ",") {
		list = append(list, strings.TrimSpace(name))
	}
	return list
}

// updateSignatures changes the signers or the status of an envelope.
func updateSignatures(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	envelope, err := get(tx, "envelope", fields["envelope_id"])
	if err != nil {
		return nil, err
	}
	if fields["signers"] != nil {
		envelope["signers"] = signersOf(fields["signers"])
	}
	if fields["status"] != nil {
		envelope["status"] = fields["status"]
	}
	if err := tx.Update("envelope", envelope["id"], envelope); err != nil {
		return nil, err
	}
	return object{
		"envelope_id": envelope["id"],
		"revision_id": envelope["revision_id"],
		"status":      envelope["status"],
		"signers":     signersOf(envelope["signers"]),
	}, nil
}

// signaturesOfRevision lists the signers of the envelopes of a revision.
func signaturesOfRevision(tx *engine.Tx, request json.RawMessage) (any, error) {
	revision := objectOf(request)["revision_id"]
	ofRevision, err := tx.Find("envelope", object{"/revision_id": revision})
	signers := []any{}
	for _, envelope := range ofRevision {
		signers = append(signers, signersOf(envelope["signers"])...)
	}
	return signers, err
}

// envelopes returns one envelope by its id, or a list of those of a revision.
func envelopes(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	if id := text(fields, "envelope_id"); id != "" {
		envelope, err := get(tx, "envelope", id)
		return shownEnvelope(envelope), err
	}
	if fields["revision_id"] == nil {
		return nil, refused("/revision_id", "envelope_id or revision_id must be given")
	}
	ofRevision, err := tx.Find("envelope", object{"/revision_id": fields["revision_id"]})
	shown := []any{}
	for _, envelope := range ofRevision {
		shown = append(shown, shownEnvelope(envelope))
	}
	return shown, err
}

// shownEnvelope shows an envelope, whose id has two names.
func shownEnvelope(envelope object) object {
	if envelope == nil {
		return nil
	}
	envelope["envelope_id"] = envelope["id"]
	envelope["signers"] = signersOf(envelope["signers"])
	return envelope
}
