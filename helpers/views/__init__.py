"""Views: small browser components that draw what they are given and report what the hand does."""
