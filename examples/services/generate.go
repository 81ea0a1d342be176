// Package services shows catalogs of services of the outside world. The code that is
// generated from them is not committed: run "go generate" first.
package services

//go:generate go tool gen
