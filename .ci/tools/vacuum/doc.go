// Package vacuum holds no code. Its module pins the linter of OpenAPI documents.
package vacuum
