// Package uptodate remembers what runs made of which inputs. Where nothing has
// changed that decides the output, the output need not be made again to know what
// it is.
//
// Entries are in the user's cache folder and not beside the output, so that
// nothing in a repository vouches for itself. They are only ever a help: an
// entry that is missing, broken or cannot be written is no error.
package uptodate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Entry is what a run made.
type Entry struct {
	Sum  string // of what it made
	Size string // of what it read, as it is printed
}

// Key stands for everything that decides an output.
type Key string

// KeyOf returns the key of this executable with texts, in their order. It is
// empty, and nothing is known under it, where the executable cannot be read.
func KeyOf(texts ...string) Key {
	id, err := executable()
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, text := range append([]string{id}, texts...) {
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return Key(hex.EncodeToString(h.Sum(nil)))
}

// Find returns what was made under the key, where that is known.
func (k Key) Find() (Entry, bool) {
	name, err := k.file()
	if err != nil {
		return Entry{}, false
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return Entry{}, false
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 3 {
		return Entry{}, false
	}
	e := Entry{lines[1], lines[2]}
	return e, k.format(e) == string(text)
}

// Keep makes e what was made under the key.
func (k Key) Keep(e Entry) {
	name, err := k.file()
	if err != nil || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return
	}
	// What is cut off, or written by two runs at once, does not end with its hash.
	os.WriteFile(name, []byte(k.format(e)), 0o600)
}

// format returns the one text that stands for an entry. It ends with its hash.
func (k Key) format(e Entry) string {
	text := fmt.Sprintf("%s\n%s\n%s\n", k, e.Sum, e.Size)
	return fmt.Sprintf("%s%x\n", text, sha256.Sum256([]byte(text)))
}

// file returns the name of the key's file. There are 4096, and a key replaces
// another one there, so that the cache folder stays small.
func (k Key) file() (string, error) {
	if k == "" {
		return "", errNoKey
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "opgen", string(k[:3])), err
}

var errNoKey = errors.New("the executable cannot be read")
