// Rows take their arguments by position in the operator's schema.
#include "capture/execute/phantom_table.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "capture/execute/arguments.h"
#include "capture/execute/phantom_attention.h"

namespace assay::replay {
namespace {

using Values = std::vector<c10::IValue>;
using Kernel = Substitution::Kernel;

// Dropout masks of the forwards that ran. Each has a number, which replaces its philox seed.
class Masks {
 public:
  at::Tensor keep(const at::Tensor& mask) {
    if (!mask.defined()) return at::zeros({}, at::kLong);
    kept_.push_back(mask);
    return at::scalar_tensor(static_cast<std::int64_t>(kept_.size()), at::kLong);
  }
  at::Tensor of(const c10::IValue& philox_seed, double dropout) const {
    if (dropout == 0) return {};
    const auto number = philox_seed.toTensor().item<std::int64_t>();
    if (number < 1 || number > static_cast<std::int64_t>(kept_.size()))
      throw Misfit("no dropout mask " + std::to_string(number) +
                   ": the attention that drew it did not run through this table");
    return kept_[static_cast<std::size_t>(number - 1)];
  }

 private:
  std::vector<at::Tensor> kept_;
};

at::Tensor tensor(const c10::IValue& value) { return value.isNone() ? at::Tensor() : value.toTensor(); }

// --- norms ---

Values batch_norm(const Values& args, Masks&) {
  const auto [output, mean, inverse] =
      at::native_batch_norm(tensor(args[0]), tensor(args[1]), tensor(args[2]), tensor(args[3]),
                            tensor(args[4]), args[5].toBool(), args[6].toDouble(), args[7].toDouble());
  const at::Tensor reserve = at::empty({0}, output.options().dtype(at::kByte));
  return {output, mean, inverse, reserve};
}

at::Tensor laid_out_like(const at::Tensor& value, const at::Tensor& like) {
  return value.sizes() == like.sizes() ? at::empty_like(like, value.options()).copy_(value) : value;
}

// If the layouts of gradient and input differ and a size is 1, the CPU's kernel misreads the gradient. A
// GPU's kernel does not.
Values norm_backward(const Values& args, bool train, double epsilon, std::array<bool, 3> wanted) {
  const at::Tensor given = tensor(args[1]);
  const auto [input, weight, bias] = at::native_batch_norm_backward(
      laid_out_like(tensor(args[0]), given), given, tensor(args[2]), tensor(args[3]), tensor(args[4]),
      tensor(args[5]), tensor(args[6]), train, epsilon, wanted);
  return {input, weight, bias};
}

Values batch_norm_backward(const Values& args, Masks&) {
  const auto wanted = args[9].toBoolList();
  return norm_backward(args, args[7].toBool(), args[8].toDouble(), {wanted[0], wanted[1], wanted[2]});
}

// cuDNN's operator takes the input first.
Values cudnn_batch_norm_backward(const Values& args, Masks&) {
  Values swapped = args;
  std::swap(swapped[0], swapped[1]);
  return norm_backward(swapped, /*train=*/true, args[7].toDouble(), {true, true, true});
}

// The derivative of input * rstd * weight, where rstd = 1 / sqrt(mean(input^2) + eps) over the dimensions of
// `normalized_shape`. Computed in at least single precision, as in the GPU's kernel.
Values rms_norm_backward(const Values& args, Masks&) {
  const at::Tensor given = tensor(args[1]), rstd = tensor(args[3]), weight = tensor(args[4]);
  const auto wide = at::promote_types(given.scalar_type(), at::kFloat);
  const at::Tensor gradient = tensor(args[0]).to(wide), normal = given.to(wide) * rstd;
  std::vector<std::int64_t> inner(args[2].toIntVector().size()), outer;
  const auto first = given.dim() - static_cast<std::int64_t>(inner.size());
  std::iota(inner.begin(), inner.end(), first);
  outer.resize(static_cast<std::size_t>(first));
  std::iota(outer.begin(), outer.end(), 0);
  const auto wanted = args[5].toBoolList();
  Values found{at::Tensor(), at::Tensor()};
  if (wanted[0]) {
    const at::Tensor scaled = weight.defined() ? gradient * weight : gradient;
    const at::Tensor along = (scaled * normal).mean(inner, /*keepdim=*/true);
    found[0] = (rstd * (scaled - normal * along)).to(given.scalar_type());
  }
  if (wanted[1] && weight.defined()) {
    const at::Tensor each = gradient * normal;
    found[1] = (outer.empty() ? each : each.sum(outer)).to(weight.scalar_type());
  }
  return found;
}

// --- operators that the CPU has for some element types or under another name ---

Values histc(const Values& args, Masks&) {
  const at::Tensor counted = tensor(args[0]);
  const bool whole = at::isIntegralType(counted.scalar_type(), /*includeBool=*/true);
  const at::Tensor made = at::histc(whole ? counted.to(at::kDouble) : counted, args[1].toInt(),
                                    args[2].toScalar(), args[3].toScalar());
  return {made.to(counted.scalar_type())};
}

// The CPU has only one kernel.
Values no_other_ctc_loss(const Values&, Masks&) { return {false}; }

constexpr std::int64_t kBilinear = 0, kZeros = 0;

Values grid_sampler(const Values& args, Masks&) {
  return {at::grid_sampler_2d(tensor(args[0]), tensor(args[1]), kBilinear, kZeros, /*align_corners=*/true)};
}

Values grid_sampler_backward(const Values& args, Masks&) {
  const auto [input, grid] =
      at::grid_sampler_2d_backward(tensor(args[2]), tensor(args[0]), tensor(args[1]), kBilinear, kZeros,
                                   /*align_corners=*/true, {true, true});
  return {input, grid};
}

// --- attention ---

std::optional<double> scale_at(const c10::IValue& value) { return value.toOptional<double>(); }

at::Tensor time_before_heads(const at::Tensor& value) {
  return value.transpose(1, 2).contiguous().transpose(1, 2);
}

at::Tensor offset() { return at::zeros({}, at::kLong); }

// The kernel pads logsumexp to a multiple of 32 queries. It is empty if not requested.
at::Tensor padded(const at::Tensor& logsumexp, bool asked) {
  if (!asked) return logsumexp.narrow(-1, 0, 0);
  const std::int64_t missing = (32 - logsumexp.size(-1) % 32) % 32;
  return at::constant_pad_nd(logsumexp, {0, missing}, std::numeric_limits<double>::infinity());
}

Values efficient_attention(const Values& args, Masks& masks) {
  const Attention call{tensor(args[0]),    tensor(args[1]),  tensor(args[2]),  tensor(args[3]),
                       args[5].toDouble(), args[6].toBool(), scale_at(args[7])};
  const Attended given = attend(call);
  return {time_before_heads(given.output), padded(given.logsumexp, args[4].toBool()), masks.keep(given.mask),
          offset()};
}

Values efficient_attention_backward(const Values& args, Masks& masks) {
  const Attention call{tensor(args[1]),    tensor(args[2]),   tensor(args[3]),   tensor(args[4]),
                       args[9].toDouble(), args[11].toBool(), scale_at(args[12])};
  const Attended given{tensor(args[5]), tensor(args[6]).narrow(-1, 0, call.query.size(2)),
                       masks.of(args[7], call.dropout)};
  const AttentionGradients found = attend_backward(call, tensor(args[0]), given);
  const auto wanted = args[10].toBoolList();
  const auto when = [&](std::size_t position, const at::Tensor& gradient) {
    return wanted[position] ? gradient : at::Tensor();
  };
  return {when(0, time_before_heads(found.query)), when(1, time_before_heads(found.key)),
          when(2, time_before_heads(found.value)), when(3, found.bias)};
}

// The nine outputs common to the flash and cuDNN operators, without sequence lengths and debug mask.
Values fused_outputs(const Attention& call, const at::Tensor& output, const at::Tensor& logsumexp,
                     const c10::IValue& seed) {
  return {output,           logsumexp, at::Tensor(), at::Tensor(), call.query.size(2),
          call.key.size(2), seed,      offset(),     at::Tensor()};
}

Values flash_attention(const Values& args, Masks& masks) {
  const Attention call{tensor(args[0]),    tensor(args[1]),  tensor(args[2]),  {},
                       args[3].toDouble(), args[4].toBool(), scale_at(args[6])};
  const Attended given = attend(call);
  return fused_outputs(call, time_before_heads(given.output), given.logsumexp, masks.keep(given.mask));
}

Values flash_attention_backward(const Values& args, Masks& masks) {
  const Attention call{tensor(args[1]),     tensor(args[2]),   tensor(args[3]),   {},
                       args[10].toDouble(), args[11].toBool(), scale_at(args[14])};
  const Attended given{tensor(args[4]), tensor(args[5]), masks.of(args[12], call.dropout)};
  const AttentionGradients found = attend_backward(call, tensor(args[0]), given);
  return {time_before_heads(found.query), time_before_heads(found.key), time_before_heads(found.value)};
}

Values cudnn_attention(const Values& args, Masks& masks) {
  const Attention call{tensor(args[0]),    tensor(args[1]),  tensor(args[2]),  tensor(args[3]),
                       args[5].toDouble(), args[6].toBool(), scale_at(args[8])};
  const Attended given = attend(call);
  return fused_outputs(call, laid_out_like(given.output, call.query), given.logsumexp.unsqueeze(-1),
                       masks.keep(given.mask));
}

Values cudnn_attention_backward(const Values& args, Masks& masks) {
  const Attention call{tensor(args[1]),     tensor(args[2]),   tensor(args[3]),   tensor(args[8]),
                       args[13].toDouble(), args[14].toBool(), scale_at(args[15])};
  const Attended given{tensor(args[4]), tensor(args[5]).squeeze(-1), masks.of(args[6], call.dropout)};
  const AttentionGradients found = attend_backward(call, tensor(args[0]), given);
  return {laid_out_like(found.query, call.query), laid_out_like(found.key, call.key),
          laid_out_like(found.value, call.value)};
}

// --- recurrent cells ---

at::Tensor plus(const at::Tensor& value, const at::Tensor& bias) {
  return bias.defined() ? value + bias : value;
}

at::Tensor or_zeros(const c10::IValue& gradient, const at::Tensor& like) {
  const at::Tensor given = tensor(gradient);
  return given.defined() ? given : at::zeros_like(like);
}

at::Tensor of_sigmoid(const at::Tensor& gradient, const at::Tensor& result) {
  return gradient * result * (1 - result);
}

at::Tensor of_tanh(const at::Tensor& gradient, const at::Tensor& result) {
  return gradient * (1 - result * result);
}

// The workspace has the four gates after activation: input, forget, cell, output.
Values lstm_cell(const Values& args, Masks&) {
  const at::Tensor raw = plus(tensor(args[0]), tensor(args[3])) + plus(tensor(args[1]), tensor(args[4]));
  const auto gates = raw.chunk(4, 1);
  const at::Tensor input = gates[0].sigmoid(), forget = gates[1].sigmoid(), cell = gates[2].tanh(),
                   output = gates[3].sigmoid();
  const at::Tensor state = forget * tensor(args[2]) + input * cell;
  return {output * state.tanh(), state, at::cat({input, forget, cell, output}, 1)};
}

Values lstm_cell_backward(const Values& args, Masks&) {
  const at::Tensor before = tensor(args[2]), state = tensor(args[3]);
  const auto gates = tensor(args[4]).chunk(4, 1);
  const at::Tensor input = gates[0], forget = gates[1], cell = gates[2], output = gates[3];
  const at::Tensor hidden = or_zeros(args[0], state), squashed = state.tanh();
  const at::Tensor grad = or_zeros(args[1], state) + of_tanh(hidden * output, squashed);
  const at::Tensor raw = at::cat({of_sigmoid(grad * cell, input), of_sigmoid(grad * before, forget),
                                  of_tanh(grad * input, cell), of_sigmoid(hidden * squashed, output)},
                                 1);
  return {raw, grad * forget, args[5].toBool() ? raw.sum(0) : at::Tensor()};
}

// The workspace has the reset gate, update gate, candidate, previous state, and the hidden side of the
// candidate.
Values gru_cell(const Values& args, Masks&) {
  const auto in = plus(tensor(args[0]), tensor(args[3])).chunk(3, 1);
  const auto hidden = plus(tensor(args[1]), tensor(args[4])).chunk(3, 1);
  const at::Tensor before = tensor(args[2]);
  const at::Tensor reset = (in[0] + hidden[0]).sigmoid(), update = (in[1] + hidden[1]).sigmoid();
  const at::Tensor candidate = (in[2] + reset * hidden[2]).tanh();
  return {candidate + update * (before - candidate),
          at::cat({reset, update, candidate, before, hidden[2]}, 1)};
}

Values gru_cell_backward(const Values& args, Masks&) {
  const at::Tensor grad = tensor(args[0]);
  const auto kept = tensor(args[1]).chunk(5, 1);
  const at::Tensor reset = kept[0], update = kept[1], candidate = kept[2], before = kept[3];
  const at::Tensor at_update = of_sigmoid(grad * (before - candidate), update);
  const at::Tensor at_candidate = of_tanh(grad * (1 - update), candidate);
  const at::Tensor at_reset = of_sigmoid(at_candidate * kept[4], reset);
  const at::Tensor in = at::cat({at_reset, at_update, at_candidate}, 1);
  const at::Tensor hidden = at::cat({at_reset, at_update, at_candidate * reset}, 1);
  if (!args[2].toBool()) return {in, hidden, grad * update, at::Tensor(), at::Tensor()};
  return {in, hidden, grad * update, in.sum(0), hidden.sum(0)};
}

// --- the table ---

struct Row {
  std::string_view target;
  Values (*compute)(const Values&, Masks&);
};

constexpr std::array kRows{
    Row{"aten.cudnn_batch_norm.default", batch_norm},
    Row{"aten.cudnn_batch_norm_backward.default", cudnn_batch_norm_backward},
    Row{"aten.native_batch_norm_backward.default", batch_norm_backward},
    Row{"aten._fused_rms_norm_backward.default", rms_norm_backward},
    Row{"aten.histc.default", histc},
    Row{"aten._use_cudnn_ctc_loss.default", no_other_ctc_loss},
    Row{"aten._use_cudnn_ctc_loss.Tensor", no_other_ctc_loss},
    Row{"aten._use_miopen_ctc_loss.default", no_other_ctc_loss},
    Row{"aten._use_miopen_ctc_loss.Tensor", no_other_ctc_loss},
    Row{"aten.cudnn_grid_sampler.default", grid_sampler},
    Row{"aten.cudnn_grid_sampler_backward.default", grid_sampler_backward},
    Row{"aten._scaled_dot_product_efficient_attention.default", efficient_attention},
    Row{"aten._scaled_dot_product_efficient_attention_backward.default", efficient_attention_backward},
    Row{"aten._scaled_dot_product_flash_attention.default", flash_attention},
    Row{"aten._scaled_dot_product_flash_attention_backward.default", flash_attention_backward},
    Row{"aten._scaled_dot_product_cudnn_attention.default", cudnn_attention},
    Row{"aten._scaled_dot_product_cudnn_attention_backward.default", cudnn_attention_backward},
    Row{"aten._thnn_fused_lstm_cell.default", lstm_cell},
    Row{"aten._thnn_fused_lstm_cell_backward_impl.default", lstm_cell_backward},
    Row{"aten._thnn_fused_gru_cell.default", gru_cell},
    Row{"aten._thnn_fused_gru_cell_backward.default", gru_cell_backward},
};

using Order = std::vector<std::int64_t>;

// The dimensions of an output from outermost to innermost in memory; nothing if the graph gives no numeric
// strides.
std::optional<Order> order_of(const Output& output) {
  const auto* meta = std::get_if<TensorMeta>(&output.data);
  if (meta == nullptr || !meta->stride || meta->stride->size() < 2) return std::nullopt;
  const std::vector<Dim>& stride = *meta->stride;
  if (std::ranges::any_of(stride, [](const Dim& dim) { return dim.symbolic(); })) return std::nullopt;
  Order order(stride.size());
  std::iota(order.begin(), order.end(), 0);
  const auto further_out = [&](std::int64_t left, std::int64_t right) {
    return stride[static_cast<std::size_t>(left)].number > stride[static_cast<std::size_t>(right)].number;
  };
  std::ranges::stable_sort(order, further_out);
  return order;
}

at::Tensor in_order(const at::Tensor& value, const Order& order) {
  if (value.dim() != static_cast<std::int64_t>(order.size())) return value;
  Order back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return value.permute(order).contiguous().permute(back);
}

Kernel as_the_graph_says(const Row& row, const Node& node, std::shared_ptr<Masks> masks) {
  std::vector<std::optional<Order>> orders;
  for (const Output& output : node.outputs) orders.push_back(order_of(output));
  return [compute = row.compute, orders = std::move(orders), masks = std::move(masks)](const Values& args) {
    Values outputs = compute(args, *masks);
    for (std::size_t i = 0; i < std::min(outputs.size(), orders.size()); ++i) {
      if (!orders[i] || !outputs[i].isTensor() || !outputs[i].toTensor().defined()) continue;
      outputs[i] = in_order(outputs[i].toTensor(), *orders[i]);
    }
    return outputs;
  };
}

bool cpu_lacks(std::string_view target) {
  const std::size_t first = target.find('.'), last = target.rfind('.');
  if (first == last) return false;
  const std::string name =
      std::string(target.substr(0, first)) + "::" + std::string(target.substr(first + 1, last - first - 1));
  const std::string overload(target.substr(last + 1));
  const auto found = c10::Dispatcher::singleton().findSchema({name, overload == "default" ? "" : overload});
  constexpr std::array kKeys{c10::DispatchKey::CPU, c10::DispatchKey::SparseCPU,
                             c10::DispatchKey::SparseCsrCPU};
  return found && std::ranges::none_of(kKeys, [&](c10::DispatchKey key) {
           return found->hasComputedKernelForDispatchKey(key);
         });
}

Kernel kernel_for(const Node& node, const std::shared_ptr<Masks>& masks) {
  if (node.target.kind != TargetKind::kOperator) return nullptr;
  const std::string_view target = node.target.name.view();
  const auto row = std::ranges::find(kRows, target, &Row::target);
  if (row != kRows.end()) return as_the_graph_says(*row, node, masks);
  if (!cpu_lacks(target)) return nullptr;
  throw Misfit("the CPU has no kernel for it, nor has the table of replacements");
}

}  // namespace

Substitution phantom_table() {
  const auto masks = std::make_shared<Masks>();
  return {.kernel_for = [masks](const Node& node) { return kernel_for(node, masks); }, .on_cpu = true};
}

}  // namespace assay::replay
