package auth

import (
	"errors"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/httptoken"
	"example.com/opgen/internal/text/wording"
)

// A way is one combination of credentials that suffices. The catalog may have several for each
// operation; --auth replaces them all, since it says what the callers of this sandbox have.

// Values of --auth other than ways.
const (
	None    = "none"
	Catalog = "catalog"
)

// TokenPath is where tokens are issued unless the catalog or --auth says otherwise.
const TokenPath = "/oauth2/token"

// words are the forms of a value of --auth.
var words = []string{
	None, Catalog,
	"bearer", "basic", "header:NAME", "body:NAME", "oauth2", "oauth2:PATH",
}

// ParseWays parses the alternatives of --auth: bearer, basic, header:NAME, body:NAME, oauth2
// or oauth2:PATH. The error has every mistake.
func ParseWays(alternatives []string) ([]*catalog.Way, error) {
	var ways []*catalog.Way
	var problems []error
	for _, text := range alternatives {
		word, value, isGiven := strings.Cut(text, ":")
		w := new(catalog.Way)
		switch {
		case word == "bearer" && !isGiven:
			w.Bearer = true
		case word == "basic" && !isGiven:
			w.Basic = true
		case word == "header" && httptoken.Is(value):
			w.Headers = []string{value}
		case word == "body" && value != "":
			w.BodyFields = []string{value}
		case word == "oauth2" && (!isGiven || strings.HasPrefix(value, "/")):
			w.OAuth2 = &catalog.OAuth2{TokenPath: TokenPath}
			if isGiven {
				w.OAuth2.TokenPath = value
			}
		case (text == None || text == Catalog) && len(alternatives) > 1:
			problems = append(problems, fmt.Errorf("--auth %s cannot be combined with others", text))
			continue
		default:
			problems = append(problems, fmt.Errorf("--auth %s: expected %s%s",
				text, wording.List(words, "or"), wording.DidYouMean(text, words)))
			continue
		}
		ways = append(ways, w)
	}
	return ways, errors.Join(problems...)
}

// Demand sets the alternatives of all operations of a catalog, except those that anyone
// may call.
func Demand(c *catalog.Catalog, ways []*catalog.Way) {
	for op := range c.Operations() {
		if op.Auth == nil || !op.Auth.None {
			op.Auth = &catalog.Auth{Ways: ways}
		}
	}
}

// Undemanded returns the first operation for which a catalog does not define who may call,
// nil if there is none.
func Undemanded(c *catalog.Catalog) *catalog.Operation {
	for op := range c.Operations() {
		if op.Auth == nil {
			return op
		}
	}
	return nil
}
