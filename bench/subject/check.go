package subject

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
)

var ctx = context.Background()

// check returns an error if the subject does not work: encoding a request yields its body,
// the server decodes the body, and calls succeed.
func check(sizes []Size, calls []Call, bodies [][]byte) error {
	for i, size := range sizes {
		encoded, err := calls[i].Encode()
		if err != nil {
			return fmt.Errorf("%s: encode: %w", size.Name, err)
		}
		var got, want any
		if err := json.Unmarshal(encoded, &got); err != nil {
			return fmt.Errorf("%s: invalid JSON: %w", size.Name, err)
		}
		if err := json.Unmarshal(bodies[i], &want); err != nil {
			return err
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s: encoded as a different value:\n%s\n%s", size.Name, encoded, bodies[i])
		}
		if err := calls[i].Decode(bodies[i]); err != nil {
			return fmt.Errorf("%s: decode: %w", size.Name, err)
		}
		if err := calls[i].Do(ctx); err != nil {
			return fmt.Errorf("%s: call: %w", size.Name, err)
		}
	}
	return nil
}

// Refused are bodies of new_contact that break a rule of the service or of JSON.
var Refused = []struct {
	Name string
	Body string
}{
	{"a required field is missing", `{"addresses":[{}]}`},
	{"a list has too few items", `{"name":"x","addresses":[]}`},
	{"a name is blank", `{"name":" ","addresses":[{}]}`},
	{"a key is unknown", `{"name":"x","addresses":[{}],"nmae":"y"}`},
	{"a key is repeated", `{"name":"x","name":"y","addresses":[{}]}`},
	{"a string is not valid UTF-8", "{\"name\":\"\xff\",\"addresses\":[{}]}"},
	{"text follows the object", `{"name":"x","addresses":[{}]} {}`},
}

// refusals reports for each of [Refused] whether a server refuses it.
func refusals(server http.Handler) []bool {
	var all []bool
	for _, r := range Refused {
		q := httptest.NewRequest(http.MethodPost, Sizes[1].Path, strings.NewReader(r.Body))
		q.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, q)
		all = append(all, w.Code >= 400)
	}
	return all
}

// CheckResponse returns an error if a response is not [Response].
func CheckResponse(id string) error {
	if id != "c-123456" {
		return fmt.Errorf("unexpected contact_id %q", id)
	}
	return nil
}

// Reader is a body that can be read more than once.
type Reader struct{ bytes.Reader }

func (*Reader) Close() error { return nil }
