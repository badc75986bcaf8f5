// assay_models::clip: an operator in C++ that clips its input and counts the clipped elements in a buffer.
//
// Its fake implementation is in models/custom_ops/custom_ops.py, because a Meta kernel in C++ does not
// receive symbolic sizes.
#include <ATen/ops/empty_like.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/library.h>

namespace assay::custom_operators {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <typename Number>
at::Tensor clip_elements(const at::Tensor& x, const at::Tensor& clipped, Number limit) {
  const at::Tensor out = at::empty_like(x);
  const Number* from = x.const_data_ptr<Number>();
  Number* to = out.mutable_data_ptr<Number>();
  std::int64_t outside = 0;
  for (std::int64_t i = 0; i < x.numel(); ++i) {
    to[i] = from[i] > limit ? limit : from[i] < -limit ? -limit : from[i];
    outside += to[i] != from[i] && from[i] == from[i] ? 1 : 0;
  }
  *clipped.mutable_data_ptr<std::int64_t>() += outside;
  return out;
}

void require_fitting(const at::Tensor& clipped, double limit) {
  TORCH_CHECK(clipped.scalar_type() == at::kLong && clipped.dim() == 0,
              "clip: expected `clipped` to be a zero-dimensional int64 tensor, found ", clipped.toString(),
              " of ", clipped.dim(), " dimensions");
  TORCH_CHECK(limit >= 0, "clip: expected a limit of at least 0, found ", limit);
}

at::Tensor clip_on_cpu(const at::Tensor& x, const at::Tensor& clipped, double limit) {
  require_fitting(clipped, limit);
  const at::Tensor dense = x.contiguous();
  if (x.scalar_type() == at::kDouble) return clip_elements<double>(dense, clipped, limit);
  TORCH_CHECK(x.scalar_type() == at::kFloat, "clip: expected float32 or float64, found ", x.scalar_type());
  return clip_elements<float>(dense, clipped, static_cast<float>(limit));
}

// On a GPU this operator has no kernel of its own. It is a composition of PyTorch's kernels.
at::Tensor clip_on_cuda(const at::Tensor& x, const at::Tensor& clipped, double limit) {
  require_fitting(clipped, limit);
  clipped.add_(x.abs().gt(limit).sum());
  return x.contiguous().clamp(-limit, limit);
}

at::Tensor call_clip(const at::Tensor& x, const at::Tensor& clipped, double limit) {
  static const auto clip = c10::Dispatcher::singleton()
                               .findSchemaOrThrow("assay_models::clip", "")
                               .typed<at::Tensor(const at::Tensor&, const at::Tensor&, double)>();
  return clip.call(x, clipped, limit);
}

class Clip : public torch::autograd::Function<Clip> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& clipped,
                            double limit) {
    context->save_for_backward({x});
    context->saved_data["limit"] = limit;
    const at::AutoDispatchBelowADInplaceOrView below;
    const at::Tensor out = call_clip(x, clipped, limit);
    torch::autograd::impl::bump_version(clipped);  // PyTorch does this for its own operators
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const at::Tensor x = context->get_saved_variables()[0];
    const at::Tensor inside = x.abs().le(context->saved_data["limit"].toDouble());
    return {gradients[0].mul(inside), at::Tensor(), at::Tensor()};
  }
};

at::Tensor clip_with_gradient(const at::Tensor& x, const at::Tensor& clipped, double limit) {
  return Clip::apply(x, clipped, limit);
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(assay_models, library) {
  library.def("clip(Tensor x, Tensor(a!) clipped, float limit) -> Tensor", {at::Tag::pt2_compliant_tag});
  library.impl("clip", c10::DispatchKey::CPU, clip_on_cpu);
  library.impl("clip", c10::DispatchKey::CUDA, clip_on_cuda);
  library.impl("clip", c10::DispatchKey::Autograd, clip_with_gradient);
}

}  // namespace assay::custom_operators
