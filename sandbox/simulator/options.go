package simulator

import (
	"example.com/opgen/api"
	"example.com/opgen/sandbox/engine"
	"example.com/opgen/sandbox/store"
)

// Option configures a Sandbox.
type Option func(*config)

type config struct {
	store         store.Store
	funcs         map[string]engine.Func
	handler       []api.HandlerOption
	authenticator api.Authenticator
	seedsName     string
	seeds         []byte
	worlds        int
	hints         map[string]string
}

// WithStore sets the store of documents.
func WithStore(s store.Store) Option { return func(c *config) { c.store = s } }

// WithFuncs sets the funcs of the behavior by name.
func WithFuncs(funcs map[string]engine.Func) Option { return func(c *config) { c.funcs = funcs } }

// WithSeeds sets the documents of new and reset worlds: YAML with a list for each kind.
// Problems have positions in the file.
func WithSeeds(file string, text []byte) Option {
	return func(c *config) { c.seedsName, c.seeds = file, text }
}

// WithAuthenticator sets the authenticator, which names the caller by [WithCaller].
func WithAuthenticator(f api.Authenticator) Option {
	return func(c *config) { c.authenticator = f }
}

// WithLenient accepts fields that the catalog does not have.
func WithLenient() Option {
	return func(c *config) { c.handler = append(c.handler, api.WithServerUnknownFields()) }
}

// WithHints adds hints to violations of unknown fields, by name.
func WithHints(hints map[string]string) Option { return func(c *config) { c.hints = hints } }

// WithWorlds sets the maximum number of worlds besides the default one, 100 by default.
func WithWorlds(most int) Option { return func(c *config) { c.worlds = most } }
