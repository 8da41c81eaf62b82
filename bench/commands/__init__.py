"""The verbs of the command line, one module each; every one exposes ``register(app)``."""
