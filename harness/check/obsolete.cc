// Obsolete goldens: from names and expectations.
#include "harness/check/obsolete.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/golden_store/durable_write.h"
#include "harness/golden_store/golden_store.h"
#include "harness/golden_store/verified.h"
#include "harness/graph/digest.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool has(const auto& items, const auto& item) { return std::ranges::find(items, item) != items.end(); }

/// The pair of a golden, or `why` its name is not a pair.
struct Parsed {
  PairId pair;
  std::string why;
};

Parsed parse(const std::string& case_id, const std::string& pair_name) {
  Parsed parsed;
  parsed.pair.case_id = case_id;
  const std::size_t at = pair_name.find('@');
  const std::string method = pair_name.substr(0, at), device = pair_name.substr(at + 1);
  const auto known_method = method_from_string(method);
  const auto known_device = device_from_string(device);
  if (!known_method)
    parsed.why = "no method '" + method + "'";
  else if (!known_device)
    parsed.why = "no device '" + device + "'";
  if (!parsed.why.empty()) return parsed;
  parsed.pair.method = *known_method;
  parsed.pair.device = *known_device;
  return parsed;
}

/// An expected outcome without a graph, for every torch of `verified`, on every kind of device the pair may
/// run on. Null (the golden is kept) if `verified` is empty.
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

/// A case FILE.py:CALLABLE has an id and goldens but no case file. If its Python file is still in the project
/// folder or below models/, it may be checked again.
bool is_callable(const fs::path& project, const std::string& case_id) {
  const std::size_t slash = case_id.find('/');
  if (slash == std::string::npos) return false;
  const std::string file = case_id.substr(0, slash) + ".py",
                    callable = "def " + case_id.substr(slash + 1) + "(";
  std::vector<fs::path> files{project / file};
  if (fs::is_directory(project / "models"))
    for (const auto& entry : fs::recursive_directory_iterator(project / "models"))
      if (entry.path().filename() == file) files.push_back(entry.path());
  return std::ranges::any_of(files, [&](const fs::path& each) {
    return read_file(each).value_or("").find(callable) != std::string::npos;
  });
}

class ObsoleteSearch {
 public:
  ObsoleteSearch(fs::path root, const std::vector<Case>& cases, const std::vector<PairResult>& records)
      : root_(std::move(root)) {
    for (const Case& test : cases) by_id_[test.id] = &test;
    for (const PairResult& record : records)
      if (record.outcome == Outcome::kUnsupported && record.phantom.empty())
        unsupported_[record.pair] = &record;
  }

  std::vector<ObsoleteGolden> run() {
    std::vector<fs::path> files;
    if (fs::is_directory(root_))
      for (const auto& entry : fs::recursive_directory_iterator(root_))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) goldens_in(file);
    for (const fs::path& file : files) other(file);
    std::ranges::stable_sort(found_, {}, &ObsoleteGolden::file);
    return std::move(found_);
  }

 private:
  void goldens_in(const fs::path& file) {
    if (is_left_behind(file) || file.extension() != ".txt") return;
    const std::string bytes = read_file(file).value_or("");
    if (bytes.starts_with("golden 1\n"))
      return found_.push_back({file, {}, "one file a pair is not read any more"});
    if (!is_golden_text(bytes)) return;
    try {
      goldens_in(file, read_golden_text(bytes, file.string()));
    } catch (const InputError&) {  // such as conflict markers: a person has to decide
      unread_.insert(file.parent_path());
    }
  }

  void goldens_in(const fs::path& file, const GoldenText& golden) {
    std::vector<ObsoleteGolden> obsolete;
    for (const GoldenPair& pair : golden.pairs) {
      const std::string why = why_obsolete(file, name_of(pair), pair.verified);
      if (why.empty())
        use_constants(file, golden, pair);
      else
        obsolete.push_back({file, key_in(pair, file), why});
    }
    if (obsolete.size() == golden.pairs.size()) {
      obsolete.resize(1);
      obsolete.front().key.reset();
    }
    found_.insert(found_.end(), obsolete.begin(), obsolete.end());
  }

  void use_constants(const fs::path& file, const GoldenText& golden, const GoldenPair& pair) {
    if (graphs_as_written(golden, pair).text.find("sha256(") == std::string::npos) return;
    for (const std::string& sha256 : GoldenBody::of(golden, pair, file).constant_files())
      used_.insert(file.parent_path() / (sha256 + ".bin"));
  }

  std::string why_obsolete(const fs::path& file, const std::string& pair_name,
                           const std::vector<VerifiedWith>& verified) const {
    const Parsed parsed = parse(case_of(root_, file), pair_name);
    const auto test = by_id_.find(parsed.pair.case_id);
    if (test == by_id_.end() && is_callable(root_.parent_path(), parsed.pair.case_id)) return "";
    if (test == by_id_.end()) return "no case '" + parsed.pair.case_id + "'";
    if (!parsed.why.empty()) return parsed.why;
    const std::string of_case = "case '" + parsed.pair.case_id + "' has no ";
    if (!has(test->second->methods, parsed.pair.method))
      return of_case + "method " + std::string(to_string(parsed.pair.method));
    if (!has(test->second->devices, parsed.pair.device))
      return of_case + "device " + std::string(to_string(parsed.pair.device));
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
    const bool only = std::ranges::all_of(verified, [&](const VerifiedWith& with) {
      return torch && version_from_string(with.torch) == torch;
    });
    return only ? record->second : nullptr;
  }

  static bool is_left_behind(const fs::path& file) { return file.filename().string().starts_with(".assay-"); }

  void other(const fs::path& file) {
    if (is_left_behind(file)) {
      found_.push_back({file, {}, "left behind by an accept that was killed"});
    } else if (file.extension() == ".bin" && is_sha256_hex(file.stem().string()) && !used_.contains(file) &&
               !unread_.contains(file.parent_path())) {
      found_.push_back({file, {}, "no golden beside it has this constant"});
    }
  }

  fs::path root_;
  std::map<std::string, const Case*> by_id_;
  std::map<PairId, const PairResult*> unsupported_;
  std::set<fs::path> used_, unread_;
  std::vector<ObsoleteGolden> found_;
};

}  // namespace

std::string to_string(const ObsoleteGolden& golden) {
  std::string text = golden.file.string() + ": ";
  if (golden.key) {
    text += golden.key->pair;
    if (golden.key->from) text += " from " + from_text(*golden.key->from);
    text += ": ";
  }
  return text + golden.why;
}

std::vector<ObsoleteGolden> obsolete_goldens(const fs::path& root, const std::vector<Case>& cases,
                                             const std::vector<PairResult>& records) {
  return ObsoleteSearch(root.lexically_normal(), cases, records).run();
}

void remove_obsolete(const fs::path& root, const std::vector<ObsoleteGolden>& goldens) {
  for (const ObsoleteGolden& each : goldens) {
    fs::path folder = each.file.parent_path();
    if (each.key) {
      const WriteTurn turn(each.file);
      CaseGoldens left(root, case_of(root.lexically_normal(), each.file));
      left.drop(*each.key);
      left.write();
      continue;
    }
    remove_durably(each.file);
    std::error_code error;
    while (folder != root.lexically_normal() && fs::is_empty(folder, error) && !error) {
      fs::remove(folder, error);
      folder = folder.parent_path();
    }
  }
}

}  // namespace assay
