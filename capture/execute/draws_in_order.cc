// DrawsInOrder: the CPU's kernels, applied to a contiguous tensor.
#include "capture/execute/draws_in_order.h"

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/bernoulli_native.h>
#include <ATen/ops/cauchy_native.h>
#include <ATen/ops/exponential_native.h>
#include <ATen/ops/geometric_native.h>
#include <ATen/ops/log_normal_native.h>
#include <ATen/ops/normal_native.h>
#include <ATen/ops/random_native.h>
#include <ATen/ops/uniform_native.h>
#include <c10/util/Exception.h>

namespace assay::replay {
namespace {

template <auto kFill>
struct InOrder;

template <typename... Rest, at::Tensor& (*kFill)(at::Tensor&, Rest...)>
struct InOrder<kFill> {
  static at::Tensor& fill(at::Tensor& self, Rest... rest) {
    if (self.is_contiguous()) return kFill(self, rest...);
    const at::AutoDispatchBelowADInplaceOrView below;
    at::Tensor drawn = at::empty(self.sizes(), self.options());
    kFill(drawn, rest...);
    return self.copy_(drawn);
  }
};

using Drawer = std::optional<at::Generator>;
template <typename... Rest>
using Fill = at::Tensor& (*)(at::Tensor&, Rest...);

// Selects an overload by its arguments.
constexpr Fill<double, Drawer> kBernoulli = at::native::bernoulli_;
constexpr Fill<const at::Tensor&, Drawer> kBernoulliEach = at::native::bernoulli_;
constexpr Fill<Drawer> kRandom = at::native::random_;
constexpr Fill<std::int64_t, Drawer> kRandomTo = at::native::random_;
constexpr Fill<std::int64_t, std::optional<std::int64_t>, Drawer> kRandomFrom = at::native::random_;

void replace_kernels(torch::Library& library) {
  library.impl("bernoulli_.float", &InOrder<kBernoulli>::fill);
  library.impl("bernoulli_.Tensor", &InOrder<kBernoulliEach>::fill);
  library.impl("uniform_", &InOrder<&at::native::uniform_>::fill);
  library.impl("normal_", &InOrder<&at::native::normal_>::fill);
  library.impl("exponential_", &InOrder<&at::native::exponential_>::fill);
  library.impl("random_", &InOrder<kRandom>::fill);
  library.impl("random_.to", &InOrder<kRandomTo>::fill);
  library.impl("random_.from", &InOrder<kRandomFrom>::fill);
  library.impl("log_normal_", &InOrder<&at::native::log_normal_>::fill);
  library.impl("cauchy_", &InOrder<&at::native::cauchy_>::fill);
  library.impl("geometric_", &InOrder<&at::native::geometric_>::fill);
}

// Hides PyTorch's warning about a replaced kernel, because replacement is intended here.
class Silent final : public c10::WarningHandler {
  void process(const c10::Warning&) override {}
};

}  // namespace

DrawsInOrder::DrawsInOrder(bool really) {
  if (!really) return;
  Silent silent;
  const c10::WarningUtils::WarningHandlerGuard no_warning(&silent);
  kernels_.emplace(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__);
  replace_kernels(*kernels_);
}

}  // namespace assay::replay
