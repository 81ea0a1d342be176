//go:build !plan9

package api

import "syscall"

const (
	errnoRefused = syscall.ECONNREFUSED
	errnoReset   = syscall.ECONNRESET
)
