"""Silent errors of PyTorch found by Assay and not reported before. Each has a twin: the same program without the error."""

from typing import Callable

import torch
from torch import nn
from torch.nn import functional as F


class RankOut(nn.Module):
    """Writes the rank of a matrix into `out`."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rank = torch.full((), 77)
        torch.linalg.matrix_rank(x, out=rank)
        return x * rank


class RankGiven(nn.Module):
    """RankOut's twin: the rank is a result."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * torch.linalg.matrix_rank(x)


class NormOut(nn.Module):
    """Returns the first tensor that a batch norm wrote, the normalised tensor. The program provides the tensors."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("variance", torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out, mean, scale = torch.empty_like(x), torch.empty(3), torch.empty(3)
        written = {"out": out, "save_mean": mean, "save_invstd": scale}
        torch.ops.aten._native_batch_norm_legit.out(x, None, None, self.mean, self.variance, True, 0.1, 1e-5, **written)
        return out


class NormGiven(NormOut):
    """NormOut's twin: the written tensors are results."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.aten._native_batch_norm_legit(x, None, None, self.mean, self.variance, True, 0.1, 1e-5)[0]


class TakesNumber(nn.Module):
    """Writes to the result of `take`, a copy: the source stays unchanged."""

    def __init__(self, shape: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.register_buffer("index", torch.ones(tuple(shape), dtype=torch.int64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        torch.take(y, self.index).zero_()
        return y


class LearnsAttention(nn.Module):
    """A gradient step through attention."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.arange(40.0).sin().reshape(1, 2, 5, 4))

    def attended(self, x: torch.Tensor) -> torch.Tensor:
        return F.scaled_dot_product_attention(self.query, x, x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        (slope,) = torch.autograd.grad(self.attended(x).square().sum(), self.query)
        return self.query - slope


class LearnsWritten(LearnsAttention):
    """LearnsAttention's twin: attention written out."""

    def attended(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.query @ x.mT / 2, -1) @ x


class DropsAttended(nn.Module):
    """Dropout of an attention result."""

    def attended(self, x: torch.Tensor) -> torch.Tensor:
        turned = x.transpose(1, 2)
        return F.scaled_dot_product_attention(turned, turned, turned)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(self.attended(x))


class DropsWritten(DropsAttended):
    """DropsAttended's twin: the attention result is contiguous."""

    def attended(self, x: torch.Tensor) -> torch.Tensor:
        return super().attended(x).contiguous()


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx: torch.autograd.function.FunctionCtx, x: torch.Tensor) -> torch.Tensor:
        return x.sin()

    @staticmethod
    def backward(ctx: torch.autograd.function.FunctionCtx, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 5


class OwnBackward(nn.Module):
    """A function whose backward is not the derivative of its forward, like a straight-through estimator."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return Straight.apply(x * self.scale)


class NoBackward(OwnBackward):
    """OwnBackward's twin: only the forward, differentiated by PyTorch."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.scale).sin()


class OldBuffer(nn.Module):
    """Reads the step number, then increments it."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("step", torch.zeros(()))

    def taken(self) -> torch.Tensor:
        return self.step

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        step = self.taken()
        self.step = self.step + 1
        return step, x * step


class CopiedBuffer(OldBuffer):
    """OldBuffer's twin: reads a copy of the number."""

    def taken(self) -> torch.Tensor:
        return self.step.clone()


class NewBuffer(OldBuffer):
    """Increments the step number and returns it."""

    def given(self) -> torch.Tensor:
        return self.step

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        self.step = self.step + 1
        return self.given(), x * self.step


class CopyOfNewBuffer(NewBuffer):
    """NewBuffer's twin: returns a copy of the number."""

    def given(self) -> torch.Tensor:
        return self.step.clone()


class ScalesDetached(nn.Module):
    """Scales an argument in place through its detached alias and returns the alias."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def own(self, x: torch.Tensor) -> torch.Tensor:
        return x.detach()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.own(x).mul_(self.scale)


class ScalesCopy(ScalesDetached):
    """ScalesDetached's twin: scales a copy."""

    def own(self, x: torch.Tensor) -> torch.Tensor:
        return x.clone()


class TriplesList(nn.Module):
    """Takes a view of rows, then triples the base in place, as a list of one tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def triple(self, scaled: torch.Tensor) -> None:
        torch._foreach_mul_([scaled], 3.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scaled = x * self.scale
        rows = scaled[1:]
        self.triple(scaled)
        return rows * 2


class TriplesTensor(TriplesList):
    """TriplesList's twin: triples the tensor itself."""

    def triple(self, scaled: torch.Tensor) -> None:
        scaled.mul_(3.0)


class Weighed(torch.autograd.Function):
    """The result of `weigh`. Autograd is off in it, as in the forward of any autograd.Function."""

    @staticmethod
    def forward(ctx, x: torch.Tensor, weigh: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        return weigh(x)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        return gradient, None


class ClosesOver(nn.Module):
    """An autograd.Function closes over a parameter, which gets no gradient. None of its inputs requires a gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def weigh(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return Weighed.apply(x, self.weigh)


class ClosesOverValues(ClosesOver):
    """ClosesOver's twin: closes over the parameter's detached values."""

    def weigh(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale.detach()


class FactorOfInference(nn.Module):
    """A factor computed from a parameter in inference mode: no gradient flows through it."""

    mode = torch.inference_mode

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with self.mode():
            factor = (x * self.scale).amax()
        return x * factor * self.scale


class FactorOfNoGrad(FactorOfInference):
    """FactorOfInference's twin: autograd is off, without inference mode."""

    mode = torch.no_grad


class WritesInInference(nn.Module):
    """Writes an argument that requires a gradient, in inference mode."""

    mode = torch.inference_mode

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def forward(self, x: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
        with self.mode():
            given.mul_(2)
        return x * self.scale


class WritesInNoGrad(WritesInInference):
    """WritesInInference's twin: autograd is off, without inference mode."""

    mode = torch.no_grad


class Fivefold(torch.autograd.Function):
    """Doubles its input. Its gradient is five times the gradient of the result."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        pass

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 5


class MapsFunction(nn.Module):
    """An autograd.Function within vmap. Its backward is not the derivative of its forward."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def own(self, scaled: torch.Tensor) -> torch.Tensor:
        return torch.vmap(lambda row: Fivefold.apply(row))(scaled)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.own(x * self.scale)


class AppliesFunction(MapsFunction):
    """MapsFunction's twin: applies the function to all rows at once."""

    def own(self, scaled: torch.Tensor) -> torch.Tensor:
        return Fivefold.apply(scaled)


class WritesThenApplies(nn.Module):
    """An autograd.Function whose input requires a gradient only through a write to a view of it."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def part(self, copied: torch.Tensor) -> torch.Tensor:
        return copied[..., :4]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        copied = x.clone()
        self.part(copied).add_(self.scale)
        return Fivefold.apply(copied)


class WritesAllThenApplies(WritesThenApplies):
    """WritesThenApplies's twin: writes the tensor itself."""

    def part(self, copied: torch.Tensor) -> torch.Tensor:
        return copied


class ViewsWithoutGradients(nn.Module):
    """Returns a view made without gradients, beside a result of its base."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def again(self, scaled: torch.Tensor) -> torch.Tensor:
        return scaled.view(scaled.shape)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scaled = x * self.scale
        torch._dynamo.graph_break()
        with torch.no_grad():
            view = self.again(scaled)
        return scaled * 2, view


class CopiesWithoutGradients(ViewsWithoutGradients):
    """ViewsWithoutGradients's twin: returns a copy."""

    def again(self, scaled: torch.Tensor) -> torch.Tensor:
        return scaled.clone()


class UnsqueezesBase(nn.Module):
    """Unsqueezes a tensor in place, then writes it through an earlier view."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def unsqueezed(self, base: torch.Tensor) -> torch.Tensor:
        return base.unsqueeze_(0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        base = x * self.scale
        row = base[0]
        result = self.unsqueezed(base)
        row.mul_(3)
        return result


class UnsqueezesNoBase(UnsqueezesBase):
    """UnsqueezesBase's twin: returns a view of the written tensor, which keeps its shape."""

    def unsqueezed(self, base: torch.Tensor) -> torch.Tensor:
        return base.unsqueeze(0)


class Cube(torch.autograd.Function):
    """The third power, with its true derivative."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return x**3

    @staticmethod
    def setup_context(ctx, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        return gradient * 3 * x**2


class DerivesTwice(nn.Module):
    """The second derivative of an autograd.Function, by torch.func.grad of torch.func.grad."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def cube(self, x: torch.Tensor) -> torch.Tensor:
        return Cube.apply(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        derived = torch.func.grad(lambda one: self.cube(one).sum())
        return torch.func.grad(lambda one: derived(one).sum())(x) * self.scale


class DerivesPowerTwice(DerivesTwice):
    """DerivesTwice's twin: uses PyTorch's own power."""

    def cube(self, x: torch.Tensor) -> torch.Tensor:
        return x**3


class DetachesInInference(nn.Module):
    """Detaches a tensor in place in inference mode, where that has no effect. Then branches on `requires_grad`."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def detached(self, scaled: torch.Tensor) -> None:
        scaled.detach_()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scaled = x * self.scale
        with torch.inference_mode():
            self.detached(scaled)
        return scaled * (2 if scaled.requires_grad else 3)


class DetachesNothing(DetachesInInference):
    """DetachesInInference's twin: does not detach."""

    def detached(self, scaled: torch.Tensor) -> None:
        pass


class Attends(nn.Module):
    """Attention directly on the inputs: their strides select the kernel."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.scaled_dot_product_attention(x, x, x)


class AttendsCopy(Attends):
    """Attends' twin: the input is dense."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(x.clone(memory_format=torch.contiguous_format))


class FillsBuffer(nn.Module):
    """A table in a buffer that is None before the first call."""

    table: torch.Tensor | None

    def __init__(self, table: list[float] | None = None) -> None:
        super().__init__()
        self.register_buffer("table", None if table is None else torch.tensor(table))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.table is None:
            self.table = torch.full((4,), 2.0)
        return x * self.table
