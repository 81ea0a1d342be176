// Package services has catalogs of public services. Their generated code is not
// committed: run "go generate" first.
package services

//go:generate go tool gen
