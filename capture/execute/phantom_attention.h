// phantom_attention: a GPU's fused attention as plain operators, for phantom_table.
#pragma once

#include <optional>
#include <tuple>

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// One call of scaled dot product attention, [N, H, T, D] each; `bias` may be undefined.
struct Attention {
  at::Tensor query, key, value, bias;
  double dropout = 0;
  bool causal = false;
  std::optional<double> scale;  ///< default: 1 / sqrt(D)
};

struct Attended {
  at::Tensor output;     ///< dtype of the query
  at::Tensor logsumexp;  ///< [N, H, T], single or double precision
  at::Tensor mask;       ///< of dropout, scaled; undefined without dropout
};

struct AttentionGradients {
  at::Tensor query, key, value;
  at::Tensor bias;  ///< undefined without a bias
};

Attended attend(const Attention& call);

/// `forward` is the result of `attend`; its `mask` is undefined without dropout. Recomputes the weights from
/// `logsumexp`, so that a wrong logsumexp changes the gradients.
AttentionGradients attend_backward(const Attention& call, const at::Tensor& grad, const Attended& forward);

}  // namespace assay::replay
