"""Calls each operation with the vendor's client and prints what it returned.

Standard input is a list of {path, requests}; the output is a list of lists.
"""
import json
import sys

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

client = WebClient(token="4711", base_url=sys.argv[1] + "/api/")
returned = []
for operation in json.load(sys.stdin):
    method = getattr(client, operation["path"].removeprefix("/api/").replace(".", "_"))
    outcomes = []
    for request in operation["requests"]:
        try:
            response = method(**json.loads(request))
        except SlackApiError as e:
            response = e.response
        outcomes.append(json.dumps(response.data))
    returned.append(outcomes)
json.dump(returned, sys.stdout)
