// phantom_table_test: each row of the table against CPU operators and their autograd, each with a wrong twin.
#include "capture/execute/phantom_table.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#undef CHECK  // a macro of torch's logging and of Catch2

#include <set>

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "harness/testing/every_golden.h"

namespace assay::replay {
namespace {

using Values = std::vector<c10::IValue>;
using Kernel = Substitution::Kernel;
using Tensors = std::vector<at::Tensor>;

Node calling(const char* name) {
  Node node;
  node.target = {TargetKind::kOperator, Name(std::string("aten.") + name + ".default")};
  return node;
}

/// One table for all kernels of a test, as in a capture.
Kernel row(const char* name) {
  static const Substitution table = phantom_table();
  return table.kernel_for(calling(name));
}

/// `kernel` with an error of 1e-3 in output `position`.
Kernel twisted(Kernel kernel, std::size_t position) {
  return [kernel = std::move(kernel), position](const Values& args) {
    Values outputs = kernel(args);
    outputs[position] = outputs[position].toTensor() * 1.001 + 0.001;
    return outputs;
  };
}

at::Tensor drawn(at::IntArrayRef shape) { return at::randn(shape, at::kDouble); }

at::Tensor leaf(const at::Tensor& value) { return value.detach().clone().requires_grad_(true); }

Tensors gradients(const at::Tensor& of, const Tensors& inputs, const at::Tensor& upstream) {
  return torch::autograd::grad({of}, inputs, {upstream});
}

bool agree(const Values& found, const Tensors& expected, double tolerance = 1e-9) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const at::Tensor one = found.at(i).toTensor();
    if (one.sizes() != expected[i].sizes() || one.scalar_type() != expected[i].scalar_type()) return false;
    if (!at::allclose(one, expected[i], tolerance, tolerance)) return false;
  }
  return true;
}

struct NormCase {
  at::Tensor input = leaf(drawn({3, 4, 5, 6})), weight = leaf(drawn({4})), bias = leaf(drawn({4}));
  at::Tensor mean = drawn({4}), variance = drawn({4}).abs(), upstream = drawn({3, 4, 5, 6});
};

bool normalises(const Kernel& kernel, bool training) {
  const NormCase given;
  const at::Tensor mean = given.mean.clone(), variance = given.variance.clone();
  const at::Tensor expected =
      at::batch_norm(given.input, given.weight, given.bias, mean, variance, training, 0.1, 1e-5,
                     /*cudnn_enabled=*/false);
  const Values found = kernel({given.input.detach(), given.weight.detach(), given.bias.detach(), given.mean,
                               given.variance, training, 0.1, 1e-5});
  return found.size() == 4 && agree(found, {expected.detach()}) && at::allclose(mean, given.mean) &&
         at::allclose(variance, given.variance);
}

bool normalises_backward(const Kernel& kernel) {
  const NormCase given;
  const Values saved =
      row("cudnn_batch_norm")({given.input.detach(), given.weight.detach(), given.bias.detach(),
                               given.mean.clone(), given.variance.clone(), true, 0.1, 1e-5});
  const at::Tensor output = at::batch_norm(given.input, given.weight, given.bias, given.mean, given.variance,
                                           true, 0.1, 1e-5, /*cudnn_enabled=*/false);
  return agree(kernel({given.input.detach(), given.upstream, given.weight.detach(), given.mean,
                       given.variance, saved[1], saved[2], 1e-5, saved[3]}),
               gradients(output, {given.input, given.weight, given.bias}, given.upstream));
}

TEST_CASE("the batch norm of cuDNN becomes the CPU's own, in both modes, and writes the running statistics") {
  at::manual_seed(0);
  REQUIRE(normalises(row("cudnn_batch_norm"), true));
  REQUIRE(normalises(row("cudnn_batch_norm"), false));
  REQUIRE_FALSE(normalises(twisted(row("cudnn_batch_norm"), 0), true));
}

TEST_CASE("its backward agrees with autograd") {
  at::manual_seed(0);
  REQUIRE(normalises_backward(row("cudnn_batch_norm_backward")));
  for (const std::size_t output : {0, 1, 2})
    REQUIRE_FALSE(normalises_backward(twisted(row("cudnn_batch_norm_backward"), output)));
}

