package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/admin"
)

// faultKeys are the keys of a fault on the command line.
var faultKeys = []string{"operation", "times", "latency", "status", "header", "break"}

// parseFault reads a fault, such as operation=contacts.new_contact,status=503,times=2.
// The sandbox checks its values.
func parseFault(text string) (admin.Fault, error) {
	f := admin.Fault{Times: 1, Header: map[string]string{}}
	var wrong []error
	known := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		key, value, given := strings.Cut(part, "=")
		var err error
		switch key {
		case "operation":
			f.Operation = value
		case "times":
			if f.Times, err = strconv.Atoi(value); value == "all" {
				f.Times, err = -1, nil
			} else if err != nil || f.Times < 1 {
				err = errors.New("expected a number from 1, or all")
			}
		case "latency":
			f.Latency = value
		case "status":
			if f.Status, err = strconv.Atoi(value); err != nil {
				err = errors.New("expected a number")
			}
		case "header":
			name, content, ok := strings.Cut(value, ":")
			if f.Header[name] = strings.TrimSpace(content); !ok {
				err = errors.New("expected NAME: VALUE")
			}
		case "break":
			f.Break = api.Break(value)
		}
		switch {
		case !slices.Contains(faultKeys, key):
			err = fmt.Errorf("expected KEY=VALUE, where KEY is %s%s", wording.List(faultKeys, "or"), wording.DidYouMean(key, faultKeys))
		case !given:
			err = fmt.Errorf("expected %s=VALUE", key)
		case known[key] && key != "header":
			err = errors.New("the key is given twice; write a second fault")
		}
		known[key] = true
		if err != nil {
			wrong = append(wrong, fmt.Errorf("fault %s: %s: %w", wording.Quote(text), part, err))
		}
	}
	return f, errors.Join(wrong...)
}
