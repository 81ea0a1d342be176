package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"peers.test/oapi30/chat"
	"peers.test/oapi30/files"
	"peers.test/oapi30/shipped"
)

var ctx = context.Background()

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func main() {
	claims()
	storage()
	messages()
}

func claims() {
	client := must(shipped.NewClientWithResponses(os.Getenv("SHIPPED_URL")))
	address, number := "M", "7"
	created := must(client.ContactsNewContactWithResponse(ctx, shipped.ContactsNewContactRequest{Name: " x", Addresses: []shipped.AddressEntry{{Type: &address}}}))
	fmt.Println("new_contact", created.JSON200.ContactId)
	claim := must(client.ClaimsGetClaimWithResponse(ctx, shipped.ClaimsGetClaimRequest{ClaimNumber: &number}))
	fmt.Println("get_claim", (*claim.JSON200.Claim)["operation"])
	refused := must(client.ClaimsGetClaimWithResponse(ctx, shipped.ClaimsGetClaimRequest{})).ApplicationproblemJSON4XX
	fmt.Println("get_claim", refused.Status, (*refused.Errors)[0].Rule)
}

// Unions, in a request and in responses, and a failure with a type.
func storage() {
	client := must(files.NewClientWithResponses(os.Getenv("FILES_URL")))
	found := must(client.FilesGetMetadataWithResponse(ctx, files.FilesGetMetadataRequest{Path: "/notes.txt"})).JSON200
	fmt.Println("get_metadata", must(found.Discriminator()), must(found.AsMetadataFileResponse()).Name)
	mode := &files.RevisionsMode{}
	if err := mode.FromRevisionsModeID(files.RevisionsModeID{DotTag: "id"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println("list_revisions", must(client.FilesListRevisionsWithResponse(ctx, files.FilesListRevisionsRequest{Path: "/notes.txt", Mode: mode})).JSON200.Entries[0].Rev)
	missing := must(client.FilesGetMetadataWithResponse(ctx, files.FilesGetMetadataRequest{Path: "/missing"}))
	fmt.Println("get_metadata", missing.StatusCode(), must(missing.JSON409.Error.Discriminator()))
	refused := must(client.FilesGetMetadataWithResponse(ctx, files.FilesGetMetadataRequest{Path: "x"})).ApplicationproblemJSON4XX
	fmt.Println("get_metadata", refused.Status, (*refused.Errors)[0].Rule)
}

// An envelope, with failures at status 200, and a field that is null.
func messages() {
	client := must(chat.NewClientWithResponses(os.Getenv("CHAT_URL")))
	pointer, label, view := "p", chat.Label{}, chat.ViewDefinition{}
	if err := label.FromLabelText(chat.LabelText{Text: "A window"}); err != nil {
		log.Fatal(err)
	}
	if err := view.FromViewDefinitionModal(chat.ViewDefinitionModal{Title: label, Blocks: []chat.Block{}}); err != nil {
		log.Fatal(err)
	}
	opened := must(client.ViewsOpenWithResponse(ctx, chat.ViewsOpenRequest{InteractivityPointer: &pointer, View: view})).JSON200
	success := must(opened.AsViewsOpenResponseBody())
	window := must(success.View.AsViewModalResponse())
	fmt.Println("views_open", success.Ok, window.Id, window.Submit == nil)
	text := "hello"
	missing := must(client.ChatPostMessageWithResponse(ctx, chat.ChatPostMessageRequest{Channel: "missing", Text: &text})).JSON200
	failure := must(missing.AsChatPostMessageFailure())
	fmt.Println("post_message", failure.Ok, *failure.Error)
	refused := must(client.ChatPostMessageWithResponse(ctx, chat.ChatPostMessageRequest{Channel: "general"})).JSON200
	fmt.Println("post_message", must(refused.AsChatPostMessageFailure()).Ok)
}
