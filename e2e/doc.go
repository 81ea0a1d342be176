// Package e2e holds tests alone: what gen writes, as others read it.
package e2e
