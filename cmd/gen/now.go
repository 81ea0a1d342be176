package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// nowFlag is the day as of which dates are judged: sunsets, the end of acceptances,
// and notice. It is today unless --now gives another.
type nowFlag struct{ given time.Time }

func (n *nowFlag) add(cmd *cobra.Command) {
	cmd.Flags().Var(n, "now", "judge dates as of this `date`, YYYY-MM-DD; by default today")
	_ = cmd.RegisterFlagCompletionFunc("now", cobra.NoFileCompletions)
}

// day returns the day.
func (n *nowFlag) day() time.Time {
	if n.given.IsZero() {
		return time.Now()
	}
	return n.given
}

func (n *nowFlag) Type() string { return "date" }

// String is "" unless a day was given, so that help shows no default.
func (n *nowFlag) String() string {
	if n.given.IsZero() {
		return ""
	}
	return n.given.Format(time.DateOnly)
}

func (n *nowFlag) Set(text string) (err error) {
	if n.given, err = time.Parse(time.DateOnly, text); err != nil {
		return errors.New("want a date YYYY-MM-DD")
	}
	return nil
}
