package har

import (
	"encoding/json"
	"errors"
)

// maxText is the largest size of the text of a body, in bytes.
const maxText = 6 << 20

var errNotJSON = errors.New("not JSON")

// file reads the text of a HAR, {"log": {"entries": [...]}}, one entry at a time.
type file struct {
	dec     *json.Decoder
	begin   func() error // called before the first entry
	each    func(*entry)
	begun   bool // the entries were found
	entries int
}

// entry has the used parts of an entry.
type entry struct {
	Request struct {
		Method, URL string
		BodySize    int
		PostData    body
	}
	Response struct {
		Status   int
		BodySize int
		Content  body
	}
}

// read reads the file.
func (f *file) read() error {
	err := f.all('{', func() error {
		return f.member("log", func() error {
			return f.all('{', func() error { return f.member("entries", f.list) })
		})
	})
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errNotJSON // without what it quotes
	}
	return err
}

// all reads an object or an array, and calls item to read each member or item.
func (f *file) all(start json.Delim, item func() error) error {
	token, err := f.dec.Token()
	if err != nil {
		return err
	}
	if token != start {
		return errNotJSON
	}
	for f.dec.More() {
		if err := item(); err != nil {
			return err
		}
	}
	_, err = f.dec.Token()
	return err
}

// member reads the value of a member with the key, and skips other members.
func (f *file) member(key string, value func() error) error {
	token, err := f.dec.Token()
	switch {
	case err != nil:
		return err
	case token == key:
		return value()
	}
	return f.dec.Decode(new(json.RawMessage))
}

func (f *file) list() error {
	if !f.begun {
		f.begun = true
		if err := f.begin(); err != nil {
			return err
		}
	}
	return f.all('[', func() error {
		e := new(entry)
		err := f.dec.Decode(e)
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok { // such values are skipped
			return err
		}
		f.entries++
		f.each(e)
		return nil
	})
}
