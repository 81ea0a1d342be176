package credentials

import (
	"fmt"
	"net/url"
	"strings"
)

// ServiceURL parses the base URL of a service. Errors show the name of the argument and not the
// URL, which may contain a password or a key. Remedy says where these belong.
func ServiceURL(argument, text, remedy string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, fmt.Errorf("%s: expected the base URL of a service, "+
			"such as https://insurance.example.com/v1", argument)
	case u.User != nil:
		return nil, fmt.Errorf("%s contains a username or a password; %s", argument, remedy)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%s: a base URL has neither a query nor a fragment", argument)
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	u.RawPath = strings.TrimSuffix(u.RawPath, "/")
	return u, nil
}
