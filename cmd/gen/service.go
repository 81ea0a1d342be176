package main

import (
	"fmt"
	"net/url"
	"strings"
)

// serviceURL reads the base URL of a service. An error names it by what gives it and does not
// repeat it: it may hold a password or a key. credentials says where these belong.
func serviceURL(given, text, credentials string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s: expected the base URL of a service, such as https://insurance.example.com/v1", given)
	case u.User != nil:
		return nil, fmt.Errorf("%s holds a username or a password; %s", given, credentials)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%s: a base URL has neither a query nor a fragment", given)
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/"), strings.TrimSuffix(u.RawPath, "/")
	return u, nil
}
