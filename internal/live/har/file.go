package har

import (
	"encoding/json"
	"errors"
	"io"

	"example.com/opgen/internal/recording"
)

var errNoHAR = errors.New("this is not a HAR, a JSON object with log and entries; browsers save one from the list of network requests")

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

// file reads the text of a HAR, {"log": {"entries": [...]}}, one entry at a time.
type file struct{ *json.Decoder }

// open reads up to the first entry.
func (f file) open() error {
	for _, want := range []json.Token{json.Delim('{'), "log", json.Delim('{'), "entries", json.Delim('[')} {
		token, err := f.Token()
		_, isKey := want.(string)
		for isKey && err == nil && token != want && token != json.Delim('}') {
			if err = f.Decode(new(json.RawMessage)); err == nil {
				token, err = f.Token()
			}
		}
		if err == nil && token != want || isDamage(err) {
			return errNoHAR
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readEntries calls take for each entry, and returns their number. It skips values of other types.
func (f file) readEntries(take func(*entry)) (n int, err error) {
	for ; f.More(); n++ {
		e := new(entry)
		err := f.Decode(e)
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok {
			return n, err
		}
		take(e)
	}
	_, err = f.Token()
	return n, err
}

// isDamage reports whether an error means that the file is cut off or damaged.
func isDamage(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	return syntax || err == io.EOF || recording.IsDamaged(err)
}
