// assay_models::bias_gelu: bias, GELU and the maximum per column in one pass. Schema, gradient and CPU
// kernel.
//
// The CUDA kernel is a separate library (bias_gelu_cuda.cc). The fake implementation is in
// models/custom_ops/custom_ops.py.
#include "capture/custom_operators/bias_gelu.h"

#include <algorithm>

#include <ATen/Dispatch.h>
#include <ATen/ops/empty_like.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/library.h>

#include "capture/custom_operators/gelu.h"

namespace assay::custom_operators {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor bias_gelu_on_cpu(const at::Tensor& x, const at::Tensor& bias, const at::Tensor& peak) {
  require_bias_fits(x, bias, peak);
  require_peak_fits(peak, bias);
  const at::Tensor from = x.contiguous(), added = bias.contiguous(), out = at::empty_like(from);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "bias_gelu", [&] {
    const scalar_t *in = from.const_data_ptr<scalar_t>(), *by = added.const_data_ptr<scalar_t>();
    scalar_t *to = out.mutable_data_ptr<scalar_t>(), *largest = peak.mutable_data_ptr<scalar_t>();
    const std::int64_t columns = bias.size(0);
    for (std::int64_t i = 0; i < from.numel(); ++i) {
      to[i] = gelu(in[i] + by[i % columns]);
      largest[i % columns] = std::fmax(largest[i % columns], to[i]);
    }
  });
  return out;
}

at::Tensor bias_gelu_backward_on_cpu(const at::Tensor& grad, const at::Tensor& x, const at::Tensor& bias) {
  require_bias_fits(x, bias, grad);
  const at::Tensor given = grad.contiguous(), from = x.contiguous(), added = bias.contiguous(),
                   out = at::empty_like(from);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "bias_gelu_backward", [&] {
    const scalar_t *of = given.const_data_ptr<scalar_t>(), *in = from.const_data_ptr<scalar_t>(),
                   *by = added.const_data_ptr<scalar_t>();
    scalar_t* to = out.mutable_data_ptr<scalar_t>();
    const std::int64_t columns = bias.size(0);
    for (std::int64_t i = 0; i < from.numel(); ++i) to[i] = of[i] * gelu_derivative(in[i] + by[i % columns]);
  });
  return out;
}

using Call = at::Tensor(const at::Tensor&, const at::Tensor&, const at::Tensor&);

c10::TypedOperatorHandle<Call> find(const char* name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<Call>();
}

class BiasGelu : public torch::autograd::Function<BiasGelu> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& bias,
                            const at::Tensor& peak) {
    static const auto bias_gelu = find("assay_models::bias_gelu");
    context->save_for_backward({x, bias});
    const at::AutoDispatchBelowADInplaceOrView below;
    const at::Tensor out = bias_gelu.call(x, bias, peak);
    torch::autograd::impl::bump_version(peak);  // PyTorch does this for its own operators
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    static const auto bias_gelu_backward = find("assay_models::bias_gelu_backward");
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& bias = saved[1];
    const at::Tensor of_x = bias_gelu_backward.call(gradients[0], saved[0], bias);
    return {of_x, of_x.sum_to_size_symint(bias.sym_sizes()), at::Tensor()};
  }
};

at::Tensor bias_gelu_with_gradient(const at::Tensor& x, const at::Tensor& bias, const at::Tensor& peak) {
  return BiasGelu::apply(x, bias, peak);
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(assay_models, library) {
  library.def("bias_gelu(Tensor x, Tensor bias, Tensor(a!) peak) -> Tensor", {at::Tag::pt2_compliant_tag});
  library.def("bias_gelu_backward(Tensor grad, Tensor x, Tensor bias) -> Tensor",
              {at::Tag::pt2_compliant_tag});
  library.impl("bias_gelu", c10::DispatchKey::CPU, bias_gelu_on_cpu);
  library.impl("bias_gelu", c10::DispatchKey::Autograd, bias_gelu_with_gradient);
  library.impl("bias_gelu_backward", c10::DispatchKey::CPU, bias_gelu_backward_on_cpu);
}

}  // namespace assay::custom_operators
