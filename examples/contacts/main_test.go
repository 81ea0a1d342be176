package main

// What docs/go.md says that the program prints.
func Example_main() {
	main()
	// Output:
	// created: c-1815
	// refused: 409 a contact with this name exists
	// not sent: /name must not be blank
}
