// Templates of JsonDecoder: iteration over lists and objects. Unknown and repeated keys are refused.
#pragma once

#include "harness/graph/json_decode.h"
#include "harness/words/literal.h"

namespace assay {

template <typename Visit>
void JsonDecoder::each_item(std::size_t array, Visit&& visit) const {
  if (tape_[array].kind != Kind::kArray) fail_kind(array, "a list");
  for (std::size_t item = array + 1; item < tape_.next(array); item = tape_.next(item)) visit(item);
}

template <typename Visit>
void JsonDecoder::each_member(std::size_t object, Visit&& visit) const {
  if (tape_[object].kind != Kind::kObject) fail_kind(object, "an object");
  for (std::size_t key = object + 1; key < tape_.next(object); key = tape_.next(key + 1))
    visit(tape_.text(key), key + 1);
}

// The tape entries of the values of `names`, 0 for absent names.
template <std::size_t size>
std::array<std::size_t, size> JsonDecoder::fields(std::size_t object,
                                                  const std::array<std::string_view, size>& names) const {
  std::array<std::size_t, size> found{};
  std::size_t at = 0;  // keys are mostly in order: the search resumes where it ended
  each_member(object, [&](std::string_view key, std::size_t item) {
    std::size_t tried = 0;
    while (tried < size && names[at] != key) at = (at + 1) % size, ++tried;
    if (tried == size) {
      std::string list;
      for (const std::string_view name : names) list.append(list.empty() ? "one of: " : ", ").append(name);
      fail(item, "unknown key " + excerpt(key), list, "");
    }
    if (found[at] != 0) fail(item, "key is given twice", "keys that differ", excerpt(key));
    found[at] = item;
  });
  return found;
}

inline std::size_t JsonDecoder::required(std::size_t object, std::size_t field, std::string_view name) const {
  if (field == 0) fail(object, "key " + quoted(name) + " is missing", "", "");
  return field;
}

template <typename T>
T JsonDecoder::one_of(std::size_t index, std::optional<T> (*from_string)(std::string_view),
                      const char* expected) const {
  const std::optional<T> value = from_string(string(index));
  if (!value) fail_kind(index, expected);
  return *value;
}

}  // namespace assay
