package har

import (
	"encoding/json"
	"errors"
	"strconv"
)

// maxDepth is how deep values may be nested.
const maxDepth = 1000

// file walks through the text of a HAR, and holds one entry of it at most.
type file struct {
	dec     *json.Decoder
	each    func(*entry)
	begun   bool // the entries were found
	entries int
}

// entry is what is taken of an entry.
type entry struct {
	method, url       string
	status            int
	request, response body
}

// log reads the file: {"log": {"entries": [...]}}.
func (f *file) log() error {
	return unquoted(f.object(func(key string) error {
		if key != "log" {
			return f.skip()
		}
		return f.object(func(key string) error {
			if key != "entries" {
				return f.skip()
			}
			f.begun = true
			return f.array(func() error {
				var e entry
				if err := f.object(func(key string) error { return f.entry(key, &e) }); err != nil {
					return err
				}
				f.entries++
				f.each(&e)
				return nil
			})
		})
	}))
}

// unquoted takes from an error of JSON what it quotes.
func unquoted(err error) error {
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errNotJSON
	}
	return err
}

func (f *file) entry(key string, e *entry) error {
	switch key {
	case "request":
		return f.object(func(key string) (err error) {
			switch key {
			case "method":
				e.method, err = f.text()
			case "url":
				e.url, err = f.text()
			case "postData":
				err = f.body(&e.request)
			case "bodySize":
				err = f.size(&e.request)
			default:
				err = f.skip()
			}
			return err
		})
	case "response":
		return f.object(func(key string) (err error) {
			switch key {
			case "status":
				e.status, err = f.number()
			case "content":
				err = f.body(&e.response)
			case "bodySize":
				err = f.size(&e.response)
			default:
				err = f.skip()
			}
			return err
		})
	}
	return f.skip()
}

// body reads postData or content, which are alike.
func (f *file) body(b *body) error {
	return f.object(func(key string) (err error) {
		switch key {
		case "text":
			b.given = true
			b.text, err = f.text()
		case "encoding":
			b.encoding, err = f.text()
		case "size":
			err = f.size(b)
		default:
			err = f.skip()
		}
		return err
	})
}

// size reads one of two sizes of a body, which may both be unknown.
func (f *file) size(b *body) error {
	n, err := f.number()
	b.size = max(b.size, n)
	return err
}

// object calls member for each member of the object at hand, which has to read its value. Another
// value has no members.
func (f *file) object(member func(key string) error) error {
	return f.within('{', func() error {
		key, err := f.dec.Token() // a string, otherwise there is an error
		if err != nil {
			return err
		}
		return member(key.(string))
	})
}

// array calls item for each item of the array at hand, which has to read it. Another value
// has no items.
func (f *file) array(item func() error) error { return f.within('[', item) }

func (f *file) within(begin json.Delim, each func() error) error {
	token, err := f.dec.Token()
	if err != nil {
		return err
	}
	if token != begin {
		return f.end(token)
	}
	for f.dec.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err = f.dec.Token()
	return err
}

// skip passes over the value at hand.
func (f *file) skip() error {
	token, err := f.dec.Token()
	if err != nil {
		return err
	}
	return f.end(token)
}

// end passes over the rest of a value that begins with a token.
func (f *file) end(token json.Token) error {
	depth := 0
	for {
		switch token {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > maxDepth {
				return errNotJSON
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
		var err error
		if token, err = f.dec.Token(); err != nil {
			return err
		}
	}
}

// text reads a string. Another value is none.
func (f *file) text() (string, error) {
	token, err := f.dec.Token()
	if err != nil {
		return "", err
	}
	text, _ := token.(string)
	return text, f.end(token)
}

// number reads a whole number. Another value is 0.
func (f *file) number() (int, error) {
	token, err := f.dec.Token()
	if err != nil {
		return 0, err
	}
	number, _ := token.(json.Number)
	n, _ := strconv.Atoi(string(number))
	return n, f.end(token)
}
