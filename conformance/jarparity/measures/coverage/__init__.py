"""How much of the originals' own code is run: JaCoCo's agent in the JVM that answers, and every branch left out."""
