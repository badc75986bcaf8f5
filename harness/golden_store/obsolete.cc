// Obsolete goldens: from names and expectations.
#include "harness/golden_store/obsolete.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "harness/error/error.h"
#include "harness/golden_store/durable_write.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_name.h"
#include "harness/golden_store/golden_store.h"
#include "harness/golden_store/verified.h"
#include "harness/graph/digest.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool has(const auto& items, const auto& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

/// A golden's path in parts; `why` when it is none.
struct Parsed {
  PairId pair;
  std::string why;
};

Parsed parse(const fs::path& root, const fs::path& file) {
  Parsed parsed;
  parsed.pair.case_id = file.parent_path().lexically_relative(root).generic_string();
  const std::string stem = file.stem().string();
  const std::size_t at = stem.find('@'), from = stem.find(".from-");
  const std::string method = stem.substr(0, at);
  const std::string device =
      at == std::string::npos ? "" : stem.substr(at + 1, from == std::string::npos ? from : from - at - 1);
  const auto known_method = method_from_string(method);
  const auto known_device = device_from_string(device);
  if (!known_method)
    parsed.why = "no method '" + method + "'";
  else if (!known_device)
    parsed.why = "no device '" + device + "'";
  else if (from != std::string::npos && !version_from_string(stem.substr(from + 6)))
    parsed.why = "no version '" + stem.substr(from + 6) + "'";
  if (!parsed.why.empty()) return parsed;
  parsed.pair.method = *known_method;
  parsed.pair.device = *known_device;
  return parsed;
}

/// An outcome without a graph for every torch that `verified` lists, on every kind of device the pair may run
/// on. No list, no answer: the golden is kept.
const Expectation* never_captured(const Case& test, const PairId& pair,
                                  const std::vector<VerifiedWith>& verified) {
  const Expectation* last = nullptr;
  for (const VerifiedWith& with : verified) {
    const auto torch = version_from_string(with.torch);
    if (!torch) return nullptr;
    for (const bool phantom : {false, true}) {
      if (phantom && pair.device != Device::kCuda) continue;
      last = expectation_for(test, pair.method, pair.device, phantom, *torch);
      if (last == nullptr || has_graph(last->outcome)) return nullptr;
    }
  }
  return last;
}

/// A case FILE.py:CALLABLE has an id and goldens but no case file: one that is still in the folder of the
/// project or below models/ may be checked again any time.
bool is_callable(const fs::path& project, const std::string& case_id) {
  const std::size_t slash = case_id.find('/');
  if (slash == std::string::npos) return false;
  const std::string file = case_id.substr(0, slash) + ".py",
                    callable = "def " + case_id.substr(slash + 1) + "(";
  std::vector<fs::path> files{project / file};
  if (fs::is_directory(project / "models"))
    for (const auto& entry : fs::recursive_directory_iterator(project / "models"))
      if (entry.path().filename() == file) files.push_back(entry.path());
  return std::any_of(files.begin(), files.end(), [&](const fs::path& each) {
    std::ifstream stream(each);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    return text.find(callable) != std::string::npos;
  });
}

class Search {
 public:
  Search(fs::path root, const std::vector<Case>& cases, const std::vector<PairResult>& records)
      : root_(std::move(root)) {
    for (const Case& test : cases) by_id_[test.id] = &test;
    for (const PairResult& record : records)
      if (record.outcome == Outcome::kUnsupported && record.phantom.empty())
        unsupported_[record.pair] = &record;
  }

  std::vector<ObsoleteFile> run() {
    std::vector<fs::path> files;
    if (fs::is_directory(root_))
      for (const auto& entry : fs::recursive_directory_iterator(root_))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files)
      if (file.extension() == ".json") golden(file);
    for (const fs::path& file : files) other(file);
    std::sort(found_.begin(), found_.end(),
              [](const ObsoleteFile& left, const ObsoleteFile& right) { return left.file < right.file; });
    return std::move(found_);
  }

 private:
  void golden(const fs::path& file) {
    if (is_left_behind(file)) return;
    std::optional<GoldenBody> body;
    try {
      body = GoldenBody::load(file);
    } catch (const InputError&) {  // conflict markers, say: not for us to throw away
      unread_.insert(file.parent_path());
    }
    const std::string why = why_obsolete(file, body);
    if (!why.empty()) {
      found_.push_back({file, why});
    } else if (body) {
      for (const std::string& sha256 : body->constant_files())
        used_.insert(file.parent_path() / (sha256 + ".bin"));
    }
  }

  std::string why_obsolete(const fs::path& file, const std::optional<GoldenBody>& body) const {
    const Parsed parsed = parse(root_, file);
    const auto test = by_id_.find(parsed.pair.case_id);
    if (test == by_id_.end() && is_callable(root_.parent_path(), parsed.pair.case_id)) return "";
    if (test == by_id_.end()) return "no case '" + parsed.pair.case_id + "'";
    if (!parsed.why.empty()) return parsed.why;
    const std::string of_case = "case '" + parsed.pair.case_id + "' has no ";
    if (!has(test->second->methods, parsed.pair.method))
      return of_case + "method " + std::string(to_string(parsed.pair.method));
    if (!has(test->second->devices, parsed.pair.device))
      return of_case + "device " + std::string(to_string(parsed.pair.device));
    if (!body) return "";
    const std::vector<VerifiedWith>& verified = body->header().verified;
    if (const PairResult* record = unsupported_with(parsed.pair, verified))
      return "unsupported: " + record->reason;
    const Expectation* expected = never_captured(*test->second, parsed.pair, verified);
    return expected == nullptr
               ? ""
               : "expected to end as " + std::string(to_string(expected->outcome)) + ": " + expected->reason;
  }

  const PairResult* unsupported_with(const PairId& pair, const std::vector<VerifiedWith>& verified) const {
    const auto record = unsupported_.find(pair);
    if (record == unsupported_.end() || verified.empty()) return nullptr;
    const auto torch = version_from_string(record->second->torch);
    const bool only = std::all_of(verified.begin(), verified.end(), [&](const VerifiedWith& with) {
      return torch && version_from_string(with.torch) == torch;
    });
    return only ? record->second : nullptr;
  }

  static bool is_left_behind(const fs::path& file) { return file.filename().string().starts_with(".assay-"); }

  void other(const fs::path& file) {
    if (is_left_behind(file)) {
      found_.push_back({file, "left behind by an accept that was killed"});
    } else if (file.extension() == ".bin" && is_sha256_hex(file.stem().string()) && !used_.contains(file) &&
               !unread_.contains(file.parent_path())) {
      found_.push_back({file, "no golden beside it has this constant"});
    }
  }

  fs::path root_;
  std::map<std::string, const Case*> by_id_;
  std::map<PairId, const PairResult*> unsupported_;
  std::set<fs::path> used_, unread_;
  std::vector<ObsoleteFile> found_;
};

}  // namespace

std::vector<ObsoleteFile> obsolete_files(const fs::path& root, const std::vector<Case>& cases,
                                         const std::vector<PairResult>& records) {
  return Search(root.lexically_normal(), cases, records).run();
}

void remove_obsolete(const fs::path& root, const std::vector<ObsoleteFile>& files) {
  refuse_in_ci("assay obsolete --delete");
  for (const ObsoleteFile& each : files) {
    remove_durably(each.file);
    std::error_code error;
    fs::path folder = each.file.parent_path();
    while (folder != root.lexically_normal() && fs::is_empty(folder, error) && !error) {
      fs::remove(folder, error);
      folder = folder.parent_path();
    }
  }
}

}  // namespace assay
