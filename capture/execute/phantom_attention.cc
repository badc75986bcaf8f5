// Weights are computed in single precision for narrower types, as in fused kernels.
#include "capture/execute/phantom_attention.h"

#include <cmath>
#include <limits>

#include <ATen/ATen.h>

namespace assay::replay {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

at::Tensor wide(const at::Tensor& tensor) {
  return tensor.scalar_type() == at::kDouble ? tensor : tensor.to(at::kFloat);
}

double scale_of(const Attention& call) {
  return call.scale ? *call.scale : 1.0 / std::sqrt(static_cast<double>(call.query.size(-1)));
}

// Several query heads share a head of keys and values: query head h reads head h / group.
at::Tensor shared(const at::Tensor& tensor, const at::Tensor& query) {
  const std::int64_t group = query.size(1) / tensor.size(1);
  return group == 1 ? tensor : tensor.repeat_interleave(group, 1);
}

at::Tensor summed_over_group(const at::Tensor& gradient, const at::Tensor& of) {
  if (gradient.size(1) == of.size(1)) return gradient;
  return gradient.unflatten(1, {of.size(1), gradient.size(1) / of.size(1)}).sum(2);
}

at::Tensor scores(const Attention& call) {
  const at::Tensor key = wide(shared(call.key, call.query));
  at::Tensor result = at::matmul(wide(call.query) * scale_of(call), key.transpose(-2, -1));
  if (call.bias.defined()) result = result + wide(call.bias);
  if (!call.causal) return result;
  const at::Tensor later =
      at::ones({result.size(-2), result.size(-1)}, result.options().dtype(at::kBool)).triu(1);
  return result.masked_fill(later, kNothing);
}

// A query that attends to no key has weights 0, not NaN.
at::Tensor weights(const at::Tensor& raw, const at::Tensor& logsumexp) {
  const at::Tensor column = logsumexp.unsqueeze(-1);
  return (raw - column).exp().masked_fill(column == kNothing, 0.0);
}

at::Tensor scaled_mask(const at::Tensor& like, double dropout) {
  if (dropout == 0) return {};
  at::Tensor mask = at::empty(like.sizes(), like.options()).bernoulli_(1 - dropout);
  return dropout == 1 ? mask : mask.div_(1 - dropout);
}

}  // namespace

Attended attend(const Attention& call) {
  const at::Tensor raw = scores(call);
  const at::Tensor logsumexp = raw.logsumexp(-1);
  at::Tensor weight = weights(raw, logsumexp);
  const at::Tensor mask = scaled_mask(weight, call.dropout);
  if (mask.defined()) weight = weight * mask;
  const at::Tensor output = at::matmul(weight, wide(shared(call.value, call.query)));
  return {output.to(call.query.scalar_type()), logsumexp, mask};
}

AttentionGradients attend_backward(const Attention& call, const at::Tensor& grad, const Attended& forward) {
  const at::Tensor weight = weights(scores(call), forward.logsumexp);
  const at::Tensor dropped = forward.mask.defined() ? weight * forward.mask : weight;
  const at::Tensor value = wide(shared(call.value, call.query));
  const at::Tensor upstream = wide(grad);

  const at::Tensor grad_value = at::matmul(dropped.transpose(-2, -1), upstream);
  const at::Tensor reached = at::matmul(upstream, value.transpose(-2, -1));
  const at::Tensor mean = (upstream * wide(forward.output)).sum(-1, /*keepdim=*/true);
  const at::Tensor grad_scores = dropped * reached - weight * mean;
  const at::Tensor grad_key = at::matmul(grad_scores.transpose(-2, -1), wide(call.query)) * scale_of(call);
  const at::Tensor grad_query = at::matmul(grad_scores, wide(shared(call.key, call.query))) * scale_of(call);

  AttentionGradients result;
  result.query = grad_query.to(call.query.scalar_type());
  result.key = summed_over_group(grad_key, call.key).to(call.key.scalar_type());
  result.value = summed_over_group(grad_value, call.value).to(call.value.scalar_type());
  if (call.bias.defined())
    result.bias = at::sum_to(grad_scores, call.bias.sizes()).to(call.bias.scalar_type());
  return result;
}

}  // namespace assay::replay
