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
	err := f.within("log", "entries")
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errNotJSON // without what it quotes
	}
	return err
}

// within reads an object down to the array at a path, and other members not at all.
func (f *file) within(path ...string) error {
	start := json.Delim('{')
	if len(path) == 0 {
		start = '['
		if !f.begun {
			f.begun = true
			if err := f.begin(); err != nil {
				return err
			}
		}
	}
	token, err := f.dec.Token()
	if err == nil && token != start {
		return errNotJSON
	}
	for err == nil && f.dec.More() {
		if len(path) == 0 {
			err = f.entry()
		} else if token, err = f.dec.Token(); err == nil && token == path[0] {
			err = f.within(path[1:]...)
		} else if err == nil {
			err = f.dec.Decode(new(json.RawMessage))
		}
	}
	if err == nil {
		_, err = f.dec.Token()
	}
	return err
}

// entry reads an entry. It skips values of other types.
func (f *file) entry() error {
	e := new(entry)
	err := f.dec.Decode(e)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok {
		return err
	}
	f.entries++
	f.each(e)
	return nil
}
