package generator

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	rules "example.com/opgen/generator/testdata/complete/gen/constraints"
	"example.com/opgen/generator/testdata/complete/gen/things"
)

// What MarshalJSON writes, UnmarshalJSON reads, as a handler would.
func TestRequestsAreDecodedAsTheyAreEncoded(t *testing.T) {
	for _, r := range []json.Marshaler{
		&raw[things.OptionalRequest]{`{"text":"x","integer":3,"number":1.50,"object":{"k":12345678901234567890},"any":[1e3]}`},
		&raw[things.OptionalRequest]{`{"closed_record":{"x":1,"tags":"a,b"},"open_record":{"name":"x","further":{"k":[1]},"NAME":2}}`},
		&raw[things.OptionalRequest]{`{"closed_union":{".tag":"bag","name":"x","further":1},"open_union":{"kind":"unheard","of":2}}`},
		&raw[things.RequiredRequest]{required},
		&raw[things.NullableRequest]{`{"text":null,"integer":1,"object":null,"open_record":{"name":"x"},"list":null}`},
		&raw[things.NullItemsRequest]{`{"text":["x",null],"closed_record":{"k":null},"open_union":[null,{"kind":"alone"}]}`},
		&raw[things.TreeRequest]{`{"tree":{"type":"branch","left":{"type":"leaf","x":1},"by_name":{"k":{"type":"branch"}}}}`},
		&raw[rules.TextsRequest]{`{"name":"Ada","size":"small","decimal":"0.00","date":"2006-01-31"}`},
		&raw[rules.OthersRequest]{`{"count":1,"price":1.50,"on":true,"color":"red","mood":"good","ids":"a,b"}`},
		&raw[rules.SeveralRequest]{`{"c":[{"kind":"alone"}],"e":0,"further":{"k":null},"A":"another key"}`},
	} {
		text, err := json.Marshal(r)
		require.NoError(t, err)
		require.JSONEq(t, r.(interface{ String() string }).String(), string(text))
	}
	var others rules.OthersRequest
	require.NoError(t, json.Unmarshal([]byte(`{"ids":"a"}`), &others))
	require.Equal(t, 1, *others.Count, "the default, as the service gets it")
	for _, text := range []string{"{}", "null"} { // the catalog says that nothing is sent
		require.NoError(t, json.Unmarshal([]byte(text), new(rules.BodyRequest)))
	}
	require.Error(t, json.Unmarshal([]byte("nil"), new(rules.BodyRequest)))
}

const required = `{"text":"","boolean":false,"integer":0,"number":0,"object":{},"any":0,"unspecified":"","closed_enum":"","open_enum":"",` +
	`"closed_record":{"x":0},"open_record":{"name":""},"closed_union":{".tag":"none"},"open_union":{"kind":"nothing"},"list":[],"map":{}}`

// raw is the text of a request, which is encoded as the request decoded from it.
type raw[Req any] struct{ text string }

func (r *raw[Req]) String() string { return r.text }

func (r *raw[Req]) MarshalJSON() ([]byte, error) {
	var request Req
	if err := json.Unmarshal([]byte(r.text), &request); err != nil {
		return nil, err
	}
	return json.Marshal(request)
}

func TestRequestsThatAHandlerRefusesAreNotDecoded(t *testing.T) {
	for _, c := range []struct {
		into any
		text string
		want string
	}{
		{new(things.OptionalRequest), `{"txt":"x"}`, "/txt unknown-field"},
		{new(things.OptionalRequest), `{"TEXT":"x"}`, "/TEXT unknown-field"},
		{new(things.OptionalRequest), `{"text":1,"integer":1.5}`, "/text type, /integer type"},
		{new(things.OptionalRequest), `{"text":"x","text":"x"}`, "/text duplicate-field"},
		{new(things.OptionalRequest), `{"closed_record":{"x":1,"more":1}}`, "/closed_record/[redacted] unknown-field"},
		{new(things.OptionalRequest), `{"closed_record":{"x":1,"tags":["a"]}}`, "/closed_record/tags type"},
		{new(things.OptionalRequest), `{"closed_union":{".tag":"other"}}`, "/closed_union/.tag variant"},
		{new(things.OptionalRequest), `[]`, " type"},
		{new(things.OptionalRequest), `null`, " type"},
		{new(things.LenientListRequest), `{"x":1}`, "/x unknown-field"},
		{new(things.NullableRequest), `{"closed_record":{}}`, "/closed_record/x required"},
		{new(rules.BodyRequest), `{"x":1}`, "/x unknown-field"},
		{new(rules.TextsRequest), `{"date":"x"}`, "/name required, /date format"},
		{new(rules.SeveralRequest), `{"d":{"x":1}}`, " first-of"},
	} {
		err := json.Unmarshal([]byte(c.text), c.into)
		invalid, ok := err.(*api.ValidationError)
		require.True(t, ok, "%s: %v", c.text, err)
		var got []string
		for _, v := range invalid.Violations {
			got = append(got, v.Field+" "+v.Rule)
		}
		require.Equal(t, c.want, strings.Join(got, ", "), c.text)
	}

	request := rules.OthersRequest{Count: new(5)}
	err := json.Unmarshal([]byte(`{"count":6,"points":{"hunter2":{"x":""}}}`), &request)
	require.ErrorContains(t, err, "/points/*/x must be a number")
	require.NotContains(t, err.Error(), "hunter2")
	require.Equal(t, 5, *request.Count, "an error changes nothing")
}

// Decode copies the fields that a request shares with a response, whose other members a handler
// would refuse.
func TestDecodeCopiesAResponseIntoARequest(t *testing.T) {
	object := api.Object{"name": "x", "id": 1, "note": "x", "date": "no date", "NAME": "y"}
	var request rules.TextsRequest
	require.NoError(t, object.Decode(&request))
	require.Equal(t, "x", *request.Note)
	require.Equal(t, "no date", *request.Date)
	require.Error(t, object.Decode((*rules.TextsRequest)(nil)))
}
