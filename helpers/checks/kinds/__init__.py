"""The kinds of checks, what they answer, and the mistakes that several exercises share."""
