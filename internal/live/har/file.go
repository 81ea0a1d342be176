package har

import (
	"encoding/json"
	"errors"
	"io"

	"example.com/opgen/internal/recording"
)

// This file reads the JSON of a HAR as a stream. Browsers save files of hundreds of megabytes, of
// which one entry at a time is in memory.

// errNoHAR is the error of another file. Most users have none yet, so it says how to get one.
var errNoHAR = errors.New("this is not a HAR, a JSON object with log and entries; " +
	"browsers save one from the list of network requests")

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

// fileStart are the tokens before the first entry.
var fileStart = []json.Token{json.Delim('{'), "log", json.Delim('{'), "entries", json.Delim('[')}

// open reads up to the first entry.
func (f file) open() error {
	for _, want := range fileStart {
		token, err := f.Token()
		if key, isKey := want.(string); isKey {
			token, err = f.skipTo(key, token, err)
		}
		if isDamage(err) {
			return errNoHAR
		}
		if err != nil {
			return err
		}
		if token != want {
			return errNoHAR
		}
	}
	return nil
}

// skipTo skips members of an object before a key. Token and err are those of its first token. It
// returns the key, or the end of the object.
func (f file) skipTo(key string, token json.Token, err error) (json.Token, error) {
	for err == nil && token != key && token != json.Delim('}') {
		if err := f.Decode(new(json.RawMessage)); err != nil {
			return nil, err
		}
		token, err = f.Token()
	}
	return token, err
}

// readEntries calls take for each entry, and returns their number. It skips values of other
// types.
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
