import { ApiError, Shipped } from "./shipped";
import type { contacts_new_contact_response } from "./shipped";
import { Files } from "./files";
import type { GetMetadataFailure_response, MetadataFile_response, RevisionsModeID, files_list_revisions_response } from "./files";
import { Chat } from "./chat";
import type { ViewModal_response, chat_post_message_failure, views_open_response } from "./chat";

declare const process: { env: Record<string, string> };

// refused calls, and returns what the error says.
async function refused(call: () => Promise<unknown>, says: (body: any) => string) {
  try {
    await call();
  } catch (e) {
    const { status, body } = e as ApiError;
    return status + " " + says(body);
  }
}

async function main() {
  const { claims, contacts } = new Shipped({ BASE: process.env.SHIPPED_URL });
  const rule = (body: any) => body.errors[0].rule;
  const created = await contacts.contactsNewContact({ name: " x", addresses: [{ type: "M" }] });
  console.log("new_contact", (created as contacts_new_contact_response).contact_id);
  const claim: any = await claims.claimsGetClaim({ claim_number: "7" });
  console.log("get_claim", claim.claim.operation);
  console.log("get_claim", await refused(() => claims.claimsGetClaim({}), rule));

  const { files } = new Files({ BASE: process.env.FILES_URL });
  const found = (await files.filesGetMetadata({ path: "/notes.txt" })) as MetadataFile_response;
  console.log("get_metadata", found[".tag"], found.name);
  const mode: RevisionsModeID = { ".tag": "id" };
  const listed = await files.filesListRevisions({ path: "/notes.txt", mode });
  console.log("list_revisions", (listed as files_list_revisions_response).entries[0].rev);
  const tag = (body: GetMetadataFailure_response) => body.error[".tag"];
  console.log("get_metadata", await refused(() => files.filesGetMetadata({ path: "/missing" }), tag));
  console.log("get_metadata", await refused(() => files.filesGetMetadata({ path: "x" }), rule));

  const { chat, views } = new Chat({ BASE: process.env.CHAT_URL });
  const opened = await views.viewsOpen({
    interactivity_pointer: "p", view: { type: "modal", title: { type: "plain_text", text: "A window" }, blocks: [] },
  });
  const view = (opened as views_open_response).view as ViewModal_response;
  console.log("views_open", (opened as { ok: boolean }).ok, view.id, view.submit === null);
  const missing = (await chat.chatPostMessage({ channel: "missing", text: "hello" })) as chat_post_message_failure;
  console.log("post_message", missing.ok, missing.error);
  const empty = (await chat.chatPostMessage({ channel: "general" })) as chat_post_message_failure;
  console.log("post_message", empty.ok);
}

main();
