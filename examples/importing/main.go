// Command importing imports contacts from a CSV file with the columns name and email, and prints
// what became of each row. Run it again with the same file until no row is unclear: a row that was
// imported is not imported twice.
//
//	importing URL contacts.csv          # sends no contact, and lists rows that would not be sent
//	importing -send URL contacts.csv
//
// CLIENT_ID and CLIENT_SECRET are the credentials. Neither they nor contacts are printed.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/examples/importing/gen/contacts"
)

func main() {
	send := flag.Bool("send", false, "import the contacts, instead of only checking the file")
	rate := flag.Float64("rate", 20, "send at most so many requests a second")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("importing [-send] [-rate N] URL FILE")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	settled, err := importFile(ctx, flag.Arg(0), flag.Arg(1), *rate, *send)
	if err != nil {
		log.Fatal(err)
	}
	if !settled {
		os.Exit(1)
	}
}

// importFile imports the rows of a file and prints the outcome of each. It reports whether none is
// unclear.
func importFile(ctx context.Context, url, file string, rate float64, send bool) (settled bool, err error) {
	rows, batch, err := readRows(file)
	if err != nil {
		return false, err
	}
	client, err := newClient(url, rate)
	if err != nil {
		return false, err
	}
	create := func(ctx context.Context, i int, row *contacts.NewContactRequest) (string, error) {
		opts := []api.CallOption{api.WithBatchKey(batch, i)}
		if !send {
			opts = append(opts, api.WithDryRun(func(context.Context, api.DryRun) {}))
		}
		res, err := client.NewContact(ctx, row, opts...)
		if err != nil {
			return "", err
		}
		return res.ID, nil
	}
	counts := map[outcome]int{}
	for done := range api.Each(ctx, 8, slices.Values(rows), create) {
		o, detail := outcomeOf(done)
		counts[o]++
		fmt.Println(done.Index+2, o, detail) // the line in the file, after the header
	}
	begun := 0
	fmt.Fprint(os.Stderr, "in all: ")
	for _, o := range []outcome{imported, valid, refused, invalid, unclear} {
		begun += counts[o]
		fmt.Fprintf(os.Stderr, "%d %s, ", counts[o], o)
	}
	fmt.Fprintf(os.Stderr, "%d not begun\n", len(rows)-begun)
	return counts[unclear] == 0 && begun == len(rows), nil
}

// newClient returns a client that creates contacts and otherwise only reads.
func newClient(url string, rate float64) (*contacts.Client, error) {
	return contacts.NewClient(url,
		api.WithReadOnly("contacts.new_contact"),
		api.WithClientCredentials(api.ClientCredentials{
			TokenURL: url + "/oauth2/token",
			ID:       os.Getenv("CLIENT_ID"), Secret: os.Getenv("CLIENT_SECRET"),
		}),
		api.WithRateLimit(rate, max(1, int(rate/10))),
		api.WithRetry(api.RetryPolicy{MaxAttempts: 4, AttemptTimeout: 10 * time.Second}),
	)
}

// outcome is what became of a row.
type outcome string

const (
	imported outcome = "imported" // now or in an earlier run
	valid    outcome = "valid"    // in a dry run
	invalid  outcome = "invalid"  // not sent
	refused  outcome = "refused"  // the service decided against it
	unclear  outcome = "unclear"  // it may have been imported: run again
)

// outcomeOf returns the outcome of a row, and the id of the contact or what to do.
func outcomeOf(done api.Done[string]) (outcome, string) {
	failed, answered := errors.AsType[*api.Error](done.Err)
	broken, isBroken := errors.AsType[*api.ValidationError](done.Err)
	switch {
	case done.Err == nil:
		return imported, done.Value
	case errors.Is(done.Err, api.ErrDryRun):
		return valid, ""
	case answered && isFinal(failed.Status):
		return refused, failed.Error()
	case !answered && isBroken:
		return invalid, broken.Error()
	default:
		return unclear, done.Err.Error()
	}
}

// isFinal reports whether a status is the decision of the service about a row, which is the same
// the next time.
func isFinal(status int) bool {
	isPassing := status == 401 || status == 403 || status == 408 || status == 429
	return status >= 400 && status < 500 && !isPassing
}

// readRows returns a request for each row, and the name of the batch. It depends on the content: a
// changed file is another batch, whose rows are imported anew.
func readRows(file string) (rows []*contacts.NewContactRequest, batch string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	if len(records) == 0 || !slices.Equal(records[0], []string{"name", "email"}) {
		return nil, "", fmt.Errorf("%s: the first line must be name,email", file)
	}
	for _, record := range records[1:] {
		rows = append(rows, &contacts.NewContactRequest{Name: record[0], Email: record[1]})
	}
	return rows, fmt.Sprintf("%x", sha256.Sum256(text)), nil
}
