"""random_program: module sources drawn from a seed, with features that captures lose.

They have views, writes, draws, rebinding, modes and breaks. A statement is kept only if the program still runs
forward and backward with finite values. Every source is therefore a program that a user could have written. Its
features name the captures that a test may excuse.
"""

import random
import re
from dataclasses import dataclass, field
from typing import Any, Callable

import torch
import torch.nn.functional as F
from torch import nn

PREAMBLE = '''"""{title}"""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint


@torch._dynamo.disable
def outside(x):
    """What Dynamo leaves to Python."""
    return x.cos() + 0.25


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


class Program(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.narrow = nn.Linear(4, 4), nn.Linear(4, 2)
        self.norm, self.layer_norm = nn.BatchNorm1d(4), nn.LayerNorm(4)
        self.drop, self.embed = nn.Dropout(0.5), nn.Embedding(5, 4)
        self.weight = nn.Parameter(torch.randn(3, 4))
        self.register_buffer("seen", torch.zeros(()))
        self.register_buffer("kept", torch.randn(3, 4))
        self.steps = 1

    def forward(self, x, y, index):
'''
INPUTS = [{"shape": [3, 4], "requires_grad": True}, {"shape": [3, 4]}, {"shape": [3], "dtype": "int64", "high": 3}]
LARGEST = 1e4  # of any value; beyond it rounding decides

Known = dict[str, Any]  # the program's local variables after a run


@dataclass
class Statement:
    """Lines of a block. `feature` may be lost or refused by a method; "" must be captured by all."""

    lines: list[str]
    feature: str = ""


@dataclass
class RandomProgram:
    seed: int
    statements: list[Statement] = field(default_factory=list)
    results: str = "x"

    @property
    def features(self) -> set[str]:
        return {statement.feature for statement in self.statements} - {""}

    def source(self, ending: str = "") -> str:
        lines = [line for statement in self.statements for line in statement.lines]
        body = [*lines, ending or f"return {self.results}"]
        title = f"Random program {self.seed}: {', '.join(sorted(self.features)) or 'plain'}."
        return PREAMBLE.replace("{title}", title) + "".join(f"        {line}\n" for line in body)


class Draw:
    """The choices for a statement: operands that fit, and texts from templates."""

    def __init__(self, rng: random.Random, known: Known) -> None:
        self.rng = rng
        self.tensors = {name: value for name, value in known.items() if isinstance(value, torch.Tensor)}
        self.fresh = f"v{sum(name.startswith('v') for name in known)}"

    def operand(self, fits: Callable[[torch.Tensor], bool] = lambda _: True) -> str:
        """A variable, preferably a recent one. Raises LookupError if none fits."""
        fitting = [name for name, value in self.tensors.items() if value.is_floating_point() and fits(value)]
        if not fitting:
            raise LookupError
        return fitting[max(self.rng.randrange(len(fitting)), self.rng.randrange(len(fitting)))]

    def text(self, template: str) -> str:
        """`template` with A, B: any; M: of two dimensions; R: rows of four; SAME: shaped like y; W: a state; K: a
        number."""
        kinds: dict[str, Callable[[], str]] = {
            "A": self.operand,
            "B": self.operand,
            "M": lambda: self.operand(lambda value: value.dim() == 2),
            "R": lambda: self.operand(lambda value: value.dim() == 2 and value.shape[-1] == 4),
            "SAME": lambda: self.operand(lambda value: value.shape == (3, 4)),
            "W": lambda: self.rng.choice(["self.weight", "self.kept", "self.linear.weight"]),
            "K": lambda: str(round(self.rng.uniform(0.3, 1.7), 2)),
        }
        return re.sub(r"\b([ABMRWK]|SAME)\b", lambda found: kinds[found[0]](), template)


