// JsonTape: a JSON value, flat in memory.
#include "harness/graph/json_tape.h"

#include "harness/graph/breach.h"
#include "harness/words/literal.h"

namespace assay {

void JsonTape::clear() {
  // The memory of a huge node must not stay allocated for the rest of the file.
  constexpr std::size_t kKept = 1 << 16;
  entries_.clear();
  open_.clear();
  pool_.clear();
  if (entries_.capacity() > kKept) entries_.shrink_to_fit();
  if (pool_.capacity() > kKept * 16) pool_.shrink_to_fit();
}

JsonTape::Entry& JsonTape::append(Kind kind, std::size_t offset) {
  if (!open_.empty() && kind != Kind::kKey) ++entries_[open_.back()].count;
  Entry& entry = entries_.emplace_back();
  entry.kind = kind;
  entry.offset = offset;
  return entry;
}

void JsonTape::open(Kind container, std::size_t offset) {
  append(container, offset).count = 0;
  open_.push_back(entries_.size() - 1);
}

void JsonTape::close() {
  entries_[open_.back()].extent = entries_.size();
  open_.pop_back();
}

void JsonTape::text(Kind kind, std::string_view value, std::size_t offset) {
  Entry& entry = append(kind, offset);
  entry.text = pool_.size();
  entry.extent = value.size();
  pool_ += value;
}

std::string JsonTape::path_to(std::size_t index) const {
  std::string path;
  std::size_t at = 0;
  while (at != index) {
    const bool object = entries_[at].kind == Kind::kObject;
    std::size_t child = at + 1, position = 0;
    if (object) ++child;
    for (; next(child) <= index; ++position) child = next(child) + (object ? 1 : 0);
    if (object)
      append_key(path, text(child - 1));
    else
      path.append("[").append(std::to_string(position)).append("]");
    if (child > index) return path;  // `index` is the key itself
    at = child;
  }
  return path;
}

std::string JsonTape::describe(std::size_t index) const {
  const Entry& entry = entries_[index];
  switch (entry.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kTrue:
      return "true";
    case Kind::kFalse:
      return "false";
    case Kind::kInt:
      return std::to_string(entry.integer);
    case Kind::kBeyondInt64:
      return std::string(text(index));
    case Kind::kFloat: {
      std::string digits;
      append_float(digits, entry.real);
      return digits;
    }
    case Kind::kString:
    case Kind::kKey:
      return excerpt(text(index));
    case Kind::kArray:
      return "a list of " + std::to_string(entry.count);
    case Kind::kObject:
      break;
  }
  if (entry.count == 0) return "an empty object";
  return "an object with key " + excerpt(text(index + 1));
}

}  // namespace assay
