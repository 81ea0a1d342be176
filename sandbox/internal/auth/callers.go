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

// Callers are compared by the hashes of their secrets, in constant time, and all of them even after
// a match. The time may reveal whether a name exists: names are not secret. The file is read once,
// when the sandbox starts.

// Callers are the callers by name.
type Callers map[string]caller

// caller is what a line says about a name.
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
	lines := strings.Split(strings.TrimRight(string(text), "\r\n"), "\n")
	for i, line := range lines {
		if mistake := callers.add(strings.TrimSuffix(line, "\r")); mistake != "" {
			problems = append(problems, fmt.Errorf("%s:%d: %s", file, i+1, mistake))
		}
	}
	if problems == nil && len(callers) == 0 {
		const form = "%s: no callers; write a line NAME:SECRET, or delete the file to get a new one"
		problems = append(problems, fmt.Errorf(form, file))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return callers, nil
}

// add adds the caller of a line, unless it is blank or a comment. It returns what is wrong with the
// line, "" if nothing is.
func (c Callers) add(line string) (mistake string) {
	if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
		return ""
	}
	name, rest, _ := strings.Cut(line, ":")
	secret, world, _ := strings.Cut(rest, " ")
	world = strings.TrimSpace(world)
	isHidden := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case name == "" || secret == "":
		return "expected NAME:SECRET or NAME:SECRET WORLD"
	case strings.ContainsFunc(secret, isHidden):
		return "a secret must consist of visible ASCII characters"
	case c[name].hash != "":
		return "an earlier line has this name"
	case c.nameOf(secret) != "":
		return "another caller has this secret"
	}
	if mistake := worldMistake(world); mistake != "" {
		return mistake
	}
	c[name] = caller{hash(secret), world}
	return ""
}

// worldMistake returns what is wrong with the name of a world, "" if nothing is. A caller needs none.
func worldMistake(world string) string {
	if world == "" {
		return ""
	}
	err := simulator.CheckWorld(world)
	if p, isProblem := errors.AsType[*api.Problem](err); isProblem {
		return p.Detail // the message of the error also has a status
	}
	if err != nil {
		return err.Error()
	}
	return ""
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
	hashed := []byte(hash(secret))
	for callerName, one := range c { // all of them, so that the time does not reveal the caller
		if subtle.ConstantTimeCompare(hashed, []byte(one.hash)) == 1 {
			name = callerName
		}
	}
	return name
}

// matches reports whether a secret belongs to a name. No secret belongs to an unknown one.
func (c Callers) matches(name, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hash(secret)), []byte(c[name].hash)) == 1
}