VALUES = [
    "A.sin()", "A.tanh() * K", "torch.sigmoid(A) + B", "A * B", "A - B * K", "torch.where(A > 0.1, A, B)", "F.softmax(A, -1)", "F.gelu(A)", "A.exp().clamp(max=K)",
    "self.linear(R)", "self.narrow(R)", "self.layer_norm(R)", "R @ self.linear.weight.t()", "F.linear(R, W, None)", "torch.einsum('ij,kj->ik', R, R)",
    "torch.cat([M, M], 0)", "torch.stack([A, A], 1)", "A.cumsum(0)", "A.sort(-1).values", "A.sum(0)", "A.mean() * B", "A.amax(-1, keepdim=True) - B",
    "self.embed(index)", "R[index]", "R.gather(0, index[:, None].expand(3, 4))", "F.scaled_dot_product_attention(R[None], SAME[None], SAME[None])[0]", "F.cross_entropy(R, index)",
    "A + torch.arange(A.shape[-1])", "A * torch.tensor(K)", "A + torch.full_like(A, K)", "F.pad(A, (0, 1))", "A.square().mean().sqrt() + K", "self.weight * K", "A.logsumexp(-1)",
    "A.detach() * B", "A.double().float()", "Doubled.apply(A)", "A.roll(1, -1)", "A.flip(0)",
]  # fmt: skip
VIEWS = ["M.t()", "A[1:]", "A[..., :2]", "A.reshape(-1)", "A.unsqueeze(0)", "A.unsqueeze(-1).expand(*A.shape, 2)", "M.diagonal()", "A.select(0, 0)", "A.narrow(-1, 0, 1)",
         "R.view(2, -1)", "A.unfold(-1, 2, 1)", "A.movedim(0, -1)", "A.contiguous()", "A.squeeze()", "W[1]", "M.chunk(2, -1)[1]", "A.unbind(0)[0]", "A.as_strided((2,), (1,))"]  # fmt: skip
WRITES = ["A.mul_(K)", "A.add_(B)", "A[0] = K", "A[..., 1:] = B[..., 1:]", "A[0].zero_()", "A.copy_(B * K)", "M.t().add_(K)", "A.masked_fill_(A > 0.5, K)", "R.index_add_(0, index, R.detach())",
          "A.clamp_(max=K)", "F.relu_(A)", "R.index_put_((index,), R.detach() * K)", "A.view(-1)[0] = K", "y.mul_(K)", "y[1] = R[0].detach()", "A.fill_(K)", "torch.sin(SAME.detach(), out=y)"]  # fmt: skip
STATES = ["self.seen.add_(A.detach().mean())", "self.kept[0] = K", "self.kept.mul_(K)", "self.kept.copy_(R.detach())", "self.kept.t()[1].add_(K)"]
DRAWS = ["A + torch.rand_like(B)", "F.dropout(A, 0.5)", "self.drop(A)", "A * torch.bernoulli(torch.full_like(A, 0.5))", "R[torch.randperm(3)]", "A + torch.randn(A.shape)", "A * torch.empty_like(A).uniform_()",
         "A + torch.randint(0, 3, A.shape)", "F.dropout(A, 0.25, True) + F.dropout(A, 0.5, True)"]  # fmt: skip
REBINDING = ["self.kept = self.kept * K + R.detach()", "self.seen = self.seen + A.detach().mean()", "self.kept = R.detach().clone()"]
MODES = ["with torch.no_grad():", "with torch.enable_grad():", "with torch.autocast('cpu', torch.bfloat16):", "with torch.set_grad_enabled(False):"]
BREAKS = ["torch._dynamo.graph_break()", "FRESH = outside(A)", "FRESH = outside(A.t()) if A.dim() == 2 else A"]


def plain(draw: Draw) -> Statement:
    return Statement([f"{draw.fresh} = {draw.text(draw.rng.choice(VALUES))}"])


def view(draw: Draw) -> Statement:
    return Statement([f"{draw.fresh} = {draw.text(draw.rng.choice(VIEWS))}"])


def write(draw: Draw) -> Statement:
    return Statement([draw.text(draw.rng.choice(WRITES))], "write")


def write_of_state(draw: Draw) -> Statement:
    return Statement([draw.text(draw.rng.choice(STATES))], "state")


def drawn(draw: Draw) -> Statement:
    return Statement([f"{draw.fresh} = {draw.text(draw.rng.choice(DRAWS))}"], "draw")


def statistics(draw: Draw) -> Statement:
    return Statement([f"{draw.fresh} = {draw.text('self.norm(R)')}"])


def rebound(draw: Draw) -> Statement:
    return Statement([draw.text(draw.rng.choice(REBINDING))], "rebinding")


def counted(draw: Draw) -> Statement:
    return Statement(["self.steps += 1", f"{draw.fresh} = {draw.text('A * self.steps')}"], "count")


