// Package e2e holds only tests. They check the output of gen with other programs.
package e2e
