"""The explorer of a training: the weights of attention at each recorded step, beside the loss."""
