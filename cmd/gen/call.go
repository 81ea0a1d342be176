package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// This file has the flags of gen call and the order of its steps: read the request, check it, and
// then send it, or print it in another form. call_print.go prints outcomes.

// urlVariable is the environment variable with the base URL of the service.
const urlVariable = "OPGEN_URL"

// callFlags are the flags of gen call.
type callFlags struct {
	url         string
	data        string
	hasData     bool
	credentials string
	key         string
	codes       []string
	timeout     time.Duration
	sensitive   bool
	readOnly    bool
	follow      bool
	timing      bool
	dryRun      bool
	curl        bool
	golang      bool
	check       bool
	output      choice
}

// newCall returns gen call. Its exit codes tell scripts whether the service may have received the
// request, since only a call that was not sent is safe to repeat.
func newCall(f *flags) *cobra.Command {
	c := callFlags{output: choice{value: "text", words: []string{"text", "json"}}}
	cmd := &cobra.Command{
		Use:   "call AREA.OPERATION [KEY=VALUE ...]",
		Short: "Call an operation of a service, without generated code",
		Long: `call sends what a generated client sends: values by the types of their fields, with
defaults, rules and retries. A request that breaks a rule is refused with all
violations, and nothing is sent.

KEY is a field or a path, such as contact.name or addresses[0].type. VALUE is read by the
type of the field: page=2, active=false, agent_ids=a,b. KEY:=JSON sets any JSON. In place
of these, --data takes the whole request.

The service is at --url, in ` + urlVariable + ` or at the url of the target in ` + settings.Name + `.
Credentials are read from ` + credentials.Variable + ` or from the --credentials file, as
gen verify reads them.

The response is printed without sensitive values. If the catalog does not describe it,
nothing is printed. --show-sensitive prints everything.

Exit codes: 0 if the call succeeds, 1 if it fails or its outcome cannot be printed, 2 if
nothing was sent. With --check: 0 if all requests are valid, 1 if not, 2 if they cannot
be read.`,
		Example: `  gen call claims.get_claim claim_number=CLM-1 --url http://127.0.0.1:8080
  gen call contacts.new_contact name=Ada 'addresses[0].type=Mailing' --dry-run
  gen call contacts.search_contacts query=Ada --all
  gen call contacts.new_contact --data @requests.jsonl --check`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name an operation, such as claims.get_claim; gen list shows them")
			}
			if strings.Contains(args[0], "=") { // it may hold a value, which is not repeated
				return errors.New("name an operation, such as claims.get_claim, before KEY=VALUE")
			}
			c.hasData = cmd.Flags().Changed("data")
			return c.checkFlags(args[1:])
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, f, args) },
		ValidArgsFunction: completeCall(f),
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	c.addFlags(cmd)
	return cmd
}

// addFlags adds the flags of gen call alone.
func (c *callFlags) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&c.url, "url", "",
		"the base `URL` of the service, in place of "+urlVariable+" or "+settings.Name)
	set.StringVar(&c.data, "data", "",
		"the request as `JSON`; @FILE reads a file, - the standard input")
	set.StringVar(&c.credentials, "credentials", "",
		"a `file` with credentials, in place of "+credentials.Variable)
	_ = cmd.MarkFlagFilename("credentials")
	set.StringVar(&c.key, "idempotency-key", "",
		"the `key` of a write that may be repeated, by default a new one")
	set.StringArrayVar(&c.codes, "codes", nil,
		"a table of codes that replace names, as `TABLE=NAME:CODE,NAME:CODE`; repeatable")
	set.DurationVar(&c.timeout, "timeout", 30*time.Second, "the `time` limit of each attempt")
	set.BoolVar(&c.sensitive, "show-sensitive", false, "print sensitive and undescribed values, too")
	set.BoolVar(&c.readOnly, "read-only", false, "refuse operations that write")
	set.BoolVar(&c.follow, "all", false, "follow pages, and print one item a line")
	set.BoolVar(&c.timing, "timing", false,
		"print status and time of each attempt on the standard error")
	set.BoolVar(&c.dryRun, "dry-run", false, "print what would be sent")
	set.BoolVar(&c.curl, "curl", false, "print the call as a command line of curl")
	set.BoolVar(&c.golang, "go", false, "print the call as Go that uses the generated client")
	set.BoolVar(&c.check, "check", false, "only say which of one or more requests are valid")
	c.output.addFlag(cmd, "output", "the `format` of the outcome: text or json")
}

