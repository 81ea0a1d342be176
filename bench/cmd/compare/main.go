// Command compare measures opgen and other generators side by side, and prints
// docs/performance.md.
//
// Measuring takes hours, and printing must be repeatable. So -results keeps the measurements, and
// -print makes the page of them again, with the flags of the measurement.
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

// options are the flags that are not settings of the comparison itself.
type options struct {
	quick         bool
	sizes, peers  string // lists separated by commas
	output        string // the file for the page, "" for the standard output
	results       string // the file for the measurements
	onlyPrint     bool   // read the measurements
	measuredFlags string // the flags that affect the measurements, for the page
}

// run parses the flags, measures and writes the page.
func run(args []string) error {
	c := &compare.Comparison{Log: os.Stderr}
	o, err := parseFlags(c, args)
	if err != nil {
		return err
	}
	if o.quick {
		o.sizes = "1"
		makeQuick(c)
	}
	c.Times, err = parseSizes(o.sizes)
	if err != nil {
		return err
	}
	c.Peers = choosePeers(o.peers)
	result, err := measured(c, o.results, o.onlyPrint)
	if err != nil {
		return err
	}
	failed := result.Set.Failures()
	if o.quick && failed != nil {
		return failed
	}
	command := strings.TrimSpace("go run -C bench ./cmd/compare " + o.measuredFlags)
	return write(result, o.output, command)
}

// parseFlags reads the flags into the settings of the comparison and the options.
func parseFlags(c *compare.Comparison, args []string) (o options, err error) {
	flags := flag.NewFlagSet("compare", flag.ExitOnError)
	flags.BoolVar(&o.quick, "quick", false,
		"measure only the shipped catalog, once; any failure is an error")
	flags.StringVar(&o.sizes, "times", "1,10,36",
		"sizes of the catalogs, as multiples of the shipped one")
	flags.StringVar(&o.peers, "peers", "",
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
	flags.StringVar(&o.output, "output", "", "file for the page; standard output by default")
	flags.StringVar(&o.results, "results", "",
		"file for the measurements, in JSON; -print reads them from it")
	flags.BoolVar(&o.onlyPrint, "print", false,
		"measure nothing; print the measurements in -results")
	err = flags.Parse(args)
	o.measuredFlags = strings.Join(measuredFlags(flags), " ")
	return o, err
}

// makeQuick makes a comparison that only shows that everything works.
func makeQuick(c *compare.Comparison) {
	c.Compile = 0
	c.Runs = 1
	c.Rounds = 1
	c.Each = time.Millisecond
	c.Load = 100 * time.Millisecond
}

// parseSizes reads the sizes of catalogs, as multiples of the shipped one: "1,10,36".
func parseSizes(list string) (sizes []int, err error) {
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-times: %q is not a positive integer", text)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// choosePeers returns this generator, which everything is compared with, and those in a list, or all
// if the list is empty.
func choosePeers(list string) (peers []peer.Peer) {
	names := strings.Split(list, ",")
	for i, p := range peer.All {
		isSelf := i == 0
		if isSelf || list == "" || slices.Contains(names, p.Name) {
			peers = append(peers, p)
		}
	}
	return peers
}

// measuredFlags returns the flags of the command line that affect the measurements.
func measuredFlags(flags *flag.FlagSet) (all []string) {
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "output" && f.Name != "results" && f.Name != "print" {
			all = append(all, "-"+f.Name+"="+f.Value.String())
		}
	})
	return all
}

// measured measures and saves the result, or reads a saved result.
func measured(c *compare.Comparison, file string, onlyRead bool) (*compare.Result, error) {
	if onlyRead {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		result := new(compare.Result)
		return result, json.Unmarshal(text, result)
	}
	bench, err := benchFolder()
	if err != nil {
		return nil, err
	}
	c.Bench = bench
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

// benchFolder returns the folder of this module, in which the command must run.
func benchFolder() (string, error) {
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	folder := filepath.Dir(strings.TrimSpace(string(gomod)))
	if _, err := os.Stat(filepath.Join(folder, "cmd", "compare")); err != nil {
		return "", errors.New("run this in the folder bench, or with go run -C bench ./cmd/compare")
	}
	return folder, nil
}

// write writes the page, to the standard output if there is no file for it.
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
