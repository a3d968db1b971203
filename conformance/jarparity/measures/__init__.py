"""Measures of the originals and of the kit itself; nothing else imports them, but the CLI."""
