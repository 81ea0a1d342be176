// The server for agents has a module of its own, so that nobody who imports the bindings
// inherits the SDK of the protocol. In a checkout, go.work takes the rest of opgen from there.
module example.com/opgen/mcp

go 1.26.0

require example.com/opgen v0.0.0-00010101000000-000000000000

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/dlclark/regexp2/v2 v2.5.1 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

require (
	// the protocol
	github.com/modelcontextprotocol/go-sdk v1.8.0
	// the command
	github.com/spf13/cobra v1.10.2
	// tests
	github.com/stretchr/testify v1.12.1
	// tests that count tokens
	github.com/tiktoken-go/tokenizer v0.8.2
	// rates of calls
	golang.org/x/time v0.15.0
)