// checkFlags returns an error that names all flags that contradict each other.
func (c *callFlags) checkFlags(args []string) error {
	var problems []string
	if c.hasData && len(args) > 0 {
		problems = append(problems, "--data takes the whole request, so no KEY=VALUE can be added")
	}
	if c.hasData && strings.TrimPrefix(c.data, "@") == "" {
		problems = append(problems, "--data is empty; expected JSON, such as {}, or @FILE")
	}
	modes := c.modes()
	if len(modes) > 1 {
		problems = append(problems, "choose one of "+wording.List(modes, "and"))
	}
	isJSON := c.output.value == "json"
	if isJSON && len(modes) > 0 {
		problems = append(problems, modes[0]+" excludes --output json, which is about a response")
	}
	if c.timing && len(modes) > 0 {
		problems = append(problems, modes[0]+" excludes --timing, which is about one call")
	}
	if c.key != "" && (c.curl || c.golang || c.check || c.follow) {
		problems = append(problems, modes[0]+" excludes --idempotency-key")
	}
	if c.timeout <= 0 {
		problems = append(problems, "--timeout must be a positive time, such as 10s")
	}
	if problems != nil {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

// modes returns the flags with which gen call does something other than one call.
func (c *callFlags) modes() []string {
	var modes []string
	for _, mode := range []struct {
		name  string
		isSet bool
	}{
		{"--dry-run", c.dryRun},
		{"--curl", c.curl},
		{"--go", c.golang},
		{"--check", c.check},
		{"--all", c.follow},
	} {
		if mode.isSet {
			modes = append(modes, mode.name)
		}
	}
	return modes
}

// run reads the request and does with it what the mode says. Nothing is sent before everything that
// can be wrong with the request is known.
func (c *callFlags) run(cmd *cobra.Command, f *flags, args []string) error {
	target, loaded, err := f.loadTarget()
	if err != nil {
		return err
	}
	described := loaded.ByName()[args[0]]
	if described == nil {
		return noOperation(loaded, args[0])
	}
	op := interpreter.New(described)
	if c.check {
		return c.checkAll(cmd, op, args[1:])
	}
	request, err := c.read(cmd, op, args[1:])
	if err != nil {
		return err
	}
	if c.readOnly && op.Effect != catalog.Read {
		return fmt.Errorf("%s writes, and --read-only refuses that", op)
	}
	if len(request.Violations) > 0 {
		return c.refuse(cmd, op, request)
	}
	if c.curl || c.golang {
		return c.printAs(cmd, op, request, target)
	}
	secrets, err := credentials.Read(c.credentials)
	if err != nil {
		return err
	}
	made, err := c.newCall(cmd.Context(), target, loaded, op, secrets)
	if err != nil {
		return err
	}
	made.Request = request.Given
	if c.dryRun {
		return c.printDryRun(cmd, made, secrets)
	}
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	if c.follow {
		return c.printItems(ctx, cmd, made)
	}
	return c.print(cmd, op, made.Send(ctx))
}

// noOperation returns the error for an operation that does not exist.
func noOperation(c *catalog.Catalog, name string) error {
	var names []string
	for op := range c.Operations() {
		names = append(names, op.String())
	}
	hint := wording.DidYouMean(name, names)
	if hint == "" {
		hint = "; gen list shows the operations"
	}
	return fmt.Errorf("there is no operation %s%s", wording.Quote(name), hint)
}

// read returns the request in the arguments or in --data.
func (c *callFlags) read(
	cmd *cobra.Command, op *interpreter.Operation, args []string,
) (*call.Request, error) {
	text, source, err := c.text(cmd, op, args)
	if err != nil {
		return nil, err
	}
	if len(c.codes) > 0 {
		text, err = c.replaceNames(op, text)
		if err != nil {
			return nil, err
		}
	}
	request, err := call.Check(op, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return request, nil
}

// replaceNames replaces names by the codes of --codes.
func (c *callFlags) replaceNames(op *interpreter.Operation, text string) (string, error) {
	tables, err := call.ParseTables(c.codes)
	if err != nil {
		return "", fmt.Errorf("--codes: %w", err)
	}
	return tables.Replace(op.Operation, text)
}

// text returns the JSON of the request, and where it is from.
func (c *callFlags) text(
	cmd *cobra.Command, op *interpreter.Operation, args []string,
) (text, source string, err error) {
	name, isFile := strings.CutPrefix(c.data, "@")
	switch {
	case !c.hasData:
		text, err = call.Arguments(op.Operation, args)
		return text, "the arguments", err
	case c.data == targets.Stdin:
		content, err := io.ReadAll(cmd.InOrStdin())
		return string(content), targets.StdinName, err
	case isFile:
		content, err := textfile.Read(name)
		return string(content), name, err
	}
	return c.data, "--data", nil
}

// newCall returns a call without its request.
func (c *callFlags) newCall(
	ctx context.Context, target *targets.Target, loaded *catalog.Catalog,
	op *interpreter.Operation, secrets *credentials.Credentials,
) (*call.Call, error) {
	base, err := c.service(target)
	if err != nil {
		return nil, err
	}
	opts := secrets.WithoutTokens()
	if !c.dryRun {
		service := credentials.Service{URL: base, Catalog: loaded, Hosts: []string{base.Host}}
		opts, err = secrets.CallOptions(ctx, service)
		if err != nil {
			return nil, err
		}
	}
	made := call.New(op, base.String(), c.timeout)
	made.Options = opts
	if c.key != "" {
		made.SetKey(c.key)
	}
	return made, nil
}

// service returns the base URL of the service. A dry run needs none.
func (c *callFlags) service(target *targets.Target) (*url.URL, error) {
	name, text := "--url", c.url
	if text == "" {
		name, text = urlVariable, os.Getenv(urlVariable)
	}
	if text == "" {
		name, text = "url in "+settings.Name, target.URL
	}
	if text == "" && (c.dryRun || c.curl) {
		return url.Parse("http://SERVICE")
	}
	if text == "" {
		return nil, fmt.Errorf("where is the service? Set --url, %s or url in %s, "+
			"such as http://127.0.0.1:8080", urlVariable, settings.Name)
	}
	const remedy = "put them into " + credentials.Variable + " instead, as basic NAME:SECRET"
	return credentials.ServiceURL(name, text, remedy)
}

// checkAll says which requests are valid. They are one after the other in one text, as in a file
// with a request on each line.
func (c *callFlags) checkAll(cmd *cobra.Command, op *interpreter.Operation, args []string) error {
	text, source, err := c.text(cmd, op, args)
	if err != nil {
		return err
	}
	d := json.NewDecoder(strings.NewReader(text))
	checked, refused := 0, 0
	for {
		var next json.RawMessage
		err := d.Decode(&next)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: request %d is not JSON: %w", source, checked+1, err)
		}
		checked++
		if !sayIfInvalid(cmd.OutOrStdout(), op, checked, string(next)) {
			refused++
		}
	}
	if checked == 0 {
		return fmt.Errorf("%s: there is no request to check", source)
	}
	err = say(cmd.OutOrStdout(), "%s: %d of %s valid",
		op, checked-refused, wording.Count(checked, "request"))
	if err != nil {
		return err
	}
	if refused > 0 {
		return errFound
	}
	return nil
}

// sayIfInvalid reports whether a request is valid, and prints what is wrong with it otherwise.
func sayIfInvalid(w io.Writer, op *interpreter.Operation, number int, text string) (isValid bool) {
	request, err := call.Check(op, text)
	if err != nil {
		say(w, "request %d: %v", number, err)
		return false
	}
	if len(request.Violations) == 0 {
		return true
	}
	say(w, "request %d breaks %s:", number, wording.Count(len(request.Violations), "rule"))
	for _, line := range call.Lines(request.Violations) {
		fmt.Fprintln(w, line)
	}
	return false
}
