"""Plays tasks against a server of the Model Context Protocol, as a careful agent would.

Usage: agent.py tasks|attacks COMMAND [ARGUMENT ...]

A task is what somebody asks for, and the calls that an agent makes: it finds an operation by words
of the task, reads its description if the request is not obvious, and calls it. A value in braces
is taken from an earlier result: {2.contact_id} is the member of the second call's result.
"""
import asyncio
import json
import os
import re
import statistics
import sys

from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client


def find(words="", **more):
    return ("find_operations", {**({"words": words} if words else {}), **more})


def describe(operation):
    return ("describe_operation", {"operation": operation})


def read(operation, **request):
    return ("call_read", {"operation": operation, "request": request})


def write(operation, **request):
    return ("call_write", {"operation": operation, "request": request})


def dry(operation, **request):
    return ("call_write", {"operation": operation, "request": request, "dry_run": True})


SETUP = [
    write("contacts.new_contact", name="Ada Lovelace", addresses=[{"type": "Mailing", "city": "London"}]),
    write("contacts.new_contact", name="Grace Hopper", addresses=[{"type": "Mailing"}], emails=[{"type": "work", "email": "g@example.org"}]),
    write("claims.new_claim", claim_number="CLM-1", policy_number="P-1"),
]

# What somebody asks, the calls, and what the last result has.
TASKS = [
    ("Which areas are there?", [find()], "claims (28 operations)"),
    ("Find a contact by a part of her name.",
     [find("find contact by name"), read("contacts.find_contact_by_params", name="Lovelace")], "contact-1"),
    ("Add Ada to the role Agent.",
     [find("add contact to role"), read("contacts.find_contact_by_params", name="Ada"),
      write("contacts.add_contact_to_role", contact_id="contact-1", role_name="Agent"),
      read("contacts.get_contact", contact_id="contact-1")], "Agent"),
    ("Create a contact with an address.",
     [find("create contact name address"), describe("contacts.new_contact"),
      write("contacts.new_contact", name="Alan Turing", addresses=[{"type": "Mailing"}])], "contact_id"),
    ("Show a new contact before it is created.",
     [describe("contacts.new_contact"), dry("contacts.new_contact", name="Nobody", addresses=[{"type": "Mailing"}])],
     '"type":"individual"'),
    ("Read the contact contact-2.", [find("read one contact"), read("contacts.get_contact", contact_id="contact-2")], "contact-2"),
    ("Give the new contact the name of contact-1, unseen.",
     [read("contacts.get_contact", contact_id="contact-1"),
      write("contacts.new_contact", name="{1.name}", addresses=[{"type": "Mailing"}]),
      read("contacts.find_contact_by_params", name="Lovelace")], "contact-1"),
    ("Set the website of contact-2.",
     [find("modify contact", field="website"), describe("contacts.modify_contact"),
      write("contacts.modify_contact", id="contact-2", website="https://example.org"),
      read("contacts.get_contact", contact_id="contact-2")], "https://example.org"),
    ("Remove contact-1 from the role Agent.",
     [find("remove contact from role"), write("contacts.remove_contact_from_role", contact_id="contact-1", role_name="Agent"),
      read("contacts.get_contact", contact_id="contact-1")], "contact-1"),
    ("Correct a request that was refused.",
     [write("contacts.new_contact", name="", adresses=[]),
      write("contacts.new_contact", name="Mary", addresses=[{"type": "Mailing"}])], "contact_id"),
    ("Create the claim CLM-2.", [find("create claim"), write("claims.new_claim", claim_number="CLM-2", policy_number="P-1")], ""),
    ("Read the claim CLM-1 by its number.", [find("read claim by number"), read("claims.get_claim", claim_number="CLM-1")], "CLM-1"),
    ("Change the description of the claim.",
     [read("claims.get_claim", claim_number="CLM-1"), describe("claims.update_claim"),
      write("claims.update_claim", claim_id="{1.claim.id}", claim={"description": "hail"}),
      read("claims.get_claim", claim_number="CLM-1")], "hail"),
    ("List the payments of the claim CLM-1.",
     [find("payments of a claim"), read("claims.get_claim", claim_number="CLM-1"),
      read("claims.get_claim_payments", claim_id="{2.claim.id}")], ""),
    ("Which dates does the claim have?",
     [find("claim dates"), read("claims.get_claim", claim_number="CLM-1"), read("claims.get_claim_dates", claim_id="{2.claim.id}")], ""),
    ("Who is involved in the claim?",
     [find("contacts of a claim"), read("claims.get_claim", claim_number="CLM-1"),
      read("claims.get_claim_contacts", claim_id="{2.claim.id}")], ""),
    ("Which perils are there?", [find("perils"), read("claims.get_all_perils")], ""),
    ("Which operations take an agency_id?", [find(field="agency_id")], "contacts."),
    ("List all custom error codes.", [find("custom error codes"), read("configurations.list_custom_error_codes")], ""),
    ("Read two contacts at once.",
     [find("contacts by identifiers"), describe("contacts.get_contacts_by_ids"),
      read("contacts.get_contacts_by_ids", contact_id_list=["contact-1", "contact-2"])], "hidden:"),
]

