package main

import (
	"bufio"
	"bytes"
	"io"
)

// eachEvent calls f with the data of each server-sent event of one line.
func eachEvent(r io.Reader, f func(data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok {
			if err := f(data); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}
