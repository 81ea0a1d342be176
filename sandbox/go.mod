// The sandbox has a module of its own, so that nobody who imports the bindings
// inherits its databases. In a checkout, go.work takes the rest of opgen from there.
module example.com/opgen/sandbox

go 1.26.0

require (
	example.com/opgen v0.0.0-00010101000000-000000000000
	// tests: judges the histories of concurrent calls
	github.com/anishathalye/porcupine v1.3.1
	// behavior files and seeds, with positions
	github.com/goccy/go-yaml v1.19.2
	// the driver of PostgreSQL
	github.com/jackc/pgx/v5 v5.12.0
	// tests of the command
	github.com/rogpeppe/go-internal v1.16.0
	// tests of the schema of behavior files
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	// the command
	github.com/spf13/cobra v1.10.2
	// tests
	github.com/stretchr/testify v1.12.1
	// SQLite without C; modernc.org/libc has to be the version that it names
	modernc.org/sqlite v1.61.1
)

require (
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/ncruces/go-strftime v1.1.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	modernc.org/libc v1.79.0 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.12.1 // indirect
)
