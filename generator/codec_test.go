package generator

func Example_decodeMethod() {
	show(decodeMethod(getClaim))
	// Output:
	// // Decode stores the answer in the value that v points at, as encoding/json does.
	// func (r *GetClaimResponse) Decode(v any) error { return api.DecodeRaw(r.Raw, v) }
}

func Example_marshalMethod() {
	show(marshalMethod(emailEntry))
	// Output:
	// // MarshalJSON returns the record as it travels.
	// func (r EmailEntry) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }
}

func Example_isEmptyMethod() {
	show(isEmptyMethod(emailEntry))
	// Output:
	// func (r *EmailEntry) isEmpty() bool {
	// 	return r.Type == nil && len(r.Extra) == 0
	// }
}
