"""Checks but for null, which a server accepts for an optional field, and lenient responses may have."""

import schemathesis
from schemathesis.core.failures import FailureGroup
from schemathesis.openapi.checks import JsonSchemaError
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    response_schema_conformance,
)


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


def is_of_null(failure):
    return isinstance(failure, JsonSchemaError) and failure.instance is None


@schemathesis.check
def conformance_but_of_null(context, response, case):
    try:
        return response_schema_conformance(context, response, case)
    except FailureGroup as group:
        others = [failure for failure in group.exceptions if not is_of_null(failure)]
        if others:
            raise FailureGroup(others)
    except JsonSchemaError as failure:
        if not is_of_null(failure):
            raise
