module example.com/opgen

go 1.26.0

tool example.com/opgen/cmd/gen

require (
	github.com/dave/jennifer v1.7.1
	// Tests only: the other implementation of JSON that the scanner is compared with.
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3
	github.com/goccy/go-yaml v1.19.2
	// Unified diffs, and in tests the terminal sessions.
	github.com/rogpeppe/go-internal v1.16.0
	// Tests only: holds the catalog and its schema against each other.
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	github.com/stretchr/testify v1.12.1
	// Reads the go.mod above the output, which decides its import path.
	golang.org/x/mod v0.42.0
	// File locks of Windows.
	golang.org/x/sys v0.48.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
