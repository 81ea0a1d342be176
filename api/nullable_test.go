package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/json/redact"
)

type contactPatch struct {
	Name  api.Nullable[string]         `json:"name,omitzero"`
	Age   api.Nullable[int]            `json:"age,omitzero"`
	Tags  api.Nullable[[]string]       `json:"tags,omitzero"`
	Extra api.Nullable[any]            `json:"extra,omitzero"`
	Next  api.Nullable[*contactPatch]  `json:"next,omitzero"`
	Items []api.Nullable[json.Number]  `json:"items,omitzero"`
	Map   map[string]api.Nullable[int] `json:"map,omitzero"`
}

// encoding/json distinguishes absent, null and a value.
func TestNullableKeepsThreeStates(t *testing.T) {
	for text, want := range map[string]contactPatch{
		`{}`: {},
		`{"name":null,"age":null,"tags":null,"extra":null,"next":null}`: {
			Name: api.Null[string](), Age: api.Null[int](), Tags: api.Null[[]string](), Extra: api.Null[any](), Next: api.Null[*contactPatch]()},
		`{"name":"","age":0,"tags":[],"extra":1.50,"next":{"name":null}}`: {
			Name: api.Value(""), Age: api.Value(0), Tags: api.Value([]string{}), Extra: api.Value[any](json.Number("1.50")),
			Next: api.Value(&contactPatch{Name: api.Null[string]()})},
		`{"items":[null,1.0],"map":{"a":null,"b":2}}`: {
			Items: []api.Nullable[json.Number]{api.Null[json.Number](), api.Value(json.Number("1.0"))},
			Map:   map[string]api.Nullable[int]{"a": api.Null[int](), "b": api.Value(2)}},
	} {
		encoded, err := json.Marshal(want)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
		var got contactPatch
		require.NoError(t, json.Unmarshal([]byte(text), &got))
		require.Equal(t, want, got)
	}
	var n api.Nullable[int]
	require.Error(t, json.Unmarshal([]byte(`"x"`), &n))
	require.True(t, n.IsZero())
}

func TestNullableGet(t *testing.T) {
	var absent api.Nullable[string]
	null, value := api.Null[string](), api.Value("x")
	states := func(n api.Nullable[string]) string {
		v, ok := n.Get()
		return fmt.Sprintf("%q %t %t %t", v, ok, n.IsNull(), n.IsZero())
	}
	require.Equal(t, `"" false false true`, states(absent))
	require.Equal(t, `"" false true false`, states(null))
	require.Equal(t, `"x" true false false`, states(value))
	require.True(t, value == api.Value("x") && value != null && null != absent && null == api.Null[string]())
}

// A nil that becomes null in JSON is null here too, so that a value is never nil.
func TestValueOfNilIsNull(t *testing.T) {
	require.True(t, api.Value[[]string](nil).IsNull())
	require.True(t, api.Value[api.Object](nil).IsNull())
	require.True(t, api.Value[*int](nil).IsNull())
	require.True(t, api.Value[any](nil).IsNull())
	require.False(t, api.Value[any]([]string(nil)).IsNull())
}

// A value that JSON cannot hold is an error, even if it contains itself.
func TestNullableOfNoJSON(t *testing.T) {
	_, err := json.Marshal(api.Value("\xff"))
	require.Error(t, err)
	_, err = json.Marshal(api.Value(json.Number("one")))
	require.Error(t, err)
	circle := api.Object{}
	circle["again"] = api.Value[any](circle)
	_, err = json.Marshal(circle)
	require.Error(t, err)
	_, err = api.ObjectFrom(struct{ N api.Nullable[any] }{api.Value[any](circle)})
	require.Error(t, err)
	o, err := api.ObjectFrom(struct{ N, M, A api.Nullable[any] }{N: api.Value[any](api.Object{"n": api.Null[int]()}), M: api.Null[any]()})
	require.NoError(t, err)
	require.Equal(t, api.Object{"N": map[string]any{"n": nil}, "M": nil, "A": nil}, o)
}

// Only a struct around a Nullable knows whether its value is sensitive, so a Nullable
// alone does not show it.
func TestNullableIsPrintedWithoutItsValue(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, n := range []any{api.Value("secret"), api.Value([]string{"secret"}), api.Value[any]("secret"), api.Value(api.Object{"secret": "secret"}), new(api.Value("secret"))} {
		require.Equal(t, strings.Repeat("[redacted]\n", 7), printed(n))
		logger.Info("n", "n", n)
	}
	require.NotContains(t, log.String(), "secret")
	require.Equal(t, "null absent", fmt.Sprint(api.Null[string](), " ", api.Nullable[int]{}))
}

