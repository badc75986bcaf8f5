// CaseGoldens: read as a whole, written file by file.
#include "harness/golden_store/case_goldens.h"

#include <algorithm>
#include <utility>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/durable_write.h"
#include "harness/words/shell_command.h"

namespace assay {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot_be_read(const fs::path& file, const std::string& expected,
                                 const std::string& found) {
  throw InputError({"cannot be read", file.string(), expected, found, shell_command("ls -ld {}", file)});
}

/// Sorted; none where there is no folder.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return {};
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    files.push_back(entry->path());
  if (error) cannot_be_read(folder, "the goldens of a case", error.message());
  std::ranges::sort(files);
  return files;
}

}  // namespace

GoldenKey key_in(const GoldenPair& pair, const fs::path& file) {
  if (pair.from.empty()) return {name_of(pair)};
  if (const auto from = version_from_string(pair.from)) return {name_of(pair), from};
  throw InputError({"not a version", file.string(), "MAJOR.MINOR such as 2.14", "'" + pair.from + "'"});
}

CaseGoldens::CaseGoldens(const fs::path& root, const std::string& case_id, const std::string& replacing)
    : case_id_(case_id), folder_(case_folder(root, case_id)) {
  for (const fs::path& file : files_in(folder_)) {
    const auto named = key_of(file);
    if (named && file.extension() == ".json") old_.emplace(*named, file);
    if (!named || file.extension() != ".txt") continue;
    if (replacing.empty())
      read(file);
    else
      read_if_whole(file, named->pair == replacing);
  }
}

/// A broken file holds no golden. If `replaced`, the next change removes it.
void CaseGoldens::read_if_whole(const fs::path& file, bool replaced) {
  try {
    read(file);
  } catch (const InputError&) {
    std::erase_if(texts_, [&](const auto& held) { return held.second.file == file; });
    on_disk_.erase(file);
    if (replaced) on_disk_[file];
  }
}

void CaseGoldens::read(const fs::path& file) {
  std::optional<std::string> found = read_regular_file(file, Links::kFollow);
  if (!found) cannot_be_read(file, "a golden", "no file that can be read");
  const std::string& bytes = on_disk_[file] = *std::move(found);
  GoldenText golden = read_golden_text(bytes, file.string());
  const auto body = std::make_shared<const std::string>(std::move(golden.body));
  const GoldenKey first = key_in(golden.pairs.front(), file);
  bool named = false;
  for (GoldenPair& pair : golden.pairs) {
    const GoldenKey key = key_in(pair, file);
    const bool is_name = golden_file_name(key) == file.filename();
    named = named || is_name;
    if (is_name || !texts_.contains(key)) texts_[key] = {std::move(pair), body, file};
  }
  if (!named)
    throw InputError({"a golden that is named after none of its pairs", file.string(),
                      golden_file_name(first), file.filename().string(),
                      shell_command("git mv {} {}", file, file.parent_path() / golden_file_name(first))});
}

std::vector<GoldenKey> CaseGoldens::all() const {
  std::vector<GoldenKey> keys;
  for (const auto& [key, held] : texts_) keys.push_back(key);
  for (const auto& [key, file] : old_)
    if (!texts_.contains(key)) keys.push_back(key);
  std::ranges::sort(keys);
  return keys;
}

std::vector<GoldenKey> CaseGoldens::of(const std::string& pair) const {
  std::vector<GoldenKey> keys = all();
  std::erase_if(keys, [&](const GoldenKey& key) { return key.pair != pair; });
  return keys;
}

fs::path CaseGoldens::file(const GoldenKey& key) const {
  if (const auto text = texts_.find(key); text != texts_.end()) return text->second.file;
  if (const auto old = old_.find(key); old != old_.end()) return old->second;
  return folder_ / golden_file_name(key);
}

GoldenBody CaseGoldens::load(const GoldenKey& key) const {
  const auto text = texts_.find(key);
  if (text == texts_.end()) return GoldenBody::load(file(key));
  const auto& [pair, body, file] = text->second;
  return GoldenBody::of(read_golden_text(on_disk_.at(file), file.string()), pair, file);
}

void CaseGoldens::put(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified) {
  const fs::path last = file(key);
  hold(key, body, std::move(verified));
  write(last);
  remove_old(key);
}

void CaseGoldens::drop(const GoldenKey& key) {
  const fs::path last = file(key);
  if (texts_.erase(key) > 0) write(last);
  remove_old(key);
}

std::size_t CaseGoldens::rewrite_old() {
  for (const auto& [key, file] : old_) {
    if (texts_.contains(key)) continue;  // what an interrupted rewrite has left
    const GoldenBody body = GoldenBody::load(file);
    hold(key, body, body.header().verified);
  }
  write({});
  const std::size_t count = old_.size();
  while (!old_.empty()) remove_old(GoldenKey(old_.begin()->first));
  return count;
}

void CaseGoldens::hold(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified) {
  const std::size_t at = key.pair.find('@');
  GoldenPair pair{key.pair.substr(0, at),
                  key.pair.substr(at + 1),
                  key.from ? from_text(*key.from) : "",
                  body.header().phantom,
                  body.header().fake,
                  std::move(verified),
                  {}};
  const auto text = std::make_shared<const std::string>(body.text(pair.device));
  pair.sha256 = body.digests(name_of(pair), *text);
  texts_[key] = {std::move(pair), text, {}};
}

void CaseGoldens::remove_old(const GoldenKey& key) {
  const auto old = old_.find(key);
  if (old == old_.end()) return;
  remove_durably(old->second);
  old_.erase(old);
}

/// What belongs on the disk; from now on each golden is said to be in its file there.
CaseGoldens::Files CaseGoldens::part_and_join() {
  std::map<std::string_view, GoldenText> by_body;
  std::map<std::string_view, fs::path> file_of;
  for (auto& [key, held] : texts_) {
    const std::string_view body = *held.body;
    const auto [named, is_first] = file_of.try_emplace(body, folder_ / golden_file_name(key));
    if (is_first) by_body[body] = {case_id_, {}, *held.body};
    by_body[body].pairs.push_back(held.pair);
    held.file = named->second;
  }
  Files files;
  for (const auto& [body, golden] : by_body) files[file_of[body]] = write_golden_text(golden);
  return files;
}

/// `last` is the file of the golden that changes: what it loses is elsewhere before.
void CaseGoldens::write(const fs::path& last) {
  const Files before = std::exchange(on_disk_, part_and_join());
  const auto write_one = [&](const fs::path& file, const std::string& bytes) {
    const auto now = before.find(file);
    if (now == before.end() || now->second != bytes) durable_write(file, bytes);
  };
  for (const auto& [file, bytes] : on_disk_)
    if (file != last) write_one(file, bytes);
  if (const auto file = on_disk_.find(last); file != on_disk_.end()) write_one(last, file->second);
  for (const auto& [file, bytes] : before)
    if (!on_disk_.contains(file)) remove_durably(file);
}

}  // namespace assay
