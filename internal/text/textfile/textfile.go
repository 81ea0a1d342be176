// Package textfile reads files that flags and settings name. The names are not trusted: reading
// never blocks, always ends, and uses no more memory than the limit.
package textfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limit is the number of bytes that a text may have.
const Limit = 32 << 20

// Read returns the content of the file name. If it does not exist, the error is
// [fs.ErrNotExist]. Read refuses directories, devices, sockets and pipes, except pipes that a
// shell opened for the command (/dev/fd/63, /dev/stdin).
//
// Files of size 0, such as those below /proc, are not read.
func Read(name string) ([]byte, error) { return read(name, os.Stat, os.Open) }

// ReadIn is like [Read] for a file in a folder or below. It does not follow links that leave the
// folder.
func ReadIn(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return read(name, root.Stat, root.Open)
}

// Open opens the file name, which may have any size. It refuses the same files as [Read].
func Open(name string) (*os.File, error) {
	file, _, err := open(name, os.Stat, os.Open)
	return file, err
}

// How a file is found: in a folder, or anywhere.
type (
	statFunc func(name string) (fs.FileInfo, error)
	openFunc func(name string) (*os.File, error)
)

// read is Read with functions that find the file.
func read(name string, stat statFunc, openFile openFunc) ([]byte, error) {
	file, info, err := open(name, stat, openFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	isRegular := info.Mode().IsRegular()
	switch {
	case isRegular && info.Size() > Limit:
		return nil, TooLarge(name)
	case isRegular && info.Size() == 0:
		return nil, nil
	}
	return All(file, name)
}

// open opens a file, unless it has another type or is replaced in the meantime.
func open(name string, stat statFunc, openFile openFunc) (file *os.File, info fs.FileInfo, err error) {
	info, err = stat(name)
	if err != nil {
		return nil, nil, err
	}
	isShellPipe := info.Mode()&fs.ModeNamedPipe != 0 && strings.HasPrefix(filepath.ToSlash(name), "/dev/")
	switch {
	case info.IsDir():
		return nil, nil, fmt.Errorf("%s is a directory: name a file", name)
	case !isShellPipe && !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s is a pipe, a socket or a device: name a file", name)
	}
	file, err = openFile(name)
	if err != nil {
		return nil, nil, err
	}
	opened, err := file.Stat()
	if err != nil || !os.SameFile(info, opened) {
		replaced := fmt.Errorf("%s was replaced while it was opened; run the command again", name)
		return nil, nil, errors.Join(err, file.Close(), replaced)
	}
	return file, info, nil
}

// All returns the content of r, which name describes, up to the limit.
func All(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, Limit+1))
	if err == nil && len(text) > Limit {
		err = TooLarge(name)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// TooLarge returns the error for a text above the limit.
func TooLarge(name string) error {
	return fmt.Errorf("%s is larger than the %d MiB that a file may have: move bulky examples out of it, or "+
		"split it", name, Limit>>20)
}