// The gradient of a bias is the sum of the upstream gradient, for any memory layout of that gradient.
bool sums_to_bias(const Kernel& kernel) {
  const at::Tensor input = drawn({2, 8, 32, 1}), weight = drawn({8}), upstream = drawn({2, 1, 32, 8});
  const auto [output, mean, inverse] = at::native_batch_norm(input, weight, {}, {}, {}, true, 0.1, 1e-5);
  const Values found = kernel({upstream.transpose(1, 3),
                               input,
                               weight,
                               {},
                               {},
                               mean,
                               inverse,
                               true,
                               1e-5,
                               c10::List<bool>({true, true, true})});
  return at::allclose(found[2].toTensor(), upstream.sum({0, 1, 2}));
}

TEST_CASE("a batch norm's backward is right for a gradient that lies otherwise, where the CPU's is not") {
  at::manual_seed(0);
  REQUIRE(sums_to_bias(row("native_batch_norm_backward")));
  REQUIRE_FALSE(sums_to_bias([](const Values& args) {
    const auto [input, weight, bias] = at::native_batch_norm_backward(
        args[0].toTensor(), args[1].toTensor(), args[2].toTensor(), {}, {}, args[5].toTensor(),
        args[6].toTensor(), true, 1e-5, {true, true, true});
    return Values{input, weight, bias};
  }));
}

struct RootMeanSquareCase {
  at::Tensor input = leaf(drawn({3, 4, 5, 6})), weight = leaf(drawn({5, 6})), upstream = drawn({3, 4, 5, 6});
  at::Tensor rstd = (input.detach().square().mean({2, 3}, /*keepdim=*/true) + 1e-5).rsqrt();
};

bool differentiates(const Kernel& kernel, bool weighted) {
  const RootMeanSquareCase given;
  Tensors leaves{given.input};
  if (weighted) leaves.push_back(given.weight);
  const at::Tensor output = at::rms_norm(given.input, {5, 6}, weighted ? given.weight : at::Tensor(), 1e-5);
  const Values found =
      kernel({given.upstream, given.input.detach(), std::vector<std::int64_t>{5, 6}, given.rstd,
              weighted ? given.weight.detach() : at::Tensor(), c10::List<bool>({true, weighted})});
  return found.size() == 2 && found[1].toTensor().defined() == weighted &&
         agree(found, gradients(output, leaves, given.upstream));
}

TEST_CASE("the backward of the fused root mean square norm agrees with autograd, with a weight and without") {
  at::manual_seed(0);
  const Kernel kernel = row("_fused_rms_norm_backward");
  REQUIRE(differentiates(kernel, true));
  REQUIRE(differentiates(kernel, false));
  REQUIRE_FALSE(differentiates(twisted(kernel, 0), true));
  REQUIRE_FALSE(differentiates(twisted(kernel, 1), true));
}

bool counts(const Kernel& kernel, at::ScalarType type) {
  const at::Tensor values = at::randint(0, 4, {40}, at::kDouble);
  const Values found = kernel({values.to(type), 4, 0, 3});
  return agree(found, {at::histc(values, 4, 0, 3).to(type)});
}

TEST_CASE("a histogram of whole numbers, which the CPU lacks, is that of the same numbers") {
  at::manual_seed(0);
  const at::Tensor whole = at::ones({3}, at::kInt);
  REQUIRE_THROWS(at::histc(whole, 4, 0, 3));
  for (const at::ScalarType type : {at::kInt, at::kLong, at::kDouble}) REQUIRE(counts(row("histc"), type));
  REQUIRE_FALSE(counts(twisted(row("histc"), 0), at::kInt));
}

TEST_CASE("what Python calls torch.NAME, or a method, is replaced as the operator of that name") {
  const GraphFile file = parse_text(R"(
graph forward
%0 = input user "0" : i32[5] cuda
%1 = fn:torch.histc(input=%0, bins=3, min=0, max=2) : i32[3] cuda
%2 = method:histc(input=%0, bins=3, min=0, max=2) : i32[3] cuda
output "0"=%1, "1"=%2
)");
  const at::Tensor given = at::tensor({0, 2, 1, 2, 2}, at::kInt), counted = at::tensor({1, 1, 3}, at::kInt);
  const Values found = Executable(file, file.graphs[0], {}, phantom_table()).run({given});
  REQUIRE(agree(found, {counted, counted}));
  REQUIRE_FALSE(agree(found, {counted, counted * 2}));
}