// Value of a type other than a pointer allocates nothing.
func TestNullableAllocatesNothing(t *testing.T) {
	text := strings.Repeat("x", 100)
	var kept api.Nullable[string]
	require.Zero(t, testing.AllocsPerRun(10, func() {
		kept = api.Value(text)
		if v, ok := kept.Get(); !ok || v != text || kept.IsNull() {
			t.Fail()
		}
	}))
}

// home and resident are like generated records with nullable fields.
type home struct {
	City   api.Nullable[string] `json:"city"`
	Secret api.Nullable[string] `json:"secret,omitzero" sensitive:"true"`
}

func decodeHome(d *wire.Decoder, r *home) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "city":
			wire.Nullable(d, 0, &r.City, wire.StringItem)
		case "secret":
			wire.Nullable(d, 1, &r.Secret, wire.StringItem)
		}
	}
	d.Require(0, "city")
}

func (r *home) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendNullable(b, `"city":`, &r.City, wire.StringJSON)
	b = wire.AppendNullable(b, `"secret":`, &r.Secret, wire.StringJSON)
	return wire.CloseObject(b)
}

type resident struct {
	Name  api.Nullable[string]         `json:"name,omitzero"`
	Age   api.Nullable[int]            `json:"age,omitzero"`
	Any   api.Nullable[any]            `json:"any,omitzero"`
	Home  api.Nullable[home]           `json:"home,omitzero"`
	Homes api.Nullable[[]home]         `json:"homes,omitzero" sensitive:"true"`
	Tags  []api.Nullable[string]       `json:"tags,omitzero"`
	Pins  api.Nullable[[]int]          `json:"pins,omitzero" sensitive:"true"`
	Next  api.Nullable[map[string]int] `json:"next,omitzero"`
}

func decodeResident(d *wire.Decoder, r *resident) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "name":
			wire.Nullable(d, 0, &r.Name, wire.StringItem)
		case "age":
			wire.Nullable(d, 1, &r.Age, wire.IntItem)
		case "any":
			wire.Nullable(d, 2, &r.Any, wire.AnyItem)
		case "home":
			wire.Nullable(d, 3, &r.Home, wire.RecordOf(decodeHome))
		case "homes":
			wire.Nullable(d, 4, &r.Homes, wire.ListOf(wire.RecordOf(decodeHome)))
		case "tags":
			r.Tags = wire.Array(d, 5, wire.NullableOf(wire.StringItem))
		}
	}
}

func (r *resident) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendNullable(b, `"name":`, &r.Name, wire.StringJSON)
	b = wire.AppendNullable(b, `"age":`, &r.Age, wire.IntJSON)
	b = wire.AppendNullable(b, `"any":`, &r.Any, wire.AnyJSON)
	b = wire.AppendNullableRecord(b, `"home":`, &r.Home)
	b = wire.AppendNullable(b, `"homes":`, &r.Homes, wire.ListJSON(wire.RecordJSON[home]))
	b = wire.AppendList(b, `"tags":`, r.Tags, wire.NullableJSON(wire.StringJSON[string]))
	return wire.CloseObject(b)
}

func readResident(text string) (*resident, error) {
	d := wire.NewDecoder(text)
	r := new(resident)
	decodeResident(d, r)
	return r, d.Finish()
}

// Absent, null and values are written as they were read.
func TestNullablesAreReadAndWritten(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"name":null,"age":null,"any":null,"home":null,"homes":null}`,
		`{"name":"","age":0,"any":false,"home":{"city":null},"homes":[],"tags":[]}`,
		`{"any":{"a":null},"home":{"city":"x","secret":null},"homes":[{"city":null},{"city":"y"}],"tags":[null,"a",null]}`,
	} {
		r, err := readResident(text)
		require.NoError(t, err, text)
		require.Equal(t, text, string(r.AppendJSON(nil)))
	}
	r, _ := readResident(`{"name":null}`)
	require.True(t, r.Name.IsNull() && r.Age.IsZero())
	require.Equal(t, `{"tags":[null]}`, string((&resident{Tags: make([]api.Nullable[string], 1)}).AppendJSON(nil)), "an absent item is null")
}

func TestWhatIsWrongWithNullables(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":1,"age":"x","home":[],"homes":{}}`: "/name type, /age type, /home type, /homes type",
		`{"home":{}}`:                                 "/home/city required",
		`{"home":{"city":null}}`:                      "",
		`{"homes":[{"city":1},null,{}]}`:              "/homes/0/city type, /homes/1 type, /homes/2/city required",
		`{"tags":[null,1]}`:                           "/tags/1 type",
		`{"name":null,"name":"x"}`:                    "/name duplicate-field",
		`{"any":{"a":1,"a":2}}`:                       "/any/a duplicate-field",
		`{"home":{"city":"x","more":1},"name":false}`: "/home/more unknown-field, /name type",
	} {
		_, err := readResident(text)
		var got []string
		if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
			for _, v := range invalid.Violations {
				got = append(got, v.Field+" "+v.Rule)
			}
		}
		require.Equal(t, want, strings.Join(got, ", "), text)
	}
}

