// JsonSource and JsonPlace: strict reading of a JSON file; each value has a line and a path for messages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/error/command.h"

namespace assay {

using OrderedJson = nlohmann::ordered_json;

/// Whether messages number the lines of the text, or `file` already names its only line.
enum class Lines : std::uint8_t { kNumbered, kOne };

/// A parsed text. Duplicate keys, nesting beyond 64, text after the root and all else that is not JSON are
/// InputErrors.
struct JsonSource {
  std::string file;  ///< for messages
  ShellLine next;    ///< for messages: the command to type when the file is bad
  std::string bytes;
  Lines numbering = Lines::kNumbered;
  OrderedJson root;
  std::unordered_map<std::string, int> lines;  ///< path ("inputs[0].shape") -> line of the key or list item

  static std::shared_ptr<const JsonSource> parse(std::string bytes, std::string file, ShellLine next,
                                                 Lines lines = Lines::kNumbered);
  /// A file that is absent, no regular file or unreadable is an InputError too.
  static std::shared_ptr<const JsonSource> load(const std::filesystem::path& file, ShellLine next);
};

/// A value of a source. The readers below throw InputError "FILE:LINE: PATH: WHAT, expected, found, next".
class JsonPlace {
 public:
  explicit JsonPlace(std::shared_ptr<const JsonSource> source);

  const OrderedJson& json() const { return *json_; }
  const std::string& path() const { return path_; }
  int line() const;  ///< of the key, or of the list item; 1 if lines are not numbered

  bool has(const std::string& key) const;
  JsonPlace operator[](const std::string& key) const;  ///< the key must exist
  /// The value of `key`. A missing key is an InputError.
  JsonPlace need(const std::string& key) const;
  /// All values of a list or object, in file order.
  std::vector<JsonPlace> items() const;
  std::vector<std::pair<std::string, JsonPlace>> members() const;

  const std::string& text() const;    ///< a string
  std::string nonempty_text() const;  ///< not only white space
  bool boolean() const;
  std::int64_t integer(std::int64_t lowest) const;
  std::uint64_t count() const;  ///< a whole number from 0 to 2^64 - 1
  double positive_number() const;
  double number() const;  ///< finite
  void require_object() const;
  void require_list() const;
  void require_nonempty_list() const;
  /// Requires an object whose keys are all in `known`. The message suggests the nearest known key.
  void require_keys(const std::vector<std::string>& known) const;
  void require_key(const std::string& key, std::string_view expected) const;

  [[noreturn]] void fail(const std::string& what, const std::string& expected) const;  ///< found: the value
  [[noreturn]] void fail_missing(const std::string& what,
                                 const std::string& expected) const;  ///< found: nothing

 private:
  JsonPlace(std::shared_ptr<const JsonSource> source, const OrderedJson* json, std::string path);
  [[noreturn]] void raise(const std::string& what, const std::string& expected,
                          const std::string& found) const;

  std::shared_ptr<const JsonSource> source_;
  const OrderedJson* json_;
  std::string path_;
};

/// "'a', 'b', 'c'"
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace assay
