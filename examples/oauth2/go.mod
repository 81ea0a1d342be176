// An example of OAuth 2, in a module of its own so that nobody who imports the
// bindings inherits golang.org/x/oauth2.
module example.com/opgen/examples/oauth2

go 1.26.0

require (
	example.com/opgen v0.0.0
	golang.org/x/oauth2 v0.37.0
)

replace example.com/opgen => ../..