// A response may repeat a member; the last one counts, as elsewhere.
func TestTheLastNullableCounts(t *testing.T) {
	r := new(resident)
	require.NoError(t, wire.DecodeRecord([]byte(`{"name":"x","name":null,"home":{"city":"a","secret":"b"},"home":{"city":null}}`), r, decodeResident))
	require.Equal(t, &resident{Name: api.Null[string](), Home: api.Value(home{City: api.Null[string]()})}, r)
}

func TestDefaultsOfNullables(t *testing.T) {
	absent, null, value := api.Nullable[int]{}, api.Null[int](), api.Value(7)
	require.Equal(t, api.Value(3), *wire.OrValue(&absent, 3))
	require.Equal(t, api.Null[int](), *wire.OrValue(&null, 3))
	require.Equal(t, api.Value(7), *wire.OrValue(&value, 3))
	require.Equal(t, api.Null[int](), *wire.OrNull(&absent))
	require.Equal(t, api.Value(7), *wire.OrNull(&value))
}

// Redaction reaches into nullable records: sensitive fields are hidden, others are shown.
func TestNullablesAreRedacted(t *testing.T) {
	p := &resident{
		Name: api.Value("Ada"), Age: api.Null[int](), Any: api.Value[any]("secret"), Tags: []api.Nullable[string]{api.Value("x"), api.Null[string]()},
		Home: api.Value(home{City: api.Value("Bath"), Secret: api.Value("secret")}), Homes: api.Value([]home{{City: api.Value("secret")}}), Pins: api.Null[[]int](),
	}
	require.Equal(t, `api_test.resident{Name: "Ada", Age: null, Any: [redacted], Home: api_test.home{City: "Bath", Secret: [redacted]}, Homes: [redacted], Tags: ["x", null], Pins: [redacted]}`, genstruct.Value(p))
	require.Equal(t, `api_test.home{City: "Bath", Secret: [redacted]}`, fmt.Sprint(p.Home))
	require.Equal(t, "[redacted]", fmt.Sprint(p.Name))
	text := string(p.AppendJSON(nil))
	require.Equal(t, `{"name":"Ada","age":null,"any":"[string]","home":{"city":"Bath","secret":"[redacted]"},"homes":"[redacted]","tags":["x",null]}`, genstruct.Body(text, reflect.TypeFor[resident]()))
	require.Equal(t, "/home/city", genstruct.Pointer("/home/city", redact.Keys{Unknown: true}, reflect.TypeFor[resident]()))
	require.Equal(t, "/home/[redacted]", genstruct.Pointer("/home/made up", redact.Keys{Unknown: true}, reflect.TypeFor[resident]()))
	require.Equal(t, "/tags/0/[redacted]", genstruct.Pointer("/tags/0/x", redact.Keys{Unknown: true}, reflect.TypeFor[resident]()))
	require.Equal(t, "/pins/0", genstruct.Pointer("/pins/0", redact.Keys{}, reflect.TypeFor[resident]()))
	require.Equal(t, "/home/secret/[redacted]",
		genstruct.Pointer("/home/secret/made up", redact.Keys{}, reflect.TypeFor[resident]()))
}

// A nullable field takes no more memory than a pointer: nothing for writing, and its value
// for reading.
func TestNullablesAllocateNoMore(t *testing.T) {
	full := `{"name":"Ada","age":36,"home":{"city":"Bath","secret":null},"tags":["a",null]}`
	r, err := readResident(full)
	require.NoError(t, err)
	buffer := make([]byte, 0, 1000)
	require.Zero(t, testing.AllocsPerRun(10, func() { buffer = r.AppendJSON(buffer[:0]) }))
	read := func(text string) float64 {
		return testing.AllocsPerRun(10, func() {
			if _, err := readResident(text); err != nil {
				t.Error(err)
			}
		})
	}
	nothing := read(`{}`)
	require.Zero(t, read(`{"name":"Ada","age":36,"home":{"city":"Bath","secret":null}}`)-nothing)
	require.Zero(t, read(`{"name":null,"age":null,"home":null,"homes":null}`)-nothing)
	require.LessOrEqual(t, read(full)-nothing, 1.0, "the array of tags")
}
