"""What a valve, or a broadcast, emits."""


class Heard:
    """An output that keeps what it hears."""

    def __init__(self):
        self.events = []

    def emit_watermark(self, timestamp):
        self.events.append(timestamp)

    def emit_watermark_status(self, *, idle):
        self.events.append("idle" if idle else "active")
