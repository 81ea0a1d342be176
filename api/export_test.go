package api

import "context"

// ServeText serves a body that has been read, as a handler does with it.
func ServeText(ctx context.Context, r Route, text string, b []byte) ([]byte, error) {
	d := borrowDecoder(text, requestLimits)
	defer d.giveBack()
	return r.serve(ctx, d, b)
}

// PathOf returns the path of a route.
func PathOf(r Route) string { return r.operation.Path }
