import createClient from "openapi-fetch";
import type { paths } from "./schema";

declare const process: { env: Record<string, string> };

async function main() {
  const client = createClient<paths>({ baseUrl: process.env.BASE_URL });
  const created = await client.POST("/api/v2/contacts/new_contact", { body: { name: " x", addresses: [{ type: "M" }], type: "individual" } });
  console.log("new_contact", created.data?.contact_id);
  const claim = await client.POST("/api/v2/claims/get_claim", { body: { claim_number: "7" } });
  console.log("get_claim", (claim.data?.claim as { operation: string }).operation);
  const refused = await client.POST("/api/v2/claims/get_claim", { body: {} });
  console.log("get_claim", refused.error?.status, refused.error?.errors?.[0].rule);
}

main();
