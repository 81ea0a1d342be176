package credentials

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/text/wording"
)

// This file requests OAuth 2 tokens. A token is requested once for a run; runs are shorter than
// tokens live.

// Service is the service that is called.
type Service struct {
	URL     *url.URL
	Catalog *catalog.Catalog
	Hosts   []string // that may be called besides this machine
}

// oauthClient is a client of OAuth 2 that requests tokens with its own credentials (RFC 6749, 4.4).
type oauthClient struct {
	tokenPath  string // "" for the path in the catalog
	id, secret string
}

// defaultTokenPath is the path of tokens if neither the credentials nor the catalog has one.
const defaultTokenPath = "/oauth2/token"

// tokenTimeout is the time limit of a request for a token.
const tokenTimeout = 10 * time.Second

// CallOptions returns the options of calls to a service. For OAuth 2, it requests one token with
// the scopes of all operations. It sends no secret to a host that may not be called.
func (c *Credentials) CallOptions(ctx context.Context, s Service) ([]api.CallOption, error) {
	if c.client == nil {
		return c.options, nil
	}
	paths, scopes := tokensIn(s.Catalog, c.client.tokenPath)
	if len(paths) > 1 {
		return nil, fmt.Errorf("the catalog issues tokens at %s; "+
			"select one with oauth2:PATH NAME:SECRET", wording.List(paths, "and"))
	}
	path := cmp.Or(c.client.tokenPath, append(paths, defaultTokenPath)[0])
	endpoint, err := url.Parse(path)
	if err != nil {
		return nil, errors.New("the path of tokens is not a URL")
	}
	if endpoint.Host == "" {
		endpoint = s.URL.JoinPath(path)
	}
	if !verify.MayReach(endpoint, s.Hosts) {
		return nil, fmt.Errorf("tokens are issued by %s, which is not this machine; "+
			"if it may receive the secret, add --host %s", endpoint.Host, endpoint.Host)
	}
	token, err := c.client.requestToken(ctx, endpoint, strings.Join(scopes, " "))
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(c.options), api.WithBearerToken(token)), nil
}

// tokensIn returns the paths at which a catalog issues tokens, and their scopes; only those of
// one path, unless it is "".
func tokensIn(c *catalog.Catalog, tokenPath string) (paths, scopes []string) {
	for op := range c.Operations() {
		if op.Auth == nil {
			continue
		}
		for _, way := range op.Auth.Ways {
			o := way.OAuth2
			if o == nil || tokenPath != "" && tokenPath != o.TokenPath {
				continue
			}
			paths = append(paths, o.TokenPath)
			scopes = append(scopes, o.Scopes...)
		}
	}
	return sortedUnique(paths), sortedUnique(scopes)
}

// sortedUnique returns each name once, so that requests do not depend on the order of the
// catalog.
func sortedUnique(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// requestToken returns a token with scopes. Errors do not repeat the response.
func (c *oauthClient) requestToken(ctx context.Context, endpoint *url.URL, scopes string) (string, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	if scopes != "" {
		form.Set("scope", scopes)
	}
	body := strings.NewReader(form.Encode())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint.String(), body)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth(url.QueryEscape(c.id), url.QueryEscape(c.secret)) // RFC 6749, 2.3.1
	client := http.Client{
		Timeout:       tokenTimeout,
		CheckRedirect: refuseRedirects,
	}
	res, err := client.Do(req)
	if err != nil {
		return "", fmt.Errorf("no OAuth 2 token: no response from %s", endpoint.Host)
	}
	defer res.Body.Close()
	var issued struct {
		Token string `json:"access_token"`
	}
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&issued)
	if res.StatusCode != http.StatusOK || err != nil || issued.Token == "" {
		return "", fmt.Errorf("no OAuth 2 token: %s responded with status %d", endpoint, res.StatusCode)
	}
	return issued.Token, nil
}

// refuseRedirects makes a client follow none, since they could reveal the secret.
func refuseRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
