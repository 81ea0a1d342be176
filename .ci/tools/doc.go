// Package tools holds no code. Its module pins the tools that check this repository.
package tools
