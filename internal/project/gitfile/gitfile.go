// Package gitfile reads files from the working tree or from a git revision. It runs the git
// command, so it accepts every revision that git does.
package gitfile

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/opgen/internal/text/textfile"
)

// Source is a file in the working tree or in a revision.
type Source struct {
	Revision string // a git revision; "" is the working tree
	Path     string // path of the file, relative to the current folder; "-" is the standard input
	Tip      string // if Revision is a merge base, the revision that it is the base of
	Note     string // a notice about the choice of the revision, or ""
}

// Parse parses the source in an argument: "-" for the standard input, a file, "REVISION:FILE",
// or "REVISION", which leaves the path empty. If a file and a revision have the same name, the file
// wins. FILE is relative to the root of the repository, as in git. If it begins with ./, it is
// relative to the current folder.
//
// REVISION may be "main...topic", the merge base of both, or "main...", the merge base of main
// and HEAD.
func Parse(text string) (Source, error) {
	if _, err := os.Stat(text); err == nil || text == "-" {
		return Source{Path: text}, nil
	}
	rev, file, hasFile := strings.Cut(text, ":")
	switch {
	case strings.HasPrefix(text, "-"):
		return Source{}, fmt.Errorf("%q is neither a file nor a revision", text)
	case rev == "":
		return Source{}, fmt.Errorf("%q names no revision; write REVISION:FILE", text)
	}
	s, err := revision(rev, text)
	switch {
	case err != nil:
		return Source{}, err
	case !hasFile:
	case strings.HasPrefix(file, "./") || strings.HasPrefix(file, "../"):
		s.Path = file
	default:
		root, err := git("rev-parse", "--show-cdup")
		if err != nil {
			return Source{}, err
		}
		s.Path = filepath.Join(filepath.FromSlash(root), filepath.FromSlash(file))
	}
	return s, nil
}

// revision returns the source of a revision in an argument.
func revision(rev, text string) (Source, error) {
	from, head, isBase := strings.Cut(rev, "...")
	if !isBase {
		return Source{Revision: rev}, checkRevision(rev, text)
	}
	from = cmp.Or(from, "HEAD")
	head = cmp.Or(head, "HEAD")
	if err := cmp.Or(checkRevision(from, from), checkRevision(head, head)); err != nil {
		return Source{}, err
	}
	base, hasSeveral, err := MergeBase(from, head)
	s := Source{Revision: base, Tip: from}
	if hasSeveral {
		s.Note = fmt.Sprintf("%s and %s have several merge bases; "+
			"gen compares with %s, which git lists first", from, head, s.Short())
	}
	return s, err
}

// Short returns the revision, or the beginning of its hash.
func (s Source) Short() string {
	if isHash(s.Revision) {
		return s.Revision[:12]
	}
	return s.Revision
}

// isHash matches the names of commits, with SHA-1 or SHA-256.
var isHash = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`).MatchString

// Beside returns the source of another file in the same revision or working tree, relative to
// the current folder.
func (s Source) Beside(path string) Source { return Source{Revision: s.Revision, Path: path} }

// String returns the source as a user would write it.
func (s Source) String() string {
	switch {
	case s.Path == "-":
		return "<stdin>"
	case s.Revision != "":
		return s.Short() + ":" + filepath.ToSlash(filepath.Clean(s.Path))
	default:
		return filepath.ToSlash(s.Path)
	}
}

// Read returns the text. If the file does not exist, the error wraps [fs.ErrNotExist].
func (s Source) Read() ([]byte, error) {
	switch {
	case s.Path == "-":
		return textfile.All(os.Stdin, s.String())
	case s.Revision == "":
		return textfile.Read(s.Path)
	}
	name, err := relative(s.Path)
	if err != nil {
		return nil, err
	}
	return blob{"", s.Revision, name, s.String()}.read()
}

// relative returns a path as git writes one that is relative to the current folder.
func relative(path string) (string, error) {
	if filepath.IsAbs(path) {
		dir, errDir := filepath.EvalSymlinks(filepath.Dir(path))
		workingFolder, errHere := os.Getwd()
		workingFolder, errLinks := filepath.EvalSymlinks(workingFolder)
		rel, errRel := filepath.Rel(workingFolder, filepath.Join(dir, filepath.Base(path)))
		if err := cmp.Or(errDir, errHere, errLinks, errRel); err != nil {
			return "", err
		}
		path = rel
	}
	return "./" + filepath.ToSlash(filepath.Clean(path)), nil
}

// checkRevision returns an error if git does not have the revision.
func checkRevision(rev, text string) error {
	if _, err := git("rev-parse", "--git-dir"); err != nil {
		return fmt.Errorf("%q is neither a file nor a revision: %w", text, err)
	}
	if _, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err == nil {
		return nil
	}
	if shallow, _ := git("rev-parse", "--is-shallow-repository"); shallow == "true" {
		return fmt.Errorf("%q is neither a file nor a revision that this clone has, which is shallow; "+
			"run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout", text)
	}
	return fmt.Errorf("%q is neither a file nor a revision of this repository; "+
		"commit or fetch first, or name another", text)
}

// git runs git in the current folder and returns its output without the final newline.
func git(args ...string) (string, error) { return gitIn("", args...) }

// gitIn is like git in another folder.
func gitIn(dir string, args ...string) (string, error) {
	output, err := runIn(dir, "the output of git", args...)
	return strings.TrimSuffix(string(output), "\n"), err
}

// runIn runs git in a folder and returns its output, up to the limit of a file. Errors show name.
func runIn(dir, name string, args ...string) ([]byte, error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	// A commit may contain a bare repository. If git used it, its configuration could run
	// commands. The configuration of the repository itself may also name commands: a file
	// monitor, which is disabled, and filters, external diffs and textconv, which the
	// subcommands used here never run.
	safe := []string{"-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, "git", append(safe, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("git is not installed, so revisions cannot be read; give files instead")
	}
	if err != nil {
		return nil, err
	}
	text, err := textfile.All(stdout, name)
	if err != nil {
		stop() // it may have more to write
		cmd.Wait()
		return nil, err
	}
	if err := cmd.Wait(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return nil, fmt.Errorf("git %s: %s", args[0], first)
	}
	return text, nil
}
