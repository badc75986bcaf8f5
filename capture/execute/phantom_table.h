// phantom_table: the stated table by which a capture made under the phantom device replays on the CPU.
#pragma once

#include "capture/execute/executable.h"

namespace assay::replay {

/// Every device argument becomes "cpu". An operator that the CPU has is called as the graph says; one that it
/// lacks, or has wrong, is replaced by what this table names, with the same arity. Values agree with a GPU's
/// within the tolerance of their dtype, never bit by bit.
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
/// - What either side draws goes into a tensor's elements in their order, not as they lie in memory
///   (draws_in_order.h): a GPU lays them out otherwise than the CPU.
/// - Attention dropout draws one value per score with `bernoulli_` from the CPU's generator, where the CPU's
///   own attention draws it. The table keeps the mask; the philox seed is its number, the offset stays 0. So
///   the graphs of one capture replay through one table, or a backward does not find its mask.
/// - Causal masks are aligned to the first query and key. Query heads that are a multiple of the key's share
///   keys and values in groups. A debug mask is not computed, and what is empty on a GPU is undefined here.
/// - What a Python-level graph calls as `torch.NAME` is the operator of that name where the table replaces
/// it.
/// - Outputs are laid out in memory as the graph says, where it says so in numbers: a `view` that follows may
///   depend on it. Where strides are symbolic, attention is laid out as the operator's fake kernel does.
/// - Not here, and so refused by name: `_cudnn_rnn` (no capture holds one whose backward exists),
///   `_cudnn_ctc_loss`, nested and jagged attention, quantised and sparse operators without a CPU kernel.
///
/// For an operator that has no CPU kernel and is not in the table `kernel_for` throws; Executable tells of it
/// with the node's name, as CannotReplay.
Substitution phantom_table();

}  // namespace assay::replay
