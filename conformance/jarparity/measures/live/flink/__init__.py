"""A real Flink cluster, and what is looked at on it: who gets which key, who reads which partition, what time it is."""
