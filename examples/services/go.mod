// Catalogs of public services and their tests. Like the module of any user of opgen, it
// has the command as a tool.
module example.com/opgen/examples/services

go 1.26.0

require (
	example.com/opgen v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.42.0 // indirect
)

replace example.com/opgen => ../..

tool example.com/opgen/cmd/gen
