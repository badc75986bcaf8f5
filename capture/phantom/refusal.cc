// The wording of a refusal, per thread.
#include "capture/phantom/refusal.h"

#include <cstdio>

#include "capture/phantom/declared_device.h"

namespace assay::phantom {
namespace {

thread_local const char* latest_call = "this call";
thread_local char text[256];

}  // namespace

void note_refused(const char* call) noexcept { latest_call = call; }

const char* refusal_text() noexcept {
  std::snprintf(text, sizeof text,
                "%s refused by Assay's phantom CUDA device (%s): it stands in for a GPU and runs nothing",
                latest_call, kDevice.arch);
  return text;
}

}  // namespace assay::phantom
