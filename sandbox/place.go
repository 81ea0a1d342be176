package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"example.com/opgen/internal/live/localhost"
)

// The state folder has, for each sandbox that runs on this machine, its token and its
// certificate, named after its address, and the databases and callers that no flag names.
// Commands find a sandbox there by the address alone.

// stateFolder returns the state folder of sandboxes of a user: below $XDG_STATE_HOME,
// or ~/.local/state, or where other systems have such things. Nobody else can look into
// it.
func stateFolder() (string, error) {
	base := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) {
		var err error
		switch runtime.GOOS {
		case "windows", "darwin", "ios", "plan9":
			base, err = os.UserConfigDir()
		default:
			base, err = os.UserHomeDir()
			base = filepath.Join(base, ".local", "state")
		}
		if err != nil {
			return "", fmt.Errorf("no folder for the state of the sandbox: %w; set XDG_STATE_HOME", err)
		}
	}
	dir := filepath.Join(base, "opgen-sandbox")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return dir, closeToOthers(dir)
}

// closeToOthers takes the permissions of others from a folder, which may be older than this
// program.
func closeToOthers(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return os.Chmod(dir, 0o700)
}

// tokenVariable is the environment variable with the token of the administration.
const tokenVariable = "OPGEN_SANDBOX_TOKEN"

// stateFile returns the path of the token or the certificate of a sandbox on this machine,
// by its address: 127.0.0.1-8080.token. All names of the loopback address have the same file.
func stateFile(address, suffix string) (string, error) {
	dir, err := stateFolder()
	if err != nil {
		return "", err
	}
	name, port, err := net.SplitHostPort(localhost.Reachable(address))
	if strings.EqualFold(name, "localhost") {
		name = "127.0.0.1"
	}
	return filepath.Join(dir, strings.ReplaceAll(name, ":", "_")+"-"+port+suffix), err
}

// isLoopback reports whether only this machine can serve an address, so that the stored
// token may be sent there.
func isLoopback(address string) bool {
	name := host(address)
	return strings.EqualFold(name, "localhost") || net.ParseIP(name).IsLoopback()
}

// keepToken creates a token, and stores it for the commands until forget is called. A token from the
// environment is not stored, since commands find it in the same place.
func keepToken(address string) (token string, forget func(), err error) {
	if chosen := os.Getenv(tokenVariable); chosen != "" {
		return chosen, func() {}, nil
	}
	file, err := stateFile(address, ".token")
	if err != nil {
		return "", nil, err
	}
	token = rand.Text()
	// An existing file belongs to a sandbox that was killed, since the port is ours.
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", nil, err
	}
	return token, func() { os.Remove(file) }, os.WriteFile(file, []byte(token+"\n"), 0o600)
}

// knownToken returns the token of the sandbox at an address.
func knownToken(address string) (string, error) {
	if token := os.Getenv(tokenVariable); token != "" {
		return token, nil
	}
	if !isLoopback(address) {
		const form = "%s is not a loopback address: set %s to the token of the sandbox there"
		return "", fmt.Errorf(form, address, tokenVariable)
	}
	file, err := stateFile(address, ".token")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		const form = "no sandbox of this user runs at %s: start one, pass --address, or set %s"
		return "", fmt.Errorf(form, address, tokenVariable)
	}
	return strings.TrimSpace(string(text)), err
}
