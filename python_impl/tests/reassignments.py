"""Files of Kafka's tool for reassignments."""

import json


def text(**replicas):
    """One of the topic t: text(p0=[0, 1]) has its partition 0 on two brokers."""
    listed = [{"topic": "t", "partition": int(name[1:]), "replicas": brokers} for name, brokers in replicas.items()]
    return json.dumps({"version": 1, "partitions": listed})
