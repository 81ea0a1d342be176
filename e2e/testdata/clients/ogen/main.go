package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"peers.test/ogen/generated"
)

func main() {
	client, err := generated.NewClient(os.Getenv("BASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	created, err := client.ContactsNewContact(ctx, &generated.ContactsNewContactRequest{
		Name: " x", Addresses: []generated.AddressEntry{{Type: generated.NewOptString("M")}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("new_contact", created.(*generated.ContactsNewContactResponse).ContactID)
	claim, err := client.ClaimsGetClaim(ctx, &generated.ClaimsGetClaimRequest{ClaimNumber: generated.NewOptString("7")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("get_claim", claim.(*generated.ClaimsGetClaimResponse).Claim != nil)
	refused, err := client.ClaimsGetClaim(ctx, &generated.ClaimsGetClaimRequest{})
	if err != nil {
		log.Fatal(err)
	}
	problem := refused.(*generated.ProblemStatusCodeWithHeaders).Response
	fmt.Println("get_claim", problem.Status, problem.Errors[0].Rule)
}