struct SampleCase {
  at::Tensor image = leaf(drawn({2, 3, 5, 6})), grid = leaf(at::rand({2, 4, 3, 2}, at::kDouble) * 2.4 - 1.2);
  at::Tensor upstream = drawn({2, 3, 4, 3});
  at::Tensor expected = at::grid_sampler(image, grid, 0, 0, /*align_corners=*/true);
};

bool samples(const Kernel& kernel) {
  const SampleCase given;
  return agree(kernel({given.image.detach(), given.grid.detach()}), {given.expected.detach()});
}

bool samples_backward(const Kernel& kernel) {
  const SampleCase given;
  return agree(kernel({given.image.detach(), given.grid.detach(), given.upstream}),
               gradients(given.expected, {given.image, given.grid}, given.upstream));
}

TEST_CASE("the grid sampler of cuDNN becomes the CPU's bilinear one, its backward the derivative") {
  at::manual_seed(0);
  REQUIRE(samples(row("cudnn_grid_sampler")));
  REQUIRE(samples_backward(row("cudnn_grid_sampler_backward")));
  REQUIRE_FALSE(samples(twisted(row("cudnn_grid_sampler"), 0)));
  for (const std::size_t output : {0, 1})
    REQUIRE_FALSE(samples_backward(twisted(row("cudnn_grid_sampler_backward"), output)));
}

TEST_CASE("on the CPU no CTC loss is another library's") {
  REQUIRE_FALSE(row("_use_cudnn_ctc_loss")({})[0].toBool());
}

struct AttentionCase {
  at::Tensor query = leaf(drawn({2, 4, 5, 8})), key = leaf(drawn({2, 4, 7, 8})),
             value = leaf(drawn({2, 4, 7, 6}));
  at::Tensor bias = {}, upstream = drawn({2, 4, 5, 6});
  double dropout = 0;
  bool causal = false;
};

/// Arguments and outputs of a fused operator, by position.
struct Fused {
  const char *forward, *backward;
  Values (*call)(const AttentionCase&);
  Values (*call_backward)(const AttentionCase&, const Values& forward);
};

c10::IValue plain(const at::Tensor& value) { return value.defined() ? value.detach() : value; }

const Fused kEfficient{"_scaled_dot_product_efficient_attention",
                       "_scaled_dot_product_efficient_attention_backward",
                       [](const AttentionCase& of) -> Values {
                         return {plain(of.query), plain(of.key), plain(of.value), plain(of.bias), true,
                                 of.dropout,      of.causal,     c10::IValue()};
                       },
                       [](const AttentionCase& of, const Values& gave) -> Values {
                         const c10::List<bool> wanted({true, true, true, of.bias.defined()});
                         return {of.upstream, plain(of.query), plain(of.key), plain(of.value), plain(of.bias),
                                 gave[0],     gave[1],         gave[2],       gave[3],         of.dropout,
                                 wanted,      of.causal,       c10::IValue()};
                       }};
const Fused kFlash{"_scaled_dot_product_flash_attention", "_scaled_dot_product_flash_attention_backward",
                   [](const AttentionCase& of) -> Values {
                     return {plain(of.query), plain(of.key), plain(of.value), of.dropout,
                             of.causal,       false,         c10::IValue()};
                   },
                   [](const AttentionCase& of, const Values& gave) -> Values {
                     return {of.upstream, plain(of.query), plain(of.key), plain(of.value), gave[0],
                             gave[1],     gave[2],         gave[3],       gave[4],         gave[5],
                             of.dropout,  of.causal,       gave[6],       gave[7],         c10::IValue()};
                   }};
const Fused kCudnn{"_scaled_dot_product_cudnn_attention", "_scaled_dot_product_cudnn_attention_backward",
                   [](const AttentionCase& of) -> Values {
                     return {plain(of.query), plain(of.key), plain(of.value), plain(of.bias), true,
                             of.dropout,      of.causal,     false,           c10::IValue()};
                   },
                   [](const AttentionCase& of, const Values& gave) -> Values {
                     return {of.upstream, plain(of.query), plain(of.key),  plain(of.value), gave[0], gave[1],
                             gave[6],     gave[7],         plain(of.bias), gave[2],         gave[3], gave[4],
                             gave[5],     of.dropout,      of.causal,      c10::IValue()};
                   }};

at::Tensor expected_attention(const AttentionCase& of) {
  const c10::optional<at::Tensor> bias =
      of.bias.defined() ? c10::optional<at::Tensor>(of.bias) : c10::nullopt;
  at::manual_seed(7);
  return at::scaled_dot_product_attention(of.query, of.key, of.value, bias, of.dropout, of.causal,
                                          c10::nullopt, of.query.size(1) != of.key.size(1));
}

