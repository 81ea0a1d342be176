// Package record records calls into a file, from a proxy or from a HAR file.
package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/project/lock"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/recording"
)

// Options say where a recording goes and what it keeps.
type Options struct {
	Catalog *catalog.Catalog
	File    string    // to which calls are appended, "" for Stdout
	Stdout  io.Writer // without File
	Values  []string  // places whose values are kept
	// Failed is called when the recording cannot be written any more.
	Failed func(error)
}

// Recording is a recording that is being written.
type Recording struct {
	*recording.Recorder
	file *os.File // nil if it goes to the standard output
}

// Begin starts a recording.
func Begin(o Options) (*Recording, error) {
	r := new(Recording)
	destination := o.Stdout
	if o.File != "" {
		file, err := openFile(o.File)
		if err != nil {
			return nil, err
		}
		r.file = file
		destination = file
	}
	var err error
	r.Recorder, err = recording.New(destination, o.Values...)
	if err != nil && r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	if err != nil {
		return nil, err
	}
	r.HideUnknown(learn.LooksSensitive(o.Catalog))
	r.OnError(o.Failed)
	return r, nil
}

// Close closes the file, and returns the first error of writing it.
func (r *Recording) Close() error {
	err := r.Err()
	if r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	if err != nil {
		return fmt.Errorf("the recording is not complete: %w", err)
	}
	return nil
}

// fileStart begins every recording.
const fileStart = `{"opgen":"recording"`

// openFile opens a file to append a recording, and locks it until it is closed: a line belongs
// to the header before it, so two recordings that are written at the same time could not be
// distinguished. The file must be empty or contain recordings.
func openFile(name string) (*os.File, error) {
	if strings.HasSuffix(name, ".gz") {
		return nil, fmt.Errorf("--output %s: recordings are not compressed; "+
			"remove .gz and compress the file afterwards, gen learn reads both", name)
	}
	// Reading from a pipe would block.
	device, err := output.OpenDevice(name)
	if device != nil || err != nil {
		return device, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if err := claim(file); err != nil {
		return nil, errors.Join(fmt.Errorf("--output %s: %w", name, err), file.Close())
	}
	return file, nil
}

// claim locks a file, and checks that it is empty or contains recordings.
func claim(file *os.File) error {
	if isTaken := lock.TryLock(file); isTaken {
		return errors.New("another gen record writes to it; " +
			"choose another name, gen learn reads several files")
	}
	start := make([]byte, len(fileStart))
	n, err := io.ReadFull(file, start)
	if err != io.EOF && string(start[:n]) != fileStart {
		return errors.New("it is not a recording and was not changed; choose another name")
	}
	return nil
}
