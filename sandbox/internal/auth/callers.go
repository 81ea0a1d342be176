package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/simulator"
)

// Callers are the callers by name.
type Callers map[string]caller

type caller struct {
	hash  string // of the secret
	world string // the world of their calls, "" for any
}

// ReadCallers reads a file with a line "NAME:SECRET" or "NAME:SECRET WORLD" for each caller. If
// the file does not exist, ReadCallers creates it with one caller and a random secret, readable
// only by its user. The error has every invalid line, without its content.
func ReadCallers(file string) (Callers, error) {
	text, err := textfile.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeCallers(file)
	}
	if err != nil {
		return nil, err
	}
	callers := Callers{}
	var problems []error
	for i, line := range strings.Split(strings.TrimRight(string(text), "\r\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		name, secret, ok := strings.Cut(line, ":")
		secret, world, _ := strings.Cut(secret, " ")
		world = strings.TrimSpace(world)
		wrong := func(what string) { problems = append(problems, fmt.Errorf("%s:%d: %s", file, i+1, what)) }
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case !ok || name == "" || secret == "":
			wrong("expected NAME:SECRET or NAME:SECRET WORLD")
		case strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
			wrong("a secret must consist of visible ASCII characters")
		case callers[name].hash != "":
			wrong("an earlier line has this name")
		case callers.nameOf(secret) != "":
			wrong("another caller has this secret")
		case world != "" && simulator.CheckWorld(world) != nil:
			wrong(simulator.CheckWorld(world).(*api.Problem).Detail)
		default:
			callers[name] = caller{hash(secret), world}
		}
	}
	if problems == nil && len(callers) == 0 {
		problems = append(problems, fmt.Errorf("%s: no callers; write a line NAME:SECRET, or delete the file to get a new one", file))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return callers, nil
}

// makeCallers creates a file with one caller, unless another process was faster.
func makeCallers(file string) ([]byte, error) {
	text := []byte("sandbox:" + rand.Text() + "\n")
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return textfile.Read(file)
	}
	if err != nil {
		return nil, err
	}
	_, err = f.Write(text)
	return text, errors.Join(err, f.Close())
}

// nameOf returns the caller with a secret, "" for none.
func (c Callers) nameOf(secret string) (name string) {
	given := []byte(hash(secret))
	for n, known := range c { // all of them, so that the time does not reveal the caller
		if subtle.ConstantTimeCompare(given, []byte(known.hash)) == 1 {
			name = n
		}
	}
	return name
}

// matches reports whether a secret belongs to a name.
func (c Callers) matches(name, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hash(secret)), []byte(c[name].hash)) == 1
}