def mode(draw: Draw) -> Statement:
    inner = [f"    {draw.fresh} = {draw.text(draw.rng.choice(VALUES))}"]
    if draw.rng.random() < 0.3:
        inner.append(f"    {draw.fresh} = {draw.fresh} * {draw.text('K')}")
    return Statement([draw.rng.choice(MODES), *inner], "mode")


def broken(draw: Draw) -> Statement:
    return Statement([draw.text(draw.rng.choice(BREAKS).replace("FRESH", draw.fresh))], "break")


def asked(draw: Draw) -> Statement:
    """A value chooses a branch, or becomes a Python number."""
    if draw.rng.random() < 0.5:
        return Statement([f"{draw.fresh} = {draw.text('A * float(B.detach().mean())')}"], "value")
    lines = [draw.text("if bool(A.detach().sum() > K):"), f"    {draw.fresh} = {draw.text('B + K')}", "else:", f"    {draw.fresh} = {draw.text('B * K')}"]
    return Statement(lines, "value")


def looped(draw: Draw) -> Statement:
    return Statement([draw.text(f"{draw.fresh} = A"), f"for step in range({draw.rng.randrange(2, 4)}):", f"    {draw.fresh} = {draw.text(f'{draw.fresh}.sin() + B * K')}"])


def recomputed(draw: Draw) -> Statement:
    return Statement([f"{draw.fresh} = {draw.text('checkpoint(lambda given: self.linear(given).tanh() * K, R, use_reentrant=False)')}"], "checkpoint")


KINDS: list[tuple[Callable[[Draw], Statement], int]] = [
    (plain, 8), (view, 5), (write, 4), (write_of_state, 2), (drawn, 2), (statistics, 1), (rebound, 1), (counted, 1), (mode, 1), (broken, 1), (asked, 1),
    (looped, 1), (recomputed, 1),
]  # fmt: skip


def _inputs(seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(seed)
    return torch.randn(3, 4, requires_grad=True), torch.randn(3, 4), torch.randint(0, 3, (3,))


def _tensors(value: Any) -> list[torch.Tensor]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
    return [part for part in parts if isinstance(part, torch.Tensor) and part.is_floating_point()]


def _run(source: str, seed: int) -> Any:
    """The result of forward, after a backward pass through everything that requires a gradient. Raises the program's
    exceptions."""
    space: dict[str, Any] = {}
    exec(compile(source, "<random program>", "exec"), space)
    torch.manual_seed(0)
    returned = space["Program"]()(*_inputs(seed))
    results = _tensors(returned)
    sum(result.sum() for result in results).backward()
    if not all(bool(result.isfinite().all()) and bool((result.abs() < LARGEST).all()) for result in results):
        raise ArithmeticError
    return returned


def _accepted(program: RandomProgram) -> Known | None:
    """The local variables after runs on two sets of inputs; None if a run fails."""
    try:
        _run(program.source("return {**locals()}"), seed=1)
        return {name: value for name, value in _run(program.source("return {**locals()}"), seed=2).items() if name not in ("self", "index")}
    except (RuntimeError, ValueError, IndexError, TypeError, ArithmeticError):
        return None


def _results(rng: random.Random, known: Known) -> str:
    names = [name for name, value in known.items() if isinstance(value, torch.Tensor) and value.is_floating_point()]
    chosen = list(dict.fromkeys([names[-1], *rng.sample(names, min(len(names), 3))]))
    kind = rng.randrange(3)
    if kind == 0:
        return "{" + ", ".join(f'"{name}_": {name}' for name in chosen) + "}"
    return f"({', '.join(chosen)}, {chosen[0]})" if kind == 1 else f"({', '.join(chosen)},)"


def random_program(seed: int, length: int = 12) -> RandomProgram:
    """The program of this seed, reproducible on a version of PyTorch."""
    rng = random.Random(seed)
    program = RandomProgram(seed, [Statement(["v0 = self.linear(x)"])])
    known = _accepted(program)
    assert known is not None
    makers, weights = zip(*KINDS)
    while len(program.statements) < length:
        try:
            statement = rng.choices(makers, weights)[0](Draw(rng, known))
        except LookupError:
            continue
        program.statements.append(statement)
        now = _accepted(program)
        if now is None:
            program.statements.pop()
        else:
            known = now
    for _ in range(20):
        program.results = _results(rng, known)
        try:
            _run(program.source(), seed=1)
            return program
        except RuntimeError:  # no chosen result requires a gradient
            continue
    return random_program(seed + 1_000_003, length)
