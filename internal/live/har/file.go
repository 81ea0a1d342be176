package har

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

const (
	maxDepth = 1000 // of nested values

	// Places in a HAR: {"log": {"entries": [...]}}. The first is that of each entry.
	entryPlace   = entriesPlace + "/*"
	entriesPlace = "/log/entries"
	noPlace      = "?" // below it is nothing that is read
)

// file walks through the text of a HAR token by token, and holds one entry of it at most.
type file struct {
	dec     *json.Decoder
	begin   func() error // called ahead of the first entry
	each    func(*entry)
	begun   bool // the entries were found
	entries int
	entry   entry // at hand
}

// entry is what is taken of an entry.
type entry struct {
	method, url       string
	status            int
	request, response body
}

// read reads the file.
func (f *file) read() error {
	err := f.value("", 0)
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errNotJSON // without what it quotes
	}
	return err
}

// value reads the value at a place.
func (f *file) value(place string, depth int) error {
	token, err := f.dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		f.take(place, token)
		return nil
	}
	if depth == maxDepth {
		return errNotJSON
	}
	for f.dec.More() {
		inner := place + "/*"
		if token == json.Delim('{') {
			key, err := f.dec.Token() // a string, otherwise there is an error
			if err != nil {
				return err
			}
			inner = place + "/" + key.(string)
		}
		if place == noPlace || len(inner) > len(entryPlace+"/response/content/encoding") {
			inner = noPlace
		}
		if inner == entriesPlace && !f.begun {
			f.begun = true
			if err := f.begin(); err != nil {
				return err
			}
		}
		if err := f.value(inner, depth+1); err != nil {
			return err
		}
		if inner == entryPlace {
			f.entries++
			f.each(&f.entry)
			f.entry = entry{}
		}
	}
	_, err = f.dec.Token()
	return err
}

// take takes a string or a number that is part of an entry. A value of another type than
// expected is "" or 0.
func (f *file) take(place string, token json.Token) {
	text, _ := token.(string)
	number, _ := token.(json.Number)
	n, _ := strconv.Atoi(string(number))
	e := &f.entry
	b, below := &e.request, strings.TrimPrefix(place, entryPlace+"/")
	if strings.HasPrefix(below, "response/") {
		b = &e.response
	}
	switch below {
	case "request/method":
		e.method = text
	case "request/url":
		e.url = text
	case "response/status":
		e.status = n
	case "request/postData/text", "response/content/text":
		b.given, b.text = true, text
	case "request/postData/encoding", "response/content/encoding":
		b.encoding = text
	case "request/bodySize", "request/postData/size", "response/bodySize", "response/content/size":
		b.size = max(b.size, n) // both may be unknown
	}
}
