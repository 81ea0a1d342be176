"""Calls the sandbox of the insurance service by a third-party client, as it is published.

Usage: sdk.py BASE_URL key SECRET
       sdk.py BASE_URL oauth NAME SECRET
"""

import sys

from britecore_sdk.api.api_calls import use_api_client
from britecore_sdk.api.api_calls.v2 import (
    claims,
    commissions,
    configurations,
    contacts,
    coverages,
    disputes,
    inspections,
    notifications,
    quote,
    signatures,
)
from britecore_sdk.api.britecore_api_client import BritecoreAPIClient
from britecore_sdk.exceptions import BritecoreError

base, scheme, *credentials = sys.argv[1:]
client = BritecoreAPIClient("sandbox")
if scheme == "key":
    client.init_client(base_url="127.0.0.1", api_key=credentials[0])
else:
    client.init_client(base_url="127.0.0.1", client_id=credentials[0], client_secret=credentials[1])
    client.token_class.url = base + "/api/auth/oauth2/token"
client.base_url = base  # the client makes an address with https of it


def fails(call, **arguments):
    """Expects a business failure, which has status 200."""
    try:
        call(**arguments)
    except BritecoreError.NoDataReturned as failure:
        assert "no" in str(failure), failure
        return
    raise AssertionError(f"{call.__name__} does not fail")


def contact_functions():
    made, contact_id = contacts.new_contact(
        "Example Two",
        [{"type": "mailing", "city": "Exampleville"}],
        phone=[{"phone": "555-0102"}],
        email=[{"email": "two@example.com"}],
        client=client,
    )
    assert made["contact_id"] == contact_id, made
    assert contacts.get_contact(contact_id)["name"] == "Example Two"
    role = contacts.add_contact_to_role(contact_id)
    assert (role["contact_id"], role["role_name"]) == (contact_id, "Named Insured"), role
    # role_name and dob are sent as null
    assert [c["id"] for c in contacts.find_contact_by_params("example two")] == [contact_id]
    assert [c["id"] for c in contacts.find_contact_by_params("PLE tw", "Named Insured")] == [contact_id]
    contacts.update_contact({"id": contact_id, "username": "example-two"})
    assert contacts.check_username_availability("example-two") == {"available": False}
    found = contacts.get_contacts_by_ids([contact_id, "agency-1"])["contacts"]
    assert [c["name"] for c in found] == ["Example Two", "Example Agency"], found
    assert contacts.assign_policy_contact("Payor", contact_id, "policy-1")["policy_id"] == "policy-1"
    assert contacts.remove_policy_contact("Payor", contact_id, "policy-1") == {}
    emails = contacts.list_emails_for_contact(contact_id)
    assert [e["email"] for e in emails] == ["two@example.com"], emails
    contacts.remove_contact_information(contact_emails=[emails[0]["id"]], contact_id=contact_id)
    assert contacts.list_emails_for_contact(contact_id) == []
    agency = contacts.get_contact_by_agency("A-1")
    assert (agency["id"], [a["id"] for a in agency["agents"]]) == ("agency-1", ["agent-1"]), agency
    pages = [contacts.list_contacts(page, 5)["data"] for page in (1, 2)]
    everybody = contacts.list_all_contacts()["data"]
    assert [len(page) for page in pages] == [5, len(everybody) - 5], pages
    assert pages[0] + pages[1] == everybody
    fails(contacts.get_contact, contact_id="nobody")


def claim_functions():
    made = claims.new_claim(claim_number="CLM-1", policy_number="POL-1")
    claim_id = made["id"]
    assert claims.new_claim(claim_number="CLM-1", policy_number="POL-2") == made
    assert claims.get_claim(claim_number="CLM-1")["claim"]["id"] == claim_id
    claims.update_claim(claim_id, {"cause": "wind"})
    assert claims.get_claim(claim_id)["claim"]["cause"] == "wind"
    date = claims.create_claim_date(claim_id=claim_id, claim_date_type="date_of_loss", claim_date="2026-01-01")
    assert claims.get_claim_dates(claim_id) == [date], date
    assert date["dateString"] == "01/01/2026", date
    assert claims.auto_assign_claim(claim_id)["assigned"] is True
    assert claims.bifurcate_claim(claim_id)["claim_id"] != claim_id
    assert len(claims.get_all_perils()) == 2  # a body of no bytes, by OAuth
    assert claims.get_all_claim_transactions(claim_id="claim-a", page=1, page_size=2)["total_records"] == 3
    claims.remove_claim(claim_id=claim_id, hard_delete=True)
    fails(claims.get_claim, claim_id=claim_id)


