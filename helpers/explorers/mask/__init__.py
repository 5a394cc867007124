"""A mask in the hand: paint who may look at whom, and see the weights share anew."""
