// inherited_digest: the texts of /proc, and limits from the kernel.
#include "harness/run/inherited.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "harness/graph/digest.h"
#include "harness/protocol/messages.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 32;
/// Inherited lines of /proc/self/status. The other lines concern this process only.
constexpr std::array<std::string_view, 13> kInherited = {"Umask",
                                                         "Uid",
                                                         "Gid",
                                                         "Groups",
                                                         "CapInh",
                                                         "CapPrm",
                                                         "CapEff",
                                                         "CapBnd",
                                                         "NoNewPrivs",
                                                         "Seccomp",
                                                         "Seccomp_filters",
                                                         "Cpus_allowed_list",
                                                         "Mems_allowed_list"};

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string inherited_status() {
  std::string text;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    const std::string_view name = std::string_view(line).substr(0, line.find(':'));
    if (std::ranges::find(kInherited, name) != kInherited.end()) text += line + "\n";
  }
  return text;
}

/// "mnt:[4026531841]" and the like: the namespaces of paths, processes and addresses.
std::string namespaces() {
  std::vector<std::string> links;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/proc/self/ns", none))
    links.push_back(fs::read_symlink(entry.path(), none).string() + "\n");
  std::ranges::sort(links);
  std::string text;
  for (const std::string& link : links) text += link;
  struct stat root {};
  stat("/", &root);
  return text + fmt::format("root {}:{}\n", root.st_dev, root.st_ino);
}

}  // namespace

std::string inherited_digest(const Worker& worker, Device device, std::vector<std::string> environment) {
  std::ranges::sort(environment);
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", protocol::kVersion, worker.program().string(),
                                 to_string(device), getpriority(PRIO_PROCESS, 0));
  text += inherited_status() + text_of("/proc/self/limits") + text_of("/proc/self/cgroup") + namespaces();
  for (const std::string& entry : environment) text.append(entry).push_back('\0');
  return sha256_hex(text).substr(0, kDigits);
}

}  // namespace assay
