"""native_composite: the forward pass above autograd, with composite operators such as `linear` whole.

That level has no backward: a composite operator keeps the values for its gradient inside.
"""

from ..captured.captured import Captured, Result
from ..observe import higher_order, native_recorder
from ..observe.rebinding import Rebinding
from ..observe.record import told
from ..program import naming
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The operators that the program called. The model runs, and its buffers change."""
    recorder = native_recorder.recorder(program, above_autograd=True)
    inputs = told(recorder, program)
    rebinding = Rebinding(program)
    with program.running(), higher_order.by_kernels(program.fake_mode), recorder:
        output = program.model(*program.args, **program.kwargs)
    results = rebinding.tell(recorder)
    for name, leaf in naming.leaves(naming.opened(output)):
        recorder.result("user", name, leaf)
        results.append(Result("user", name))
    return [Captured("forward", recorder, inputs, results)]
