// The table of pinned variables, and the restart.
#include "capture/zygote/pinned_environment.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace assay::zygote {
namespace {

struct Variable {
  const char* name;
  const char* value;
};

constexpr Variable kEverywhere[] = {
    {"ATEN_CPU_CAPABILITY", "avx2"},         // CPU goldens depend on the vector width of the chosen kernels
    {"ONEDNN_MAX_CPU_ISA", "AVX2"},          //
    {"PYTHONHASHSEED", "0"},                 // order of sets
    {"PYTHONUTF8", "1"},                     // files that a model reads, independent of the caller's locale
    {"OMP_NUM_THREADS", "1"},                // a zygote must have one thread, and sums one order
    {"MKL_NUM_THREADS", "1"},                //
    {"OPENBLAS_NUM_THREADS", "1"},           // numpy's, started at its import
    {"CUBLAS_WORKSPACE_CONFIG", ":4096:8"},  // deterministic cuBLAS on a real GPU
    {"TOKENIZERS_PARALLELISM", "false"},     //
};

/// A CPU capture must not depend on a GPU of the machine.
constexpr Variable kOnCpu[] = {{"CUDA_VISIBLE_DEVICES", ""}};

bool pin(const Variable& variable) {
  const char* now = std::getenv(variable.name);
  if (now != nullptr && std::string_view(now) == variable.value) return false;
  setenv(variable.name, variable.value, /*overwrite=*/1);
  return true;
}

}  // namespace

void pin_environment(Device device, char** argv) {
  bool changed = false;
  for (const Variable& variable : kEverywhere) changed = pin(variable) || changed;
  if (device == Device::kCpu) {
    for (const Variable& variable : kOnCpu) changed = pin(variable) || changed;
  }
  if (!changed) return;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe");  // so that `ps` shows the program's name
  execv(program.c_str(), argv);
  throw std::system_error(errno, std::generic_category(), "cannot start again with the pinned environment");
}

}  // namespace assay::zygote
