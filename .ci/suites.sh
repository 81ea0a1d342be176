#!/usr/bin/env bash
# Runs test suites that others wrote: of JSON parsers, of JSON Schema and of YAML, and the examples of
# RFC 3339, 9110 and 9457. Known differences are executed, and must still differ.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -v -count=1 -run '^TestExamplesOfRFC' ./api | grep -vE '^ *(=== |PASS)'
go test -C e2e -v -count=1 -timeout 1h -run '^(TestJSONParsingSuite|TestJSONSchemaSuite|TestYAMLTestSuite)$' . |
	grep -vE '^ *(=== |PASS)|losses at'
