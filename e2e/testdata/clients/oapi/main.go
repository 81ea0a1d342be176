package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"peers.test/oapi/generated"
)

func main() {
	client, err := generated.NewClientWithResponses(os.Getenv("BASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	address, number := "M", "7"
	created, err := client.ContactsNewContactWithResponse(ctx, generated.ContactsNewContactRequest{
		Name: " x", Addresses: []generated.AddressEntry{{Type: &address}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("new_contact", created.JSON200.ContactId)
	claim, err := client.ClaimsGetClaimWithResponse(ctx, generated.ClaimsGetClaimRequest{ClaimNumber: &number})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("get_claim", (*claim.JSON200.Claim)["operation"])
	refused, err := client.ClaimsGetClaimWithResponse(ctx, generated.ClaimsGetClaimRequest{})
	if err != nil {
		log.Fatal(err)
	}
	problem := refused.ApplicationproblemJSON4XX
	fmt.Println("get_claim", problem.Status, (*problem.Errors)[0].Rule)
}