def seeded_functions():
    """Reads what the sandbox holds at its beginning."""
    assert contacts.get_contact_by_agency_group("AG-1")["id"] == "agency-group-1"
    assert contacts.get_contact_by_agent("P-1")["id"] == "agent-1"
    assert [m["type"] for m in contacts.get_payment_methods("method-1")] == ["check"]
    assert contacts.get_resource_producer_id(policy_id="policy-1") == {"producer_id": "agent-1"}
    assert [p["check_number"] for p in claims.get_claim_payments("claim-a")] == [1001]
    assert [c["contact_id"] for c in claims.get_claim_contacts("claim-a")["claimants"]] == ["insured-1"]
    assert claims.get_contacts_claims_count(contact_ids=["insured-1"]) == {"count": 1}
    assert [c["title"] for c in claims.get_all_catastrophes()] == ["Example Storm", "Example Flood"]
    assert signatures.get_signatures("revision-1") == [{"name": "Example One"}]


def quote_functions():
    flow = quote.add_quote_wizard_flow("type-1", False)
    sections = quote.add_wizard_flow_section("Risk", flow["id"])
    assert [s["name"] for s in sections] == ["Risk"], sections
    placeholder = quote.add_flow_placeholder(flow_id=flow["id"])
    quote.patch_placeholder(placeholder_dict={"id": placeholder["id"], "label": "Roof"})
    assert quote.get_flow_placeholders(flow_id=flow["id"]) == [{"id": placeholder["id"], "label": "Roof"}]
    quote.patch_flow_features({"flow_id": flow["id"], "id": "maps", "on": True})
    assert [f["on"] for f in quote.get_flow_features(flow_id=flow["id"])] == [True]
    assert quote.get_quote_wizard_flow(policy_type_id="type-1")["sections"] == sections
    assert quote.remove_wizard_flow_section("Risk", flow["id"]) == []
    quote.delete_quote_wizard_flow(flow["id"])
    fails(quote.get_wizard_flow_sections, flow_id=flow["id"])


def commission_functions():
    payment = commissions.save_payment(12.5, "A-1")[0]
    batch = commissions.save_batch_payments([{"amount": 1, "agency_number": "A-2"}])
    lines = commissions.save_batch_payments_csv("agency_number,amount\nA-3,2.50\n")
    assert (batch[0]["amount"], lines[0]["amount"]) == (1, 2.5), (batch, lines)
    ids = [p["commission_payment_id"] for p in [payment, *batch, *lines]]
    assert commissions.get_commission_payees() == ["A-1"]
    paid = commissions.get_payment(ids[0])
    assert (paid["pay_amount"], paid["payee_id"], paid["exported"]) == (12.5, payment["agency_number"], False), paid
    assert commissions.batch_export_payments([ids[0]])["total_succeeded"] == 1
    assert [p["id"] for p in commissions.get_unexported_commissions()] == ids[1:]
    commissions.update_commission_payments_complete([ids[0]])
    assert commissions.get_commission_payments()["total"] == 2
    commissions.delete_payment(ids[0])
    commissions.delete_batch_payments(ids[1:])
    assert commissions.get_unexported_commissions() == []
    fails(commissions.get_payment, commission_payment_id=ids[0])


def other_functions():
    made = contacts.create_contact(name="Example Three", username="example-three")
    assert contacts.modify_contact(id=made["id"], dba="Three")["name"] == "Example Three"
    assert contacts.enable_or_disable_contact(active=False, contact_id=made["id"]) == {"id": made["id"], "active": False}
    contacts.create_credit_report_for_contact(contact_id=made["id"], policy_type_id="type-1")
    reports = contacts.list_credit_reports_for_contact(made["id"])
    assert [r["has_content"] for r in reports] == [False], reports
    coverage = coverages.add_coverage({"name": "Fire", "limit": 1000})
    assert coverages.list_all_coverages() == [coverage]
    error = configurations.create_custom_error_code({"code": "E-1", "module": "claims"})
    assert configurations.list_custom_error_codes("claims") == [error]
    dispute = disputes.create_dispute({"claim_id": "claim-a", "reason": "late"})
    assert disputes.list_disputes("claim-a") == [dispute]
    assert [n["id"] for n in notifications.current()] == ["notification-1", "notification-2"]
    notifications.acknowledge()
    assert notifications.current() == []
    dates = inspections.update_inspection_dates(property_id="risk-1", next_inspection_date="2030-01-31")
    assert (dates["policy_number"], dates["next_inspection_date"]) == ("POL-1", "2030-01-31"), dates


def renamed_functions():
    """Calls what the specification has other names or types for."""
    assert contacts.get_contact_by_cognito_username("example-one")["contact"]["contactId"] == "insured-1"
    assert signatures.docusign_auth("connect") == []
    assert signatures.docusign_config({"account": "example"})["account"] == "example"
    signers = [{"name": "Example Two", "email": "two@example.com"}]
    assert signatures.update_signatures("envelope-a", signers, "sent")["signers"] == signers
    contacts.add_member_to_agency(True, "agency-1", "insured-1")


with use_api_client(client):
    for functions in (contact_functions, claim_functions, seeded_functions, quote_functions, commission_functions, other_functions, renamed_functions):
        functions()
        print(functions.__name__, "work")
