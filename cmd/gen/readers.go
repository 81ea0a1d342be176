package main

import (
	"context"
	"io"

	"example.com/opgen/internal/text/progress"
)

// progressReader is a reader that ends with a context and reports progress.
type progressReader struct {
	ctx context.Context
	io.Reader
	meter *progress.Meter
}

// Read reads nothing more once the context is done.
func (r progressReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.Reader.Read(p)
	r.meter.Add(n)
	return n, err
}

// interruptibleReader returns a reader that ends with a context, even during a Read of r: nobody
// types on a terminal while a program waits for its standard input. The goroutine that reads r
// ends with the process.
func interruptibleReader(ctx context.Context, r io.Reader) io.Reader {
	reader, writer := io.Pipe()
	context.AfterFunc(ctx, func() { writer.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(writer, r)
		writer.CloseWithError(err)
	}()
	return reader
}
