"""What inputs of several areas are made of: Java values, keys, boundary values, and how they are drawn."""
