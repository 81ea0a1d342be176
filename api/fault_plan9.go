package api

import "syscall"

// The errors of Plan 9 are texts.
const (
	errnoRefused = syscall.ErrorString("connection refused")
	errnoReset   = syscall.ErrorString("connection reset")
)
