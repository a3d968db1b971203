"""Flink: a key's hash code, its key group, the operator that owns it, and the channel that a record takes."""

from __future__ import annotations

from jarparity.catalogue.flink_key_groups import OPERATIONS as KEY_GROUPS
from jarparity.catalogue.flink_keys import OPERATIONS as KEYS

OPERATIONS = KEYS + KEY_GROUPS
