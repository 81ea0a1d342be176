package generator

import "example.com/opgen/internal/plan"

func Example_codesOption() {
	show(codesOption(codingOf(contacts), contacts))
	// Output:
	// // WithCodes replaces each friendly name that is a key of codes by its code, and sends the code
	// // of "" if the field is absent or empty. Other names are sent unchanged. The tables are
	// // email_type.
	// func WithCodes(table string, codes map[string]string) api.CallOption {
	// 	return wire.WithCodes("contacts", table, codes, "email_type")
	// }
}

func Example_codesMethod() {
	show(codesMethod(codingOf(contacts), plan.Request(newContact)))
	// Output:
	// func (r NewContactRequest) withCodes(c wire.Codes) NewContactRequest {
	// 	if len(r.Emails) > 0 && !r.Emails[0].isEmpty() {
	// 		r.Emails = wire.CodedEach(c, r.Emails, EmailEntry.withCodes)
	// 	}
	// 	return r
	// }
}

func Example_setCodes() {
	show(setCodes(emailEntry.Fields[0]))
	// Output:
	// r.Type = c.OptCode("email_type", r.Type)
}
