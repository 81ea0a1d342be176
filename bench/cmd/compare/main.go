// Command compare measures opgen and the generators that people use side by side,
// and prints the page that says so.
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

func run(args []string) error {
	flags := flag.NewFlagSet("compare", flag.ExitOnError)
	c := compare.Comparison{Log: os.Stderr, Compile: 1}
	quick := flags.Bool("quick", false, "measure the shipped catalog alone, once; what does not work is an error")
	sizes := flags.String("times", "1,10,36", "how many times a catalog has the areas of the shipped one")
	peers := flags.String("peers", "", "generators to compare with, all where it is empty")
	flags.IntVar(&c.Compile, "compile", 1, "compile the code of catalogs up to so many times the shipped one")
	flags.IntVar(&c.Runs, "runs", 5, "how often a generator runs")
	flags.IntVar(&c.Rounds, "rounds", 7, "how often calls are measured")
	flags.DurationVar(&c.Each, "each", 200*time.Millisecond, "how long calls are measured each time")
	flags.DurationVar(&c.Load, "load", 30*time.Second, "how long calls are made from all processors, 0 for not at all")
	flags.DurationVar(&c.Limit, "limit", 150*time.Second, "how long a generator may take")
	output := flags.String("output", "", "file for the page, instead of the standard output")
	readme := flags.String("readme", "", "file into which the summary goes, between its marks")
	results := flags.String("results", "", "file for what was measured, in JSON; with -print, where that is read from")
	print := flags.Bool("print", false, "measure nothing and print -results")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *quick {
		*sizes, c.Compile, c.Runs, c.Rounds, c.Each, c.Load = "1", 0, 1, 1, time.Millisecond, 100*time.Millisecond
	}
	for _, n := range strings.Split(*sizes, ",") {
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 {
			return fmt.Errorf("-times: %q is no number of times", n)
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
	return write(result, *output, *readme, strings.Join(append([]string{"go run -C bench ./cmd/compare"}, asked(flags)...), " "))
}

// asked are the flags that say what is measured.
func asked(flags *flag.FlagSet) []string {
	var all []string
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "output" && f.Name != "readme" && f.Name != "results" && f.Name != "print" {
			all = append(all, "-"+f.Name+"="+f.Value.String())
		}
	})
	return all
}

// measured measures, and keeps what it came to, or reads what was kept.
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
		return nil, errors.New("run this in the folder bench, or by go run -C bench ./cmd/compare")
	}
	if c.Work, err = os.MkdirTemp("", "compare"); err != nil {
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

// write writes the page, and the summary into the file that has a place for it.
func write(result *compare.Result, output, readme, command string) error {
	text, err := page.Markdown(result, command)
	if err != nil {
		return err
	}
	if readme != "" {
		old, err := os.ReadFile(readme)
		if err != nil {
			return err
		}
		now, err := page.Insert(string(old), page.Summary(result))
		if err != nil {
			return fmt.Errorf("%s: %w", readme, err)
		}
		if err := os.WriteFile(readme, []byte(now), 0o644); err != nil {
			return err
		}
	}
	if output == "" {
		_, err := fmt.Print(text)
		return err
	}
	return os.WriteFile(output, []byte(text), 0o644)
}
