package generator

func Example_printers() {
	show(printers(emailEntry))
	// Output:
	// // Format prints the fields that are given, the sensitive ones without their values.
	// func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
	// func (r EmailEntry) LogValue() slog.Value       { return wire.LogValue(r) }
}
