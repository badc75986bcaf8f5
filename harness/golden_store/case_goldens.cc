// CaseGoldens: reading and writing the file of a case.
#include "harness/golden_store/case_goldens.h"

#include <algorithm>
#include <utility>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/durable_write.h"
#include "harness/golden_store/verified.h"
#include "harness/words/shell_command.h"

namespace assay {

namespace fs = std::filesystem;

namespace {

/// Empty without a file.
std::optional<std::string> bytes_of(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  if (auto bytes = read_regular_file(file, Links::kFollow)) return bytes;
  throw InputError({"cannot be read", file.string(), "the goldens of a case", "no file that can be read",
                    shell_command("ls -ld {}", file)});
}

/// The golden with `pair`'s method and device that holds for the torch of `found`, else `pair`.
const GoldenPair& holding_for(const GoldenText& golden, const GoldenPair& pair, const Header& found,
                              const fs::path& file) {
  if (found.torch.empty()) return pair;
  std::vector<GoldenKey> keys;
  for (const GoldenPair& each : golden.pairs)
    if (name_of(each) == name_of(pair)) keys.push_back(key_in(each, file));
  std::ranges::sort(keys);
  const auto holding = golden_holding(keys, torch_version(versions_of(found)));
  const auto is_holding = [&](const GoldenPair& each) { return key_in(each, file) == holding; };
  const auto held = std::ranges::find_if(golden.pairs, is_holding);
  return held == golden.pairs.end() ? pair : *held;
}

}  // namespace

GoldenKey key_in(const GoldenPair& pair, const fs::path& file) {
  if (pair.from.empty()) return {name_of(pair)};
  if (const auto from = version_from_string(pair.from)) return {name_of(pair), from};
  throw InputError({"not a version", file.string(), "MAJOR.MINOR such as 2.14", "'" + pair.from + "'"});
}

GoldenBody load_agreed(const fs::path& file, const Header& found, const std::string& pair) {
  const std::string bytes = bytes_of(file).value_or("");
  if (!is_golden_text(bytes)) return GoldenBody::load(file);
  const GoldenText golden = read_golden_text(bytes, file.string());
  const std::string own = found.method + "@" + found.device;
  const bool has_own =
      std::ranges::any_of(golden.pairs, [&](const auto& each) { return name_of(each) == own; });
  const GoldenPair& named = pair_named(golden, pair.empty() && has_own ? own : pair, file.string());
  const bool of_version = !pair.empty() && pair != name_of(named);
  return GoldenBody::of(golden, of_version ? named : holding_for(golden, named, found, file), file);
}

CaseGoldens::CaseGoldens(const fs::path& root, const std::string& case_id, WhereBroken broken)
    : case_id_(case_id), file_(golden_file(root, case_id)), on_disk_(bytes_of(file_)) {
  if (!on_disk_) return;
  try {
    read(*on_disk_);
  } catch (const InputError&) {
    if (broken == WhereBroken::kRefuse) throw;
    goldens_.clear();
  }
}

void CaseGoldens::read(const std::string& bytes) {
  const GoldenText golden = read_golden_text(bytes, file_.string());
  if (golden.case_id != case_id_)
    throw InputError({"goldens of another case", file_.string(), "case " + case_id_, "case " + golden.case_id,
                      git_checkout(file_.string())});
  std::map<const GoldenGraphs*, std::shared_ptr<const GoldenGraphs>> shared;
  for (const GoldenPair& pair : golden.pairs) {
    const GoldenGraphs& graphs = graphs_as_written(golden, pair);
    auto& held = shared[&graphs];
    if (!held) held = std::make_shared<const GoldenGraphs>(graphs);
    Held& golden_held = goldens_[key_in(pair, file_)] = {pair, held};
    golden_held.pair.graphs.clear();
  }
}

std::vector<GoldenKey> CaseGoldens::all() const {
  std::vector<GoldenKey> keys;
  for (const auto& [key, held] : goldens_) keys.push_back(key);
  return keys;
}

std::vector<GoldenKey> CaseGoldens::of(const std::string& pair) const {
  std::vector<GoldenKey> keys = all();
  std::erase_if(keys, [&](const GoldenKey& key) { return key.pair != pair; });
  return keys;
}

GoldenBody CaseGoldens::load(const GoldenKey& key) const {
  const auto& [pair, graphs] = goldens_.at(key);
  const GoldenText alone{case_id_, {pair}, {{full_name_of(pair), *graphs}}};
  return GoldenBody::of(alone, alone.pairs[0], file_);
}

void CaseGoldens::put(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified) {
  const std::size_t at = key.pair.find('@');
  GoldenPair pair;
  pair.method = key.pair.substr(0, at);
  pair.device = key.pair.substr(at + 1);
  pair.from = key.from ? from_text(*key.from) : "";
  pair.phantom = body.header().phantom;
  pair.fake = body.header().fake;
  pair.verified = std::move(verified);
  auto graphs = std::make_shared<GoldenGraphs>();
  graphs->text = body.text(pair.device);
  pair.sha256 = body.digests(key.pair, graphs->text);
  goldens_[key] = {std::move(pair), std::move(graphs)};
}

void CaseGoldens::write() const {
  if (goldens_.empty()) {
    if (on_disk_) remove_durably(file_);
    return;
  }
  GoldenText golden{case_id_, {}, {}};
  for (const auto& [key, held] : goldens_) {
    golden.pairs.push_back(held.pair);
    golden.graphs[full_name_of(held.pair)] = *held.graphs;
  }
  const std::string bytes = write_golden_text(golden);
  if (bytes != on_disk_) durable_write(file_, bytes);
}

}  // namespace assay