bool attends(const Fused& fused, const Kernel& kernel, const AttentionCase& of) {
  const at::Tensor expected = expected_attention(of);
  at::manual_seed(7);
  return agree(kernel(fused.call(of)), {expected.detach()});
}

bool attends_backward(const Fused& fused, const Kernel& forward, const Kernel& kernel,
                      const AttentionCase& of) {
  Tensors inputs{of.query, of.key, of.value};
  if (of.bias.defined()) inputs.push_back(of.bias);
  Tensors expected = gradients(expected_attention(of), inputs, of.upstream);
  if (std::string_view(fused.forward) != kEfficient.forward) expected.resize(3);
  at::manual_seed(7);
  const Values gave = forward(fused.call(of));
  return agree(kernel(fused.call_backward(of, gave)), expected);
}

void attends_as_the_cpu(const Fused& fused, const AttentionCase& of) {
  const Kernel forward = row(fused.forward), backward = row(fused.backward);
  REQUIRE(attends(fused, forward, of));
  REQUIRE_FALSE(attends(fused, twisted(forward, 0), of));
  REQUIRE(attends_backward(fused, forward, backward, of));
  REQUIRE_FALSE(attends_backward(fused, twisted(forward, 1), backward, of));  // a wrong logsumexp
  for (const std::size_t output : {0, 1, 2})
    REQUIRE_FALSE(attends_backward(fused, forward, twisted(backward, output), of));
}

TEST_CASE("fused attention becomes the CPU's, forward and backward") {
  at::manual_seed(0);
  for (const Fused& fused : {kEfficient, kFlash, kCudnn}) attends_as_the_cpu(fused, AttentionCase{});
}

TEST_CASE("fused attention keeps a causal mask") {
  at::manual_seed(0);
  AttentionCase of;
  of.causal = true;
  for (const Fused& fused : {kEfficient, kFlash, kCudnn}) {
    attends_as_the_cpu(fused, of);
    AttentionCase without = of;
    without.causal = false;
    REQUIRE_FALSE(
        at::allclose(expected_attention(of), row(fused.forward)(fused.call(without))[0].toTensor()));
  }
}

TEST_CASE("fused attention keeps a bias, and the efficient one gives its gradient") {
  at::manual_seed(0);
  AttentionCase of;
  of.bias = leaf(drawn({4, 1, 7}));
  for (const Fused& fused : {kEfficient, kCudnn}) attends_as_the_cpu(fused, of);
  const Kernel forward = row(kEfficient.forward);
  REQUIRE_FALSE(attends_backward(kEfficient, forward, twisted(row(kEfficient.backward), 3), of));
}

TEST_CASE("fused attention drops what the CPU's attention drops from the same seed") {
  at::manual_seed(0);
  AttentionCase of;
  of.dropout = 0.4;
  for (const Fused& fused : {kEfficient, kFlash, kCudnn}) {
    attends_as_the_cpu(fused, of);
    at::manual_seed(8);
    REQUIRE_FALSE(agree(row(fused.forward)(fused.call(of)), {expected_attention(of).detach()}));
  }
}

TEST_CASE("a backward whose forward ran through another table says so") {
  AttentionCase of;
  of.dropout = 0.5;
  Values gave = row(kFlash.forward)(kFlash.call(of));
  REQUIRE(gave[6].toTensor().sizes().empty());
  REQUIRE(gave[6].toTensor().scalar_type() == at::kLong);
  const Kernel elsewhere = phantom_table().kernel_for(calling(kFlash.backward));
  gave[6] = at::scalar_tensor(1, at::kLong);
  REQUIRE_THROWS_WITH(elsewhere(kFlash.call_backward(of, gave)),
                      "no dropout mask 1: the attention that drew it did not run through this table");
}

TEST_CASE("heads of the query share those of the key") {
  at::manual_seed(0);
  AttentionCase of;
  of.key = leaf(drawn({2, 2, 7, 8}));
  of.value = leaf(drawn({2, 2, 7, 6}));
  attends_as_the_cpu(kFlash, of);
}

TEST_CASE("a query that may attend to nothing gives zeros") {
  AttentionCase of;
  of.bias = at::zeros({5, 7}, at::kDouble);
  of.bias[2].fill_(-std::numeric_limits<double>::infinity());
  REQUIRE(attends(kEfficient, row(kEfficient.forward), of));
}

