//go:build runtimes

// Package bench pins in go.mod the modules that the generated code needs.
package bench

import (
	_ "github.com/go-faster/jx"
	_ "github.com/go-openapi/runtime/client"
	_ "github.com/go-openapi/swag/cmdutils"
	_ "github.com/goccy/go-json"
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/oapi-codegen/runtime/strictmiddleware/nethttp"
	_ "github.com/ogen-go/ogen/middleware"
	_ "goa.design/goa/v3/http"
)
