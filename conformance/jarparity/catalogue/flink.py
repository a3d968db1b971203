"""Flink: a key's hash code, group, operator and channel; its state, rescaling, watermarks."""

from __future__ import annotations

from jarparity.catalogue.flink_kafka_bytes import OPERATIONS as KAFKA_BYTES
from jarparity.catalogue.flink_kafka_source import OPERATIONS as KAFKA_SOURCE
from jarparity.catalogue.flink_key_groups import OPERATIONS as KEY_GROUPS
from jarparity.catalogue.flink_keys import OPERATIONS as KEYS
from jarparity.catalogue.flink_prekeyed import OPERATIONS as PREKEYED
from jarparity.catalogue.flink_rescale import OPERATIONS as RESCALING
from jarparity.catalogue.flink_state import OPERATIONS as STATE
from jarparity.catalogue.flink_watermarks import OPERATIONS as WATERMARKS

OPERATIONS = KEYS + KEY_GROUPS + RESCALING + STATE + PREKEYED + KAFKA_SOURCE + KAFKA_BYTES + WATERMARKS
