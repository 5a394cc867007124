"""The rules of the project: each is a function from what it judges to one-line complaints."""
