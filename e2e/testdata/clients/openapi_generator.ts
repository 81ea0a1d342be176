import { ClaimsApi, Configuration, ContactsApi, ResponseError } from "./generated";

declare const process: { env: Record<string, string> };

async function main() {
  const configuration = new Configuration({ basePath: process.env.BASE_URL });
  const contacts = new ContactsApi(configuration), claims = new ClaimsApi(configuration);
  const created = await contacts.contactsNewContact({ contactsNewContactRequest: { name: " x", addresses: [{ type: "M" }] } });
  console.log("new_contact", created.contactId);
  const claim = await claims.claimsGetClaim({ claimsGetClaimRequest: { claimNumber: "7" } });
  console.log("get_claim", (claim.claim as { operation: string }).operation);
  try {
    await claims.claimsGetClaim({ claimsGetClaimRequest: {} });
  } catch (e) {
    const { response } = e as ResponseError;
    console.log("get_claim", response.status, (await response.json()).errors[0].rule);
  }
}

main();
