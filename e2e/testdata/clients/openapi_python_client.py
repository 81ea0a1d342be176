import os

from insurance_administration_service_client import Client
from insurance_administration_service_client.api.claims import claims_get_claim
from insurance_administration_service_client.api.contacts import contacts_new_contact
from insurance_administration_service_client.models import AddressEntry, ClaimsGetClaimRequest, ContactsNewContactRequest

client = Client(base_url=os.environ["BASE_URL"])
created = contacts_new_contact.sync(client=client, body=ContactsNewContactRequest(name=" x", addresses=[AddressEntry(type_="M")]))
print("new_contact", created.contact_id)
print("get_claim", claims_get_claim.sync(client=client, body=ClaimsGetClaimRequest(claim_number="7")).claim["operation"])
problem = claims_get_claim.sync(client=client, body=ClaimsGetClaimRequest())
print("get_claim", problem.status, problem.errors[0].rule)
