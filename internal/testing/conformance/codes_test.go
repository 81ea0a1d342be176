package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/generator/testdata/codes/gen/things"
)

// codesClient returns a client with two tables, and the last body that it sent.
func codesClient(t *testing.T) (*things.Client, *string) {
	service := &exchanged{response: `{"inside":{"colour":"red","gloss":"matt"},"colour":"red"}`}
	client, err := things.NewClient("http://host", service.option(),
		things.WithCodes("colour", map[string]string{"red": "r", "": "0", "none": ""}),
		things.WithCodes("gloss", map[string]string{"matt": "m", "": "1"}))
	require.NoError(t, err)
	return client, &service.request
}

func TestCodesInFieldsOfABody(t *testing.T) {
	client, body := codesClient(t)
	for _, c := range []struct {
		req  things.PlanRequest
		want string
	}{
		{things.PlanRequest{Colour: new("red"), Shade: new("red"), Tint: new("red"), Gloss: "matt"}, `{"colour":"r","shade":"r","tint":"r","gloss":"m"}`},
		{things.PlanRequest{Colour: new("g"), Shade: new("x"), Tint: new("none"), Gloss: "x"}, `{"colour":"g","shade":"x","gloss":"x"}`},
		{things.PlanRequest{Colour: new("r"), Tint: new("")}, `{"colour":"r","shade":"0","tint":"0","gloss":"1"}`},
	} {
		sent := c.req
		_, err := client.Plan(t.Context(), &sent)
		require.NoError(t, err)
		require.Equal(t, c.want, *body)
		require.Equal(t, c.req, sent)
	}
	_, err := client.Plan(t.Context(), &things.PlanRequest{Gloss: "x"})
	require.Equal(t, []string{"/colour enum"}, violations(t, err), "the code of an absent one is 0, which it does not take")
	_, err = client.Plan(t.Context(), &things.PlanRequest{Gloss: "x"}, things.WithCodes("colour", nil))
	require.NoError(t, err)
	require.Equal(t, `{"shade":"d","gloss":"x"}`, *body)
	_, err = client.Plan(t.Context(), &things.PlanRequest{Colour: new("red"), Gloss: "matt"}, things.WithCodes("colour", map[string]string{"red": "call"}))
	require.Equal(t, []string{"/colour enum"}, violations(t, err), "the table of the call, beside the other one of the client")
	_, err = client.Plan(t.Context(), &things.PlanRequest{Colour: new("g"), Gloss: "matt"}, things.WithCodes("colour", nil))
	require.NoError(t, err)
	require.Equal(t, `{"colour":"g","shade":"d","gloss":"m"}`, *body)
}

func TestCodesInRecords(t *testing.T) {
	client, body := codesClient(t)
	wall := func() things.Wall {
		return things.Wall{
			Name: new("red"), Inside: things.Paint{Colour: new("red"), Gloss: "matt"}, Outside: &things.Paint{Gloss: "matt"},
			Stripes: []things.Paint{{Colour: new("red")}, {Colour: new("blue")}}, Extra: api.Object{"colour": "red"},
		}
	}
	request := func() *things.BuildRequest {
		return &things.BuildRequest{Wall: wall(), Spare: new(wall()), Others: []things.Wall{wall(), {}}, Doors: []things.Door{{}}}
	}
	req := request()
	res, err := client.Build(t.Context(), req)
	require.NoError(t, err)
	const one = `{"name":"red","inside":{"colour":"r","gloss":"m"},"outside":{"colour":"0","gloss":"m"},` +
		`"stripes":[{"colour":"r","gloss":"1"},{"colour":"blue","gloss":"1"}],"colour":"red"}`
	require.Equal(t, `{"wall":`+one+`,"spare":`+one+`,"others":[`+one+`,{"inside":{"colour":"0","gloss":"1"}}],"doors":[{}]}`, *body)
	require.Equal(t, request(), req)
	require.Equal(t, things.Paint{Colour: new("red"), Gloss: "matt"}, res.Inside, "responses are not mapped")

	_, err = client.Build(t.Context(), nil)
	require.Equal(t, []string{"/others required"}, violations(t, err))
	_, err = client.Repaint(t.Context(), &things.RepaintRequest{Colour: new("red")})
	require.NoError(t, err)
	require.Equal(t, `{"colour":"r","gloss":"1"}`, *body)
}

// The code of "" gives no field a value that had none.
func TestCodesBesideRules(t *testing.T) {
	client, body := codesClient(t)
	red := things.Sticker{Colour: new("red")}
	for _, c := range []struct {
		req  things.ChooseRequest
		want string
	}{
		{things.ChooseRequest{Second: new("red")}, `{"second":"r"}`},
		{things.ChooseRequest{First: new(""), Second: new("red")}, `{"second":"r"}`},
		{things.ChooseRequest{First: new("none"), Second: new("red")}, `{"second":"r"}`},
		{things.ChooseRequest{First: new("x"), Sticker: new(red)}, `{"first":"x","sticker":{"colour":"r"}}`},
		{things.ChooseRequest{First: new("x"), Sticker: &things.Sticker{}, Stickers: []things.Sticker{red, {}}},
			`{"first":"x","sticker":{},"stickers":[{"colour":"r"},{"colour":"0"}]}`},
		{things.ChooseRequest{First: new("x"), Samples: []things.Sticker{red, {}}}, `{"first":"x","samples":[{"colour":"r"},{"colour":"0"}]}`},
		{things.ChooseRequest{First: new("x"), Samples: []things.Sticker{{}, red}}, `{"first":"x"}`},
	} {
		_, err := client.Choose(t.Context(), &c.req)
		require.NoError(t, err, c.want)
		require.Equal(t, c.want, *body)
	}
	_, err := client.Choose(t.Context(), nil)
	require.Equal(t, []string{" first-of"}, violations(t, err))
}

func TestATableThatContactsDoNotHave(t *testing.T) {
	const want = `WithCodes: unknown table "address_types" of contacts; expected one of address_type, email_type, phone_type`
	unknown := contacts.WithCodes("address_types", map[string]string{"Mailing": "M"})
	_, err := insurance.NewClient("https://host", unknown)
	require.EqualError(t, err, want)
	_, err = contacts.NewClient("https://host", unknown)
	require.EqualError(t, err, want)

	service := new(exchanged)
	client, err := contacts.NewClient("https://host", service.option())
	require.NoError(t, err)
	_, err = client.NewContact(t.Context(), &contacts.NewContactRequest{Name: "Ada", Addresses: []contacts.AddressEntry{{}}}, unknown)
	require.EqualError(t, err, "contacts.new_contact: "+want)
	require.Empty(t, service.request)
}
