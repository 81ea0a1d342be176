package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Locate returns the real path of the output folder dir, which need not exist.
// A link to a folder is resolved here, once: a folder may well be reached
// through a link (on some systems every temporary folder is), and from then on
// there is one name to lock and to print. Links inside the folder are another
// matter and are never followed.
//
// It returns an error if dir is a file, the root of the file system or the root of
// a module: these hold other people's files, and a slip in --out must not put gen
// among them.
func Locate(dir string) (string, error) {
	if dir == "" {
		return "", errors.New("the output folder has no name")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	full, err := resolve(abs)
	if err != nil {
		return "", fmt.Errorf("output folder %q: %w", dir, err)
	}
	if filepath.Dir(full) == full {
		return "", fmt.Errorf("output folder %q is the root of the file system; give generated code a folder of its own", dir)
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return full, nil
	case err != nil:
		return "", fmt.Errorf("output folder %q: %w", dir, err)
	case !info.IsDir():
		return "", fmt.Errorf("output folder %q is not a folder", dir)
	}
	if _, err := os.Lstat(filepath.Join(full, "go.mod")); err == nil {
		return "", fmt.Errorf("output folder %q is the root of a module, for it holds a go.mod; give generated code a folder of its own", dir)
	}
	return full, nil
}

// resolve is [filepath.EvalSymlinks] for a path whose last elements need not
// exist yet.
func resolve(abs string) (string, error) {
	full, err := filepath.EvalSymlinks(abs)
	if !errors.Is(err, fs.ErrNotExist) {
		return full, err
	}
	switch info, err := os.Lstat(abs); {
	case err == nil && info.Mode().Type() == fs.ModeSymlink:
		return "", errors.New("a symbolic link that leads nowhere")
	case err == nil: // made by another run since
		return filepath.EvalSymlinks(abs)
	}
	parent := filepath.Dir(abs)
	if parent == abs {
		return "", err
	}
	full, err = resolve(parent)
	if err != nil {
		return "", err
	}
	return filepath.Join(full, filepath.Base(abs)), nil
}
