// zygote_environment: composes the entries.
#include "harness/run/zygote_environment.h"

#include <algorithm>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

class Environment {
 public:
  explicit Environment(std::vector<std::string> entries) : entries_(std::move(entries)) {}

  void remove(const std::string& name) {
    std::erase_if(entries_, [&](const std::string& entry) { return entry.starts_with(name + "="); });
  }
  void set(const std::string& name, const std::string& value) {
    remove(name);
    entries_.push_back(name + "=" + value);
  }
  /// Puts `value` first, since earlier entries of a search path win.
  void prepend(const std::string& name, const std::string& value) {
    const auto found = std::ranges::find_if(
        entries_, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    const std::string former = found == entries_.end() ? "" : found->substr(name.size() + 1);
    set(name, former.empty() ? value : value + ":" + former);
  }
  std::vector<std::string> take() { return std::move(entries_); }

 private:
  std::vector<std::string> entries_;
};

/// Shell variables about the terminal and the current folder. Children run in their scratch folder instead.
constexpr const char* kOfTheTerminal[] = {
    "_",       "COLUMNS",        "GPG_TTY",   "LINES",    "OLDPWD",         "PWD", "SHLVL", "SSH_CLIENT",
    "SSH_TTY", "SSH_CONNECTION", "TMUX_PANE", "WINDOWID", "TERM_SESSION_ID"};

}  // namespace

std::vector<std::string> zygote_environment(const Worker& worker, Device device, Gpu gpu,
                                            const std::vector<std::string>& inherited,
                                            const std::vector<std::string>& preload) {
  Environment environment(inherited);
  for (const char* name : kOfTheTerminal) environment.remove(name);
  if (!preload.empty()) environment.set("ASSAY_PRELOAD", fmt::format("{}", fmt::join(preload, ",")));
  if (device != Device::kCuda || gpu == Gpu::kPresent) return environment.take();
  if (!std::filesystem::exists(worker.phantom_library())) {
    throw HarnessError(
        {.what = fmt::format("worker '{}' has no phantom CUDA device, and there is no GPU", worker.name),
         .where = "",
         .expected = worker.phantom_library().string(),
         .found = "no such file (a CPU build of torch?)",
         .next = shell_command("ci/worker.sh --python {}", worker.python_executable)});
  }
  environment.prepend("LD_PRELOAD", worker.phantom_library().string());
  environment.prepend("LD_LIBRARY_PATH", worker.phantom_driver_folder().string());
  // PyTorch may count devices through NVML and this variable. The phantom is a single device, whatever is
  // hidden.
  environment.set("CUDA_VISIBLE_DEVICES", "0");
  environment.remove("PYTORCH_NVML_BASED_CUDA_CHECK");
  return environment.take();
}

std::vector<std::string> own_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

}  // namespace assay