TEST_CASE("half precision is computed in single precision and given back in half") {
  at::manual_seed(0);
  const at::Tensor query = at::randn({1, 2, 5, 8}).to(at::kHalf);
  const Values found =
      row(kCudnn.forward)({query, query, query, at::Tensor(), true, 0.0, false, false, c10::IValue()});
  const at::Tensor exact =
      at::scaled_dot_product_attention(query.to(at::kDouble), query.to(at::kDouble), query.to(at::kDouble));
  REQUIRE(agree(found, {exact.to(at::kHalf)}, 1e-3));
  REQUIRE(found[1].toTensor().scalar_type() == at::kFloat);
  REQUIRE(found[1].toTensor().sizes() == at::IntArrayRef{1, 2, 5, 1});
}

TEST_CASE("the efficient kernel's logsumexp is padded to 32 queries, or empty when not asked for") {
  const at::Tensor query = drawn({1, 2, 33, 8});
  const auto sizes = [&](bool asked) {
    const Values found =
        row(kEfficient.forward)({query, query, query, at::Tensor(), asked, 0.0, false, c10::IValue()});
    return found[1].toTensor().sizes().vec();
  };
  REQUIRE(sizes(true) == std::vector<std::int64_t>{1, 2, 64});
  REQUIRE(sizes(false) == std::vector<std::int64_t>{1, 2, 0});
}

TEST_CASE("outputs are laid out in memory as the graph says, and without its word as the fake kernel does") {
  const auto strides = [](const Node& node) {
    const at::Tensor query = drawn({2, 3, 5, 8});
    const Kernel kernel = phantom_table().kernel_for(node);
    return kernel({query, query, query, at::Tensor(), true, 0.0, false, c10::IValue()})[0]
        .toTensor()
        .strides()
        .vec();
  };
  Node node = calling(kEfficient.forward);
  REQUIRE(strides(node) == std::vector<std::int64_t>{120, 8, 24, 1});
  TensorMeta told;
  told.shape = {Dim{2, {}}, Dim{3, {}}, Dim{5, {}}, Dim{8, {}}};
  told.stride = {{Dim{120, {}}, Dim{40, {}}, Dim{8, {}}, Dim{1, {}}}};
  node.outputs = {Output{told}};
  REQUIRE(strides(node) == std::vector<std::int64_t>{120, 40, 8, 1});
}

/// A cell's arguments; the fused operators begin after the two products.
struct CellCase {
  at::Tensor input = leaf(drawn({3, 4})), hidden = leaf(drawn({3, 5})), state = leaf(drawn({3, 5}));
  at::Tensor weight_in, weight_hidden, bias_in, bias_hidden;
  explicit CellCase(std::int64_t gates)
      : weight_in(drawn({gates * 5, 4})),
        weight_hidden(drawn({gates * 5, 5})),
        bias_in(leaf(drawn({gates * 5}))),
        bias_hidden(leaf(drawn({gates * 5}))) {}
  Values fused(const at::Tensor& before) const {
    return {at::linear(input, weight_in).detach(), at::linear(hidden, weight_hidden).detach(), plain(before),
            plain(bias_in), plain(bias_hidden)};
  }
};

bool is_lstm(const Kernel& kernel, const Kernel& backward) {
  const CellCase of(4);
  const auto [hidden, state] = at::lstm_cell(of.input, {of.hidden, of.state}, of.weight_in, of.weight_hidden,
                                             of.bias_in, of.bias_hidden);
  const Values gave = kernel(of.fused(of.state));
  if (!agree(gave, {hidden.detach(), state.detach()})) return false;
  const at::Tensor at_hidden = drawn({3, 5}), at_state = drawn({3, 5});
  const Values found = backward({at_hidden, at_state, plain(of.state), gave[1], gave[2], true});
  const at::Tensor gates = found[0].toTensor();
  return agree({gates.matmul(of.weight_in), gates.matmul(of.weight_hidden), found[1], found[2]},
               torch::autograd::grad({hidden, state}, {of.input, of.hidden, of.state, of.bias_hidden},
                                     {at_hidden, at_state}));
}

