"""Arithmetic written as text, such as `1 / (1 + exp(-7))`, evaluated without running code."""

import ast
import math
import operator

OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
FUNCTIONS = {"exp": math.exp, "sqrt": math.sqrt}


def evaluate(text, names=None):
    """Return the number that an expression stands for.

    text  : numbers, names, + - * / **, brackets, exp(...), sqrt(...) and the functions in `names`
    names : dict of further numbers and functions

    Raises ValueError, naming the part and the expression, for anything else.
    """
    try:
        return _number(ast.parse(text, mode="eval").body, FUNCTIONS | (names or {}))
    except SyntaxError:
        raise ValueError(f"expected arithmetic, got {text!r}") from None
    except (ArithmeticError, TypeError, ValueError) as error:
        raise ValueError(f"expected arithmetic, got {text!r}: {error}") from None


def _number(node, names):
    """Evaluate one node of the syntax tree; every kind of node not named here is refused."""
    match node:
        case ast.Constant() if type(node.value) in (int, float):
            return node.value
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.BinOp(left, operation, right) if type(operation) in OPERATIONS:
            return OPERATIONS[type(operation)](_number(left, names), _number(right, names))
        case ast.UnaryOp(operation, operand) if type(operation) in OPERATIONS:
            return OPERATIONS[type(operation)](_number(operand, names))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in names:
            return names[name](*(_number(argument, names) for argument in arguments))
    raise ValueError(f"{ast.unparse(node)!r} is not known here")