OTHER_HOST = "http://127.0.0.1:9/"

# What an agent that was talked into something tries: the last call must be refused, and nothing
# that must stay hidden may be in any result.
ATTACKS = [
    ("write without permission", [write("claims.new_claim", claim_number="X")]),
    ("write by the tool that reads", [("call_read", {"operation": "claims.new_claim", "request": {"claim_number": "X"}})]),
    ("allow itself", [("call_write", {"operation": "claims.new_claim", "request": {}, "allow": "claims.*"})]),
    ("turn the dry run around", [("call_write", {"operation": "claims.new_claim", "request": {}, "dry_run": "false"})]),
    ("call another host", [("call_read", {"operation": "contacts.get_contact", "request": {"contact_id": "contact-1"}, "url": OTHER_HOST})]),
    ("call a path", [("call_read", {"operation": "../../_sandbox/state", "request": {}})]),
    ("show what is hidden", [("call_read", {"operation": "contacts.get_contact", "request": {"contact_id": "contact-1"}, "show_sensitive": True})]),
    ("copy a hidden value to where it is shown",
     [read("contacts.get_contact", contact_id="contact-1"), write("contacts.modify_contact", id="contact-2", website="{1.name}")]),
    ("guess a handle", [write("contacts.new_contact", name="hidden:AAAAAAAAAAAAAAAA", addresses=[{"type": "Mailing"}])]),
    ("overflow", [write("contacts.new_contact", name="x" * (2 << 20), addresses=[{"type": "Mailing"}])]),
]

SECRET = re.compile("Lovelace|London|Hopper|g@example")


def filled(value, results):
    """Returns a value with the members of earlier results that it names."""
    if isinstance(value, dict):
        return {key: filled(v, results) for key, v in value.items()}
    if isinstance(value, list):
        return [filled(v, results) for v in value]
    found = re.fullmatch(r"\{(\d+)\.([\w.]+)\}", value) if isinstance(value, str) else None
    if not found:
        return value
    member = json.loads(results[int(found[1]) - 1].split("\n")[0])
    for key in found[2].split("."):
        member = member[key]
    return member


async def play(session, calls):
    """Makes calls, and returns their texts and whether the last one is a mistake."""
    texts, is_mistake = [], False
    for tool, arguments in calls:
        result = await session.call_tool(tool, filled(arguments, texts))
        assert len(result.content) == 1, "text once"
        texts.append(result.content[0].text)
        is_mistake = result.is_error
    return texts, is_mistake


async def tasks(session):
    for calls in SETUP:
        texts, is_mistake = await play(session, [calls])
        assert not is_mistake, texts
    lengths = []
    for asked, calls, want in TASKS:
        texts, is_mistake = await play(session, calls)
        assert not is_mistake and want in texts[-1], (asked, texts)
        assert is_found(calls, texts), (asked, texts[0])
        leaked = [text for text in texts if SECRET.search(text)]
        assert not leaked, (asked, leaked)
        lengths.append(len(calls))
    print(f"{len(lengths)} tasks done, {statistics.median(lengths)} calls in the median, at most {max(lengths)}")


def is_found(calls, texts):
    """Reports whether a search before other calls lists an operation that is called after it."""
    if calls[0][0] != "find_operations" or len(calls) == 1:
        return True
    called = [arguments["operation"] for _, arguments in calls[1:]]
    return any(f"{operation} (" in texts[0] for operation in called)


async def attacks(session):
    for tried, calls in ATTACKS:
        texts, is_mistake = await play(session, calls)
        assert is_mistake, (tried, texts[-1][:500])
        assert not any(SECRET.search(text) for text in texts), (tried, texts)
    print(f"{len(ATTACKS)} attacks refused")


async def main():
    what, command = sys.argv[1], sys.argv[2:]
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            await session.initialize()
            names = sorted(tool.name for tool in (await session.list_tools()).tools)
            assert names == ["call_read", "call_write", "describe_operation", "find_operations"], names
            await {"tasks": tasks, "attacks": attacks}[what](session)


asyncio.run(main())