bool is_gru(const Kernel& kernel, const Kernel& backward) {
  const CellCase of(3);
  const at::Tensor hidden =
      at::gru_cell(of.input, of.hidden, of.weight_in, of.weight_hidden, of.bias_in, of.bias_hidden);
  const Values gave = kernel(of.fused(of.hidden));
  if (!agree(gave, {hidden.detach()})) return false;
  const at::Tensor upstream = drawn({3, 5});
  const Values found = backward({upstream, gave[1], true});
  const at::Tensor in = found[0].toTensor(), side = found[1].toTensor(), direct = found[2].toTensor();
  return agree({in.matmul(of.weight_in), side.matmul(of.weight_hidden) + direct, found[3], found[4]},
               gradients(hidden, {of.input, of.hidden, of.bias_in, of.bias_hidden}, upstream));
}

TEST_CASE("the fused LSTM cell becomes its formula, its backward the derivative") {
  at::manual_seed(0);
  const Kernel cell = row("_thnn_fused_lstm_cell"), backward = row("_thnn_fused_lstm_cell_backward_impl");
  REQUIRE(is_lstm(cell, backward));
  for (const std::size_t output : {0, 1, 2}) {
    REQUIRE_FALSE(is_lstm(twisted(cell, output), backward));
    REQUIRE_FALSE(is_lstm(cell, twisted(backward, output)));
  }
}

TEST_CASE("a gradient that the LSTM cell was not given counts as zeros") {
  at::manual_seed(0);
  const at::Tensor state = drawn({3, 5}), workspace = drawn({3, 20}).sigmoid(), grad = drawn({3, 5});
  const Kernel kernel = row("_thnn_fused_lstm_cell_backward_impl");
  const Values with = kernel({at::zeros_like(grad), grad, state, state, workspace, false});
  const Values without = kernel({c10::IValue(), grad, state, state, workspace, false});
  REQUIRE(agree(without, {with[0].toTensor(), with[1].toTensor()}));
  REQUIRE_FALSE(without[2].toTensor().defined());
}

TEST_CASE("the fused GRU cell becomes its formula, its backward the derivative") {
  at::manual_seed(0);
  const Kernel cell = row("_thnn_fused_gru_cell"), backward = row("_thnn_fused_gru_cell_backward");
  REQUIRE(is_gru(cell, backward));
  for (const std::size_t output : {0, 1}) REQUIRE_FALSE(is_gru(twisted(cell, output), backward));
  for (const std::size_t output : {0, 1, 2, 3, 4}) REQUIRE_FALSE(is_gru(cell, twisted(backward, output)));
}

TEST_CASE("an operator that the CPU has is left as it is, and so is what is no operator") {
  REQUIRE_FALSE(row("relu"));
  REQUIRE_FALSE(row("zeros"));
  REQUIRE_FALSE(row("native_dropout"));
  REQUIRE_FALSE(row("no_such_operator"));
  Node function = calling("cudnn_batch_norm");
  function.target.kind = TargetKind::kFunction;
  REQUIRE_FALSE(phantom_table().kernel_for(function));
  REQUIRE(phantom_table().on_cpu);
}

TEST_CASE(
    "an operator without a CPU kernel that the table lacks is refused by name, without a table it is tried") {
  const GraphFile file = parse_text(R"(
graph forward
%0 = input user "0" : f32[2,3] cuda
%1 = aten._fused_dropout.default(self=%0, p=0.5) : (f32[2,3] cuda, u8[2,3] cuda)
output "0"=%1
)");
  REQUIRE_THROWS_WITH(Executable(file, file.graphs[0], {}, phantom_table()),
                      "forward: node 1 (aten._fused_dropout.default): the CPU has no kernel for it, nor has "
                      "the table of replacements");
  REQUIRE_NOTHROW(Executable(file, file.graphs[0], {}));
}

TEST_CASE("every operator of every phantom golden has a kernel on the CPU or a row") {
  std::set<std::string> replaced;
  std::size_t operators = 0;
  for (const ZooGolden& golden : every_golden()) {
    if (golden.file.header.device != "cuda") continue;
    for (const Graph& graph : golden.file.graphs) {
      for (const Node& node : graph.nodes) {
        if (node.kind != NodeKind::kOp || ++operators == 0) continue;
        if (phantom_table().kernel_for(node)) replaced.insert(std::string(node.target.name.view()));
      }
    }
  }
  REQUIRE(operators > 1000);
  REQUIRE(replaced.contains("aten.cudnn_batch_norm.default"));
}

}  // namespace
}  // namespace assay::replay
