// Command compare measures opgen and other generators side by side, and prints
// docs/performance.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/page"
	"example.com/opgen/bench/internal/peer"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// run parses the flags, measures and writes the page.
func run(args []string) error {
	flags := flag.NewFlagSet("compare", flag.ExitOnError)
	c := compare.Comparison{Log: os.Stderr, Compile: 1}
	quick := flags.Bool("quick", false,
		"measure only the shipped catalog, once; any failure is an error")
	sizes := flags.String("times", "1,10,36",
		"sizes of the catalogs, as multiples of the shipped one")
	peers := flags.String("peers", "",
		"generators to compare with, separated by commas; all by default")
	flags.IntVar(&c.Compile, "compile", 1,
		"compile the code of catalogs up to this multiple of the shipped one")
	flags.IntVar(&c.Runs, "runs", 5, "runs of each generator")
	flags.IntVar(&c.Rounds, "rounds", 7, "rounds of measuring calls")
	flags.DurationVar(&c.Each, "each", 200*time.Millisecond,
		"duration of each measurement of calls")
	flags.DurationVar(&c.Load, "load", 30*time.Second,
		"duration of the load from all processors; 0 turns it off")
	flags.DurationVar(&c.Limit, "limit", 150*time.Second, "time limit of a generator")
	output := flags.String("output", "", "file for the page; standard output by default")
	results := flags.String("results", "",
		"file for the measurements, in JSON; -print reads them from it")
	print := flags.Bool("print", false, "measure nothing; print the measurements in -results")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *quick {
		*sizes = "1"
		c.Compile = 0
		c.Runs = 1
		c.Rounds = 1
		c.Each = time.Millisecond
		c.Load = 100 * time.Millisecond
	}
	for _, n := range strings.Split(*sizes, ",") {
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 {
			return fmt.Errorf("-times: %q is not a positive integer", n)
		}
		c.Times = append(c.Times, i)
	}
	for i, p := range peer.All {
		if i == 0 || *peers == "" || slices.Contains(strings.Split(*peers, ","), p.Name) {
			c.Peers = append(c.Peers, p)
		}
	}
	result, err := measured(&c, *results, *print)
	if err != nil {
		return err
	}
	if failed := result.Set.Failures(); *quick && failed != nil {
		return failed
	}
	command := append([]string{"go run -C bench ./cmd/compare"}, asked(flags)...)
	return write(result, *output, strings.Join(command, " "))
}

// asked returns the given flags that affect the measurements.
func asked(flags *flag.FlagSet) []string {
	var all []string
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "output" && f.Name != "results" && f.Name != "print" {
			all = append(all, "-"+f.Name+"="+f.Value.String())
		}
	})
	return all
}

// measured measures and saves the result, or reads a saved result.
func measured(c *compare.Comparison, file string, read bool) (*compare.Result, error) {
	if read {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		result := new(compare.Result)
		return result, json.Unmarshal(text, result)
	}
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return nil, err
	}
	c.Bench = filepath.Dir(strings.TrimSpace(string(gomod)))
	if _, err := os.Stat(filepath.Join(c.Bench, "cmd", "compare")); err != nil {
		return nil, errors.New("run this in the folder bench, or with go run -C bench ./cmd/compare")
	}
	c.Work, err = os.MkdirTemp("", "compare")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(c.Work)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := c.Run(ctx)
	if err != nil || file == "" {
		return result, err
	}
	text, err := json.MarshalIndent(result, "", "\t")
	if err != nil {
		return nil, err
	}
	return result, os.WriteFile(file, text, 0o644)
}

// write writes the page.
func write(result *compare.Result, output, command string) error {
	text, err := page.Markdown(result, command)
	if err != nil {
		return err
	}
	if output == "" {
		_, err := fmt.Print(text)
		return err
	}
	return os.WriteFile(output, []byte(text), 0o644)
}
