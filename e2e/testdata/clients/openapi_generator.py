import os

import openapi_client
from openapi_client import ApiException

with openapi_client.ApiClient(openapi_client.Configuration(host=os.environ["BASE_URL"])) as client:
    contacts, claims = openapi_client.ContactsApi(client), openapi_client.ClaimsApi(client)
    created = contacts.contacts_new_contact(openapi_client.ContactsNewContactRequest(name=" x", addresses=[openapi_client.AddressEntry(type="M")]))
    print("new_contact", created.contact_id)
    print("get_claim", claims.claims_get_claim(openapi_client.ClaimsGetClaimRequest(claim_number="7")).claim["operation"])
    try:
        claims.claims_get_claim(openapi_client.ClaimsGetClaimRequest())
    except ApiException as e:
        print("get_claim", e.status, e.data.errors[0].rule)
    try:
        openapi_client.ContactsNewContactRequest(name=" ", addresses=[])
    except ValueError as e:
        print("refused", sorted(error["loc"][0] for error in e.errors()))
