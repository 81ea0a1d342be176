"""A check of negative_data_rejection but for null, which a server accepts for an optional field."""

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection


def holds_null(value):
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return value is None
    return any(map(holds_null, value))


@schemathesis.check
def rejection_but_of_null(context, response, case):
    if not holds_null(case.body):
        return negative_data_rejection(context, response, case)
