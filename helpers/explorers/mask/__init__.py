"""A mask: paint who may look at whom, and see the weights share anew."""
