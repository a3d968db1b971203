"""The kit's own areas, one folder a subject; `jarparity.registry` finds them as it finds those of others."""
