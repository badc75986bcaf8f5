// phantom_table: the table by which a capture made under the phantom device replays on the CPU.
#pragma once

#include "capture/execute/executable.h"

namespace assay::replay {

/// Every device argument becomes "cpu". An operator with a correct CPU kernel runs unchanged. An operator
/// without a CPU kernel, or with a wrong CPU kernel, is replaced by its row, with the same arity. Values
/// agree with a GPU's within the tolerance of their dtype, never bit by bit.
///
// clang-format off
/// | operator (aten._.default)                        | replaced by                                          |
/// |----------------------------------------------------|------------------------------------------------------|
/// | cudnn_batch_norm                                   | native_batch_norm; an empty reserve                  |
/// | cudnn_batch_norm_backward                          | native_batch_norm_backward in training; no reserve   |
/// | native_batch_norm_backward                         | the same, the gradient laid out as the input         |
/// | _fused_rms_norm_backward                           | the derivative of the norm, from its rstd            |
/// | histc                                              | histc in double precision of whole numbers           |
/// | _use_cudnn_ctc_loss, _use_miopen_ctc_loss, .Tensor | false                                                |
/// | cudnn_grid_sampler, _backward                      | grid_sampler_2d, bilinear with aligned corners       |
/// | _scaled_dot_product_efficient_attention, _backward | softmax(scale q k' + bias) v in single precision     |
/// | _scaled_dot_product_flash_attention, _backward     |   (double for double) with logsumexp; its            |
/// | _scaled_dot_product_cudnn_attention, _backward     |   derivative, from the logsumexp the forward gave    |
/// | _thnn_fused_lstm_cell, _backward_impl              | the cell's formula; its derivative                   |
/// | _thnn_fused_gru_cell, _backward                    | the cell's formula; its derivative                   |
// clang-format on
///
/// - Random draws fill the elements of a tensor in order, not by memory layout, in the replay and in eager
///   (draws_in_order.h). A GPU lays tensors out differently from the CPU.
/// - Attention dropout draws one value per score with `bernoulli_` from the CPU's generator, like the CPU's
///   own attention. The table keeps the mask. The philox seed is the mask's number; the offset stays 0. All
///   graphs of a capture must replay through one table, or a backward does not find its mask.
/// - Causal masks are aligned to the first query and key. If the query has a multiple of the key's heads,
///   groups of query heads share keys and values. Debug masks are not computed. Tensors that are empty on a
///   GPU are undefined here.
/// - A call of `torch.NAME` in a Python-level graph counts as the operator of that name if the table replaces
///   that operator.
/// - Outputs get the memory layout of the graph if its strides are numbers, because a later `view` may depend
///   on it. With symbolic strides, attention gets the layout of the operator's fake kernel.
/// - Refused by name: `_cudnn_rnn` (no capture with an existing backward contains it), `_cudnn_ctc_loss`,
///   nested and jagged attention, and quantised and sparse operators without a CPU kernel.
///
/// `kernel_for` throws for an operator that neither the table nor the CPU has. Executable turns this into
/// CannotReplay with the node's name.
Substitution phantom_table();

}  // namespace assay::replay
