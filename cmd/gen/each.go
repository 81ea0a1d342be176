package main

// each returns f of every element. It is never nil, so that an empty list is [] in JSON.
func each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = f(v)
	}
	return out
}
