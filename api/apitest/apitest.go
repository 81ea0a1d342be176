// Package apitest is used by generated tests, and can be used by your own tests of generated
// code.
//
// A generated test of an area serves its routes by [Serve], with a service that only records, and calls
// them with a client. [TryVectors] then tests what is sent and what is refused, by the wire vectors of
// the catalog, and [TryOutcomes] how responses and failures are read and written. Both test a client
// and a server against texts, not against each other, so that an error on both sides is found.
package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"example.com/opgen/api"
)

// Serve serves routes over HTTP until the test ends, records the received bodies in r, and
// returns a caller. The service of the routes calls [Record] for each request:
//
//	r := new(apitest.Recorder)
//	caller := apitest.Serve(t, r, Routes(recording{r}))
//	client := NewClientWithCaller(caller)
//
// A Recorder holds one request at a time, so calls must not be concurrent.
func Serve(t testing.TB, r *Recorder, routes []api.Route) *api.Caller {
	t.Helper()
	h, err := api.NewHandler(routes, api.WithServerAnonymous(), api.WithServerMiddleware(r.setSiblings))
	if err != nil {
		t.Fatal(err)
	}
	r.handler = h
	server := httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(server.Close)
	caller, err := api.NewCaller(server.URL, api.WithHTTPClient(server.Client()))
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

// Recorder records the last body and request that the service of a test received, and holds
// its response.
type Recorder struct {
	handler  http.Handler // of the service
	body     []byte       // the last one that was received, nil for none
	request  any          // a pointer to the request that reached the service, nil for none
	response any          // a pointer to the response of the service
	outcome  served       // of tests of whole responses
}

// serve records the request and the response, which is that of the service unless the test
// of an outcome has a reply. It is the part of the server between the network and the handler.
func (r *Recorder) serve(w http.ResponseWriter, req *http.Request) {
	r.body, _ = io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(r.body))
	sent := httptest.NewRecorder()
	if r.outcome.status == 0 {
		r.handler.ServeHTTP(sent, req)
	} else {
		sent.Header().Set("Content-Type", "application/json")
		sent.WriteHeader(r.outcome.status)
		sent.WriteString(r.outcome.reply)
	}
	r.outcome.sent = sent
	maps.Copy(w.Header(), sent.Header())
	w.WriteHeader(sent.Code)
	w.Write(sent.Body.Bytes())
}

// Record records a request and returns the response, or the failure of the outcome that is tested. A
// service for tests calls it in each of its methods:
//
//	func (s recording) GetClaim(_ context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
//		return apitest.Record[GetClaimResponse](s.r, req)
//	}
func Record[Res any](r *Recorder, request any) (*Res, error) {
	r.request = request
	if r.outcome.failure != nil {
		return nil, r.outcome.failure
	}
	return r.response.(*Res), nil
}

// sameJSON compares two texts with another implementation than the one that wrote them. It
// compares numbers as text.
func sameJSON(t testing.TB, got, want []byte) bool {
	t.Helper()
	var values [2]any
	for i, text := range [][]byte{got, want} {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&values[i]); err != nil {
			t.Fatal(err)
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}

// Equal compares two structs field by field, and reports the name of each field that differs.
// It does not print the values, since they may be personal data. got and want are pointers of one
// type; the test ends if they are not.
func Equal(t testing.TB, got, want any) {
	t.Helper()
	if reflect.TypeOf(got) != reflect.TypeOf(want) {
		t.Fatalf("got a %T, want a %T", got, want)
	}
	gotFields := reflect.ValueOf(got).Elem()
	for field, value := range reflect.ValueOf(want).Elem().Fields() {
		gotValue := gotFields.FieldByIndex(field.Index).Interface()
		if !reflect.DeepEqual(gotValue, value.Interface()) {
			t.Errorf("%T: field %s is not what was expected", want, field.Name)
		}
	}
}
