// Load measures the insurance service in the sandbox over the loopback, and prints a table:
//
//	go run -C sandbox ./cmd/load -contacts 0,100000,1000000 -postgres postgres://...
//
// Each row is some seconds of one kind of call from several clients, over SQLite or
// PostgreSQL and one or two processes. Deep pages are in the last tenth of the contacts.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/opgen/api"
)

var (
	contacts = flag.String("contacts", "0,100000", "numbers of contacts")
	server   = flag.String("postgres", "", "URL of an empty PostgreSQL database; without it, SQLite alone is measured")
	file     = flag.String("sqlite", "", "file of SQLite, also one of an earlier run; a temporary one without it")
	duration = flag.Duration("time", 3*time.Second, "of each row")
	clients  = flag.Int("clients", 8, "that call at the same time")
	serving  = flag.String("serve", "", "serve this database, and print the address: what load calls itself with")
)

func main() {
	flag.Parse()
	f := measure
	if *serving != "" {
		f = serve
	}
	if err := f(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve serves until its input ends.
func serve() error {
	s, err := open(*serving)
	if err != nil {
		return err
	}
	box, err := service(s)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/", box)
	mux.HandleFunc("/heap", func(w http.ResponseWriter, _ *http.Request) {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Fprint(w, m.HeapAlloc)
	})
	server := api.NewServer(mux)
	go server.Serve(listener)
	fmt.Printf("http://%s\n", listener.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func measure() error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	databases := []struct{ name, at string }{{"SQLite", filepath.Join(dir, "sandbox.db")}}
	if *file != "" {
		databases[0].at = *file
	}
	if *server != "" {
		databases = append(databases, struct{ name, at string }{"PostgreSQL", *server})
	}
	fmt.Printf("| contacts | database | processes | call | requests/s | p50 | p99 | heap of each |\n|--:|---|--:|---|--:|--:|--:|--:|\n")
	for _, text := range strings.Split(*contacts, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("-contacts: %w", err)
		}
		for _, db := range databases {
			known, err := prepare(db.at, n)
			if err != nil {
				return err
			}
			for processes := range 2 {
				if err := rows(fmt.Sprintf("| %d | %s | %d |", n, db.name, processes+1), db.at, processes+1, n, known); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// prepare fills a database, and returns ids that it has.
func prepare(at string, n int) ([]string, error) {
	s, err := open(at)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	box, err := service(s)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	if err := fill(box, n); err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "%d contacts after %v\n", n, time.Since(start).Round(time.Second))
	return ids(box, 1000)
}

// rows measures each kind of call.
func rows(head, at string, processes, n int, known []string) error {
	var addresses []string
	for range processes {
		child := exec.Command(os.Args[0], "-serve", at)
		child.Stderr = os.Stderr
		in, err := child.StdinPipe()
		if err != nil {
			return err
		}
		out, err := child.StdoutPipe()
		if err != nil {
			return err
		}
		if err := child.Start(); err != nil {
			return err
		}
		defer child.Wait()
		defer in.Close()
		address, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			return err
		}
		addresses = append(addresses, strings.TrimSpace(address))
	}
	kinds := []struct {
		call
		text func() string
	}{
		{read, func() string { return known[rand.N(len(known))] }},
		{search, func() string { return name(rand.N(n)) }},
		{page, func() string { return strconv.Itoa(1 + rand.N(10)) }},
		{call{"deep page", page.operation, page.body}, func() string { return strconv.Itoa(n/20 - rand.N(1+n/200)) }},
		{create, func() string { return name(rand.N(1 << 30)) }},
	}
	for _, kind := range kinds {
		if n == 0 && kind.name != "create" {
			continue
		}
		took, failed := calls(addresses, kind.call, kind.text)
		if len(took) == 0 || failed != "" {
			return fmt.Errorf("%s: %d calls, the last failure: %s", kind.name, len(took), failed)
		}
		slices.Sort(took)
		fmt.Printf("%s %s | %.0f | %v | %v | %s MB |\n", head, kind.name, float64(len(took))/duration.Seconds(),
			took[len(took)/2].Round(10*time.Microsecond), took[len(took)*99/100].Round(10*time.Microsecond), heap(addresses[0]))
	}
	return nil
}

// calls calls for the duration, and returns how long each call took.
func calls(addresses []string, c call, text func() string) (all []time.Duration, failed string) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: *clients}}
	defer client.CloseIdleConnections()
	end := time.Now().Add(*duration)
	var mu sync.Mutex
	var running sync.WaitGroup
	for i := range *clients {
		running.Go(func() {
			var took []time.Duration
			wrong := ""
			for time.Now().Before(end) && wrong == "" {
				start := time.Now()
				res, err := client.Do(c.request(addresses[i%len(addresses)], text()))
				if err != nil {
					wrong = err.Error()
					break
				}
				body, err := io.ReadAll(res.Body)
				res.Body.Close()
				if took = append(took, time.Since(start)); err != nil || res.StatusCode != http.StatusOK {
					wrong = fmt.Sprintf("%s %v: %.200s", res.Status, err, body)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, took...)
			failed += wrong
		})
	}
	running.Wait()
	return all, failed
}

func heap(address string) string {
	res, err := http.Get(address + "/heap")
	if err != nil {
		return err.Error()
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	n, _ := strconv.ParseFloat(string(text), 64)
	return fmt.Sprintf("%.1f", n/1e6)
}
