package uptodate

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
)

// buildID is a build ID as the go command writes it into an executable: hashes of
// what it was built from and, last, of what came out. An ELF file has it in a
// note, others have it before the code.
var buildID = regexp.MustCompile(`Go(?:\x00\x00| build ID: ")[\w-]{20}(?:/[\w-]{20}){3}`)

// executable returns what identifies this executable.
func executable() (string, error) {
	if runtime.GOOS == "linux" { // where the name may be that of another file by now
		return identify("/proc/self/exe")
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	return identify(name)
}

// identify returns the build ID of an executable, which is at its beginning: to
// hash all of it takes longer than gen takes to start. Where it was built without
// one, its hash is returned.
func identify(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	start, err := io.ReadAll(io.LimitReader(file, 32<<10))
	if err != nil {
		return "", err
	}
	if id := buildID.Find(start); id != nil {
		return string(id), nil
	}
	h := sha256.New()
	h.Write(start)
	_, err = io.Copy(h, file)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
