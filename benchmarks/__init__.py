"""Speed and memory of the helpers, each beside a baseline measured in the same run."""
