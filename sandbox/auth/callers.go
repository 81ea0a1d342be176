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

// Callers are those who may call, by name.
type Callers map[string]caller

type caller struct {
	hash  string // of the secret
	world string // where the calls are served unless they name another one; "" is the default
}

// ReadCallers reads a file with a line "NAME:SECRET" or "NAME:SECRET WORLD" for each
// caller. If there is no such file, ReadCallers writes one that others cannot read, with one
// caller and a secret that nobody knows yet. The error holds every line that is wrong,
// without what it says.
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
			wrong("a secret is of visible ASCII characters, since headers carry it")
		case callers[name].hash != "":
			wrong("this name stands above, too")
		case callers.nameOf(secret) != "":
			wrong("another caller has this secret")
		case world != "" && simulator.CheckWorld(world) != nil:
			wrong(simulator.CheckWorld(world).(*api.Problem).Detail)
		default:
			callers[name] = caller{hash(secret), world}
		}
	}
	if problems == nil && len(callers) == 0 {
		problems = append(problems, fmt.Errorf("%s: nobody may call; write a line NAME:SECRET, or delete the file for a new one", file))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return callers, nil
}

// makeCallers writes a file with one caller, unless another process was faster.
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

// nameOf returns whose secret it is, "" for nobody's.
func (c Callers) nameOf(secret string) (name string) {
	given := []byte(hash(secret))
	for n, known := range c { // all of them, so that the time does not tell who it is
		if subtle.ConstantTimeCompare(given, []byte(known.hash)) == 1 {
			name = n
		}
	}
	return name
}

// is reports whether a secret belongs to a name.
func (c Callers) is(name, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hash(secret)), []byte(c[name].hash)) == 1
}
