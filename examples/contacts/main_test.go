package main

// What docs/go.md says that the program prints.
func Example_main() {
	main()
	// Output:
	// created: c-1815
	// refused: 409 there is a contact of this name
	// not sent: /name must not be blank
}
