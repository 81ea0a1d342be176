package e2e

import (
	"bufio"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what commands print into docs/truth.md")

var (
	played     = regexp.MustCompile("(?ms)^<!-- e2e(?: ([\\w.]+))? -->\n```(\\w+)\n(.*?)^```$")
	theSandbox = regexp.MustCompile(`^go run \S+/sandbox@latest`)
	opened     = regexp.MustCompile(`/#\S+`) // the token of the sandbox
	// varying matches dates, and how often a fact is tried.
	varying = regexp.MustCompile(`\b20\d\d-\d\d(-\d\d)?\b|after \d+ calls`)
)

// docs/truth.md is one run in a separate module: its files, and the output of its commands.
func TestTruthPageIsOneRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the sandbox is compiled, and code is generated and compiled")
	}
	needs(t, "sh", "curl", "git")
	const page = "../docs/truth.md"
	text := string(read(t, page))
	p := newPlay(t)
	whole := played.ReplaceAllStringFunc(text, func(block string) string {
		m := played.FindStringSubmatch(block)
		if m[1] != "" {
			p.files[m[1]] = m[3]
			p.write()
			return block
		}
		return strings.Replace(block, m[3], p.session(m[3]), 1)
	})
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(whole), 0o644))
		return
	}
	require.Equal(t, varying.ReplaceAllString(text, ""), varying.ReplaceAllString(whole, ""),
		"where it is right: go test -C e2e . -run TestTruthPageIsOneRun -update")
}

// play is a run of commands in a module.
type play struct {
	*testing.T
	dir, sandbox string
	files        map[string]string // of the page, as it shows them
	listens      map[string]string // the addresses of commands, by those that the page shows
	jobs         []background
}

// The addresses of the page.
const (
	theService = "127.0.0.1:8080"
	theProxy   = "127.0.0.1:8081"
)

// background is a command that runs in the background.
type background struct {
	*exec.Cmd
	to   *io.PipeWriter
	rest chan string // its output after the beginning
}

func newPlay(t *testing.T) *play {
	sandbox, err := sandboxProgram()
	require.NoError(t, err)
	p := &play{T: t, dir: integrator(t), sandbox: sandbox, files: map[string]string{}, listens: map[string]string{}}
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "opgen.yaml"), []byte("settings: 1\ntargets:\n  insurance: {catalog: spec/operations.yaml, out: gen}\n"), 0o600))
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=Example",
		"-c", "user.email=example@example.com", "commit", "--quiet", "--message", "Start"}} {
		out, err := run(t, p.dir, nil, "git", args...)
		require.NoError(t, err, out)
	}
	t.Cleanup(func() {
		for _, j := range p.jobs {
			if j.ProcessState == nil {
				j.Process.Kill()
				j.Wait()
				j.to.Close()
			}
		}
	})
	return p
}

// real replaces the addresses of the page with the real ones.
func (p *play) real(text string) string {
	for shown, address := range p.listens {
		text = strings.ReplaceAll(text, shown, address)
	}
	return text
}

// usual does the reverse, and removes the folder.
func (p *play) usual(text string) string {
	for shown, address := range p.listens {
		text = strings.ReplaceAll(text, address, shown)
	}
	return strings.ReplaceAll(text, p.dir+"/", "")
}

// write writes the files of the page, with the addresses that are known.
func (p *play) write() {
	for name, text := range p.files {
		require.NoError(p, os.WriteFile(filepath.Join(p.dir, name), []byte(p.real(text)), 0o600))
	}
}

// session runs commands, and returns them with their output.
func (p *play) session(commands string) string {
	var b strings.Builder
	for command := range strings.SplitSeq(strings.TrimPrefix(commands, "$ "), "\n$ ") {
		line, _, _ := strings.Cut(strings.TrimSuffix(command, "\n"), "\n")
		b.WriteString("$ " + line + "\n")
		if printed := strings.Trim(opened.ReplaceAllString(p.usual(p.run(line)), "/#TOKEN"), "\n"); printed != "" {
			b.WriteString(printed + "\n")
		}
	}
	return b.String()
}

// run runs a command in a shell, and returns its output.
func (p *play) run(line string) string {
	if n, ok := strings.CutPrefix(line, "kill -INT %"); ok {
		return p.end(p.jobs[n[0]-'1'])
	}
	words := strings.NewReplacer("go tool gen record", command+" record --listen 127.0.0.1:0", "go tool gen", command, "go generate ./...", command).
		Replace(theSandbox.ReplaceAllString(line, p.sandbox+" --listen 127.0.0.1:0"))
	words, later := strings.CutSuffix(p.real(words), " &")
	words, quiet := strings.CutSuffix(words, " >/dev/null")
	cmd := exec.Command("sh", "-c", "exec "+words)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "XDG_STATE_HOME="+p.dir)
	if later {
		shown := theProxy
		if theSandbox.MatchString(line) {
			shown = theService
		}
		greeting := p.start(cmd, shown)
		if quiet {
			return ""
		}
		return greeting
	}
	out, err := cmd.CombinedOutput()
	exit, failed := err.(*exec.ExitError)
	require.True(p, err == nil || failed && exit.ExitCode() == 1, "%s: %v\n%s", line, err,
		out) // 1 is a finding
	return string(out)
}

// start starts a command in the background, and returns its first output, which ends with a
// line for a shell. It listens on a free port instead of the address on the page.
func (p *play) start(cmd *exec.Cmd, shown string) string {
	from, to := io.Pipe()
	cmd.Stdout, cmd.Stderr = to, to
	require.NoError(p, cmd.Start())
	j := background{cmd, to, make(chan string, 1)}
	p.jobs = append(p.jobs, j)
	lines := bufio.NewReader(from)
	var said strings.Builder
	for !strings.HasPrefix(last(said.String()), "curl ") {
		line, err := lines.ReadString('\n')
		require.NoError(p, err, said.String())
		said.WriteString(line)
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		j.rest <- string(rest)
	}()
	address := proxied.FindStringSubmatch(said.String())
	require.NotNil(p, address, said.String())
	p.listens[shown] = strings.TrimPrefix(address[1], "http://")
	p.write()
	return said.String()
}

// last returns the last line of a text.
func last(text string) string {
	text = strings.TrimSuffix(text, "\n")
	return text[strings.LastIndex(text, "\n")+1:]
}

// end interrupts a command, and returns its last output.
func (p *play) end(j background) string {
	require.NoError(p, j.Process.Signal(syscall.SIGINT))
	require.NoError(p, j.Wait())
	require.NoError(p, j.to.Close())
	return <-j.rest
}
