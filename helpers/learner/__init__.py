"""What a learner wrote: called, read, kept when it solves an exercise; and what errors say."""
