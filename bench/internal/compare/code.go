package compare

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
)

// compile measures the compilation of the generated packages. Everything that they
// import is compiled before.
func (c *Comparison) compile(ctx context.Context, n int) {
	runs := c.Runs
	if n > 1 {
		runs = 1
	}
	c.inTurns(runs, n, []string{"compile"}, func(p peer.Peer) error {
		if c.set.Of("generate", p.Name, operations(n)) == nil {
			return errLate
		}
		cost, err := c.coldCompile(ctx, n, p)
		if err == nil {
			c.set.Add("compile", p.Name, operations(n), cost.CPU.Seconds())
		}
		return err
	})
}

// coldCompile compiles the code of a generator with an empty build cache.
func (c *Comparison) coldCompile(ctx context.Context, n int, p peer.Peer) (measure.Cost, error) {
	packages := "./" + p.Folder + "/..."
	listed, err := c.run(ctx, n, "go", "list", "-deps", packages)
	if err != nil {
		return measure.Cost{}, err
	}
	var imported []string
	for _, name := range strings.Fields(string(listed.Out)) {
		if !strings.HasPrefix(name, peer.Module+"/") && name != "unsafe" {
			imported = append(imported, name)
		}
	}
	build := func(cache string, packages ...string) (measure.Cost, error) {
		return measure.Run(ctx, c.dir(n), append(slices.Clip(environment), "GOCACHE="+cache), append([]string{"go", "build"}, packages...)...)
	}
	primed := filepath.Join(c.Work, "cache", "primed")
	if _, err := build(primed, imported...); err != nil {
		return measure.Cost{}, err
	}
	cold := filepath.Join(c.Work, "cache", "cold")
	if err := os.RemoveAll(cold); err != nil {
		return measure.Cost{}, err
	}
	if err := link(cold, primed); err != nil {
		return measure.Cost{}, err
	}
	return build(cold, packages)
}

// link makes a folder with hard links to the files of another one. That is safe,
// because the build cache writes each file only once.
func link(to, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		there := to + strings.TrimPrefix(name, from)
		if d.IsDir() {
			return os.MkdirAll(there, 0o755)
		}
		return os.Link(name, there)
	})
}

// Std is the command that is compared with the first commands of a contributor.
const Std = "go build std"

// The cases of the first commands.
const (
	Generating = "go generate"
	Testing    = "go generate, go test"
	Sandbox    = "go build of the sandbox"
)

// clone measures the commands that README begins with, each time with an empty build cache: those
// of a contributor, and the build that precedes the first response of the sandbox.
func (c *Comparison) clone(ctx context.Context) error {
	for range (c.Runs + 1) / 2 {
		std, err := c.withEmptyCache(ctx, Std)
		if err != nil {
			return err
		}
		add := func(in string, seconds float64) {
			c.set.Add("clone", peer.Self, in, seconds)
			c.set.Add("clone", Std, in, std[0])
		}
		own, err := c.withEmptyCache(ctx, "go generate ./...", "go test ./...")
		if err != nil {
			return err
		}
		add(Generating, own[0])
		add(Testing, own[0]+own[1])
		sandbox, err := c.withEmptyCache(ctx, "go build -C sandbox -o "+os.DevNull+" .")
		if err != nil {
			return err
		}
		add(Sandbox, sandbox[0])
	}
	return nil
}

// withEmptyCache runs commands one after another in the repository. The first one finds an empty
// build cache. It returns the CPU seconds of each.
func (c *Comparison) withEmptyCache(ctx context.Context, commands ...string) ([]float64, error) {
	cache, err := os.MkdirTemp(c.Work, "cache")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(cache)
	env := []string{"GOFLAGS=", "GOCACHE=" + cache}
	var seconds []float64
	for _, command := range commands {
		c.logf("%s with an empty cache", command)
		cost, err := measure.Run(ctx, filepath.Dir(c.Bench), env, strings.Fields(command)...)
		if err != nil {
			return nil, err
		}
		seconds = append(seconds, cost.CPU.Seconds())
	}
	return seconds, nil
}

// binaries measures the sizes of a program that makes one call and of one that
// serves every operation.
func (c *Comparison) binaries(ctx context.Context) {
	for _, subject := range append(peer.Names(c.Peers), peer.Bare) {
		for _, program := range []string{"client", "server"} {
			c.logf("link the %s of %s", program, subject)
			name := c.built(subject, program)
			_, err := c.run(ctx, 1, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", name, "./cmd/"+subject+"/"+program)
			var size os.FileInfo
			if err == nil {
				size, err = os.Stat(name)
			}
			if err != nil {
				c.set.Fail("binary", subject, program, err)
				continue
			}
			c.set.Add("binary", subject, program, float64(size.Size())/1e6)
		}
	}
}
