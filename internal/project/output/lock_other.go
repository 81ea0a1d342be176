//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package output

import "errors"

// lockFolder cannot lock a folder on this system.
func lockFolder(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }
