package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/opgen/internal/live/localhost"
)

// Handler serves the protocol by HTTP to clients with one of the tokens. Web pages cannot use it:
// neither under a name that its owner lets resolve to this machine, unless that is one of hosts,
// nor from another origin.
//
// It keeps no sessions. The newest clients have none, and what this server remembers belongs to
// a token.
func (s *Server) Handler(tokens, hosts []string) http.Handler {
	protocol := s.Protocol()
	served := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return protocol },
		&mcp.StreamableHTTPOptions{
			Stateless:                    true,
			JSONResponse:                 true,
			PropagateRequestCancellation: true,
			DisableLocalhostProtection:   true, // ours knows the names
		},
	)
	lasting := &auth.RequireBearerTokenOptions{AllowMissingExpiration: true}
	requireToken := auth.RequireBearerToken(verifier(tokens), lasting)
	sameOrigin := http.NewCrossOriginProtection()
	return ourHosts(hosts, sameOrigin.Handler(requireToken(served)))
}

// verifier returns a function that finds the holder of a token: its number from 1, which is the name
// of its client. It takes equally long for every token of any length, since it compares hashes, and
// all of them.
func verifier(tokens []string) auth.TokenVerifier {
	var sums [][sha256.Size]byte
	for _, token := range tokens {
		sums = append(sums, sha256.Sum256([]byte(token)))
	}
	return func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		sumOfToken := sha256.Sum256([]byte(token))
		holder := 0
		for i, sum := range sums {
			isEqual := subtle.ConstantTimeCompare(sum[:], sumOfToken[:])
			holder = subtle.ConstantTimeSelect(isEqual, i+1, holder)
		}
		if holder == 0 {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{UserID: strconv.Itoa(holder)}, nil
	}
}

// ourHosts refuses requests to the names of others. A page of evil.example, whose owner lets that
// name resolve to 127.0.0.1, would otherwise count as one of this origin.
func ourHosts(names []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !localhost.IsOurs(r.Host, names...) {
			http.Error(w, "this host is not served; --host adds a name", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
