"""native_composite: the forward pass above autograd, composite operators such as `linear` whole.

There is no backward at that level: what a composite operator saves for its gradient is inside it.
"""

from ..captured.captured import Captured, Result
from ..observe import higher_order, native_recorder
from ..observe.rebinding import Rebinding
from ..observe.record import told
from ..program import naming
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """What the program called. The model runs: its buffers are mutated."""
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
