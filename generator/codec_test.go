package generator

func Example_decodeMethods() {
	show(decodeMethods(contacts)...)
	// Output:
	// // Decode stores what was received in the value that v points at, as [api.Received.Decode] does.
	// func (r *ListAllContactsResponse) Decode(v any) error { return r.Received.Decode(v) }
	// func (r *NewContactResponse) Decode(v any) error { return r.Received.Decode(v) }
}

func Example_marshalMethod() {
	show(marshalMethod(emailEntry))
	// Output:
	// // MarshalJSON returns r as it is sent.
	// func (r EmailEntry) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }
}

func Example_unmarshalMethod() {
	show(unmarshalMethod(emailEntry, "record as in a response", "DecodeRecord"))
	// Output:
	// // UnmarshalJSON decodes the record as in a response.
	// func (r *EmailEntry) UnmarshalJSON(text []byte) error {
	// 	return wire.DecodeRecord(text, r, decodeEmailEntry)
	// }
}

func Example_isEmptyMethod() {
	show(isEmptyMethod(emailEntry))
	// Output:
	// func (r *EmailEntry) isEmpty() bool { return r.Type == nil && len(r.Extra) == 0 }
}
