"""What the readers of `data` share: its files, the fields of TOML, arithmetic written as text."""
