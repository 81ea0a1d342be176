// Package textfile reads the files that a command is given. Their names come from
// flags and settings, and so from anyone: nothing that it opens blocks, goes on
// without end, or takes more memory than the limit.
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

// Read returns what the file name holds. If there is none, the error is
// [fs.ErrNotExist]. It refuses what is no regular file: a folder, a device, a
// socket, and a pipe, unless it is one that a shell opened for the command
// (/dev/fd/63, /dev/stdin).
//
// A file that claims to hold nothing, as those below /proc do, is not read.
func Read(name string) ([]byte, error) { return read(name, os.Stat, os.Open) }

// ReadIn is [Read] of a file in a folder or below it. It follows no link that
// leaves the folder.
func ReadIn(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return read(name, root.Stat, root.Open)
}

// Open opens the file name for whoever reads it piece by piece. It may have any size, and is
// refused as [Read] refuses it otherwise.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := refused(name, info); err != nil {
		return nil, err
	}
	return same(name, info, os.Open)
}

func read(name string, stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error)) ([]byte, error) {
	info, err := stat(name)
	if err == nil {
		err = refused(name, info)
	}
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() > Limit:
		return nil, TooLarge(name)
	case info.Mode().IsRegular() && info.Size() == 0:
		return nil, nil
	}
	file, err := same(name, info, open)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All(file, name)
}

// refused is the error of what is no file that can be read.
func refused(name string, info fs.FileInfo) error {
	opened := info.Mode()&fs.ModeNamedPipe != 0 && strings.HasPrefix(filepath.ToSlash(name), "/dev/")
	if !opened && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is %s: name a file", name, kind(info.Mode()))
	}
	return nil
}

// same opens a file that is the one of which something is known.
func same(name string, known fs.FileInfo, open func(string) (*os.File, error)) (*os.File, error) {
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	if now, err := file.Stat(); err != nil || !os.SameFile(known, now) {
		return nil, errors.Join(err, file.Close(), fmt.Errorf("%s was replaced while it was opened; run the command again", name))
	}
	return file, nil
}

// All returns what a reader gives, up to the limit.
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

// TooLarge is the error of a text above the limit.
func TooLarge(name string) error {
	return fmt.Errorf("%s is larger than the %d MiB that a file may have: move bulky examples out of it, or split it", name, Limit>>20)
}

// kind names what is no regular file.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}
