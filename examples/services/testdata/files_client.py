"""Calls each operation with the vendor's client and prints what it returned.

Standard input is a list of {path, requests}; the output is a list of lists.
"""
import json
import re
import sys

import dropbox
from dropbox import files, sharing, users
from stone.backends.python_rsrc import stone_serializers

client = dropbox.Dropbox("4711", ca_certs=sys.argv[1], max_retries_on_error=0)
namespaces = {"files": files, "sharing": sharing, "users": users}
returned = []
for operation in json.load(sys.stdin):
    _, _, area, name = operation["path"].split("/", 3)
    route = namespaces[area].ROUTES[re.sub(r"_v(\d)$", r":\1", name)]
    method = getattr(client, area + "_" + name.replace("/", "_"))
    outcomes = []
    for request in operation["requests"]:
        arguments = {}
        if request != "null":
            arg = stone_serializers.json_decode(route.arg_type, request)
            arguments = {field: getattr(arg, field) for field, _ in route.arg_type.definition._all_fields_}
        try:
            outcomes.append(stone_serializers.json_encode(route.result_type, method(**arguments)))
        except dropbox.exceptions.ApiError as e:
            outcomes.append(stone_serializers.json_encode(route.error_type, e.error))
    returned.append(outcomes)
json.dump(returned, sys.stdout)
