package main

// each returns f of every element. It is never nil, so that an empty list is [] in JSON.
func each[T, U any](elements []T, f func(T) U) []U {
	results := make([]U, len(elements))
	for i, v := range elements {
		results[i] = f(v)
	}
	return results
}
