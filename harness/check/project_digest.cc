// project_digest: the digest of a list of files and their digests.
#include "harness/check/project_digest.h"

#include <map>

#include "harness/files/read_file.h"
#include "harness/golden_store/golden_name.h"
#include "harness/graph/digest.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// File names within the project, in order, with their digests.
using Digests = std::map<std::string, std::string>;

void add_file(const std::string& name, const fs::path& file, Digests& digests) {
  if (const auto bytes = read_regular_file(file, Links::kFollow)) digests[name] = sha256_hex(*bytes);
}

/// The files of `folder` with `extension`.
void add_files(const std::string& name, const fs::path& folder, std::string_view extension,
               Digests& digests) {
  std::error_code error;  // the pair of an unreadable file reports it
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() != extension) continue;
    add_file(name + entry->path().lexically_relative(folder).string(), entry->path(), digests);
  }
}

}  // namespace

std::string project_digest(const Project& project, const std::vector<Case>& cases) {
  Digests digests;
  add_files("models/", project.models(), ".py", digests);
  for (const Case& test : cases) {
    digests["case " + test.id] = test.sha256;
    add_file("golden of " + test.id, golden_file(golden_root(project, test), test.id), digests);
  }
  std::string text;
  for (const auto& [name, digest] : digests) text.append(digest).append(" ").append(name).append("\n");
  return sha256_hex(text);
}

}  // namespace assay
