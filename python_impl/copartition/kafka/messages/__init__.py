"""Kafka's messages as bytes: requests, responses, their headers and other data, in every version.

One interpreter of Kafka's own schemas writes and reads them all. Fields have the schemas' names, and a message has no
length in front: `encode_message("RequestHeader", …)` writes a request's header.
"""

from __future__ import annotations

from copartition.kafka.messages.fields import RawTaggedField
from copartition.kafka.messages.messages import (
    Header,
    MessageType,
    decode_message,
    encode_message,
    header_version,
    message_names,
    message_type,
)

__all__ = [
    "Header",
    "MessageType",
    "RawTaggedField",
    "decode_message",
    "encode_message",
    "header_version",
    "message_names",
    "message_type",
]
