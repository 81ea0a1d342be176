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

// A fault on the command line has the keys of the administration's JSON, joined by commas, so that
// it fits into one word of a shell. A header may be given several times, for several fields. A value
// with a comma needs the JSON of the administration.

// faultKeys are the keys of a fault on the command line.
var faultKeys = []string{"operation", "times", "latency", "status", "header", "break"}

// parseFault reads a fault, such as operation=contacts.new_contact,status=503,times=2.
// The sandbox checks its values.
func parseFault(text string) (admin.Fault, error) {
	f := admin.Fault{Times: 1, Header: map[string]string{}}
	var mistakes []error
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		key, value, hasKey := strings.Cut(part, "=")
		var err error
		switch {
		case !slices.Contains(faultKeys, key):
			err = fmt.Errorf("expected KEY=VALUE, where KEY is %s%s",
				wording.List(faultKeys, "or"), wording.DidYouMean(key, faultKeys))
		case !hasKey:
			err = fmt.Errorf("expected %s=VALUE", key)
		case seen[key] && key != "header":
			err = errors.New("the key is given twice; write a second fault")
		default:
			err = setFault(&f, key, value)
		}
		seen[key] = true
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("fault %s: %s: %w", wording.Quote(text), part, err))
		}
	}
	return f, errors.Join(mistakes...)
}

// setFault sets the value of a key.
func setFault(f *admin.Fault, key, value string) (err error) {
	switch key {
	case "operation":
		f.Operation = value
	case "times":
		f.Times, err = parseTimes(value)
	case "latency":
		f.Latency = value
	case "status":
		f.Status, err = strconv.Atoi(value)
		if err != nil {
			return errors.New("expected a number")
		}
	case "header":
		name, content, ok := strings.Cut(value, ":")
		if !ok {
			return errors.New("expected NAME: VALUE")
		}
		if _, isRepeated := f.Header[name]; isRepeated {
			return errors.New("the field is given twice; keep one")
		}
		f.Header[name] = strings.TrimSpace(content)
	case "break":
		f.Break = api.Break(value)
	}
	return err
}

// parseTimes reads how many calls fail, -1 for all.
func parseTimes(value string) (int, error) {
	if value == "all" {
		return -1, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, errors.New("expected a number from 1, or all")
	}
	return n, nil
}
