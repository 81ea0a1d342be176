package main

import (
	"fmt"
	"net/url"
	"strings"
)

// serviceURL parses the base URL of a service. Errors show the name of the argument and not the
// URL, which may contain a password or a key. credentials says where these belong.
func serviceURL(name, text, credentials string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s: expected the base URL of a service, such as https://insurance.example.com/v1", name)
	case u.User != nil:
		return nil, fmt.Errorf("%s contains a username or a password; %s", name, credentials)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%s: a base URL has neither a query nor a fragment", name)
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/"), strings.TrimSuffix(u.RawPath, "/")
	return u, nil
}
