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

// WithStore keeps the documents in a store.
func WithStore(s store.Store) Option { return func(c *config) { c.store = s } }

// WithFuncs sets the funcs that the behaviour calls by their names.
func WithFuncs(funcs map[string]engine.Func) Option { return func(c *config) { c.funcs = funcs } }

// WithSeeds puts documents into every new world, and into one that is reset: YAML with
// a list for each kind. Problems name the file.
func WithSeeds(file string, text []byte) Option {
	return func(c *config) { c.seedsName, c.seeds = file, text }
}

// WithAuthenticator asks f about every call. It says who calls by [WithCaller].
func WithAuthenticator(f api.Authenticator) Option {
	return func(c *config) { c.authenticator = f }
}

// WithLenient accepts fields that the catalog does not have.
func WithLenient() Option {
	return func(c *config) { c.handler = append(c.handler, api.WithServerUnknownFields()) }
}

// WithHints adds to the refusal of members that the catalog does not have, by their names.
func WithHints(hints map[string]string) Option { return func(c *config) { c.hints = hints } }

// WithWorlds bounds how many worlds there are besides the default one, 100 without this
// option.
func WithWorlds(most int) Option { return func(c *config) { c.worlds = most } }
