// JsonSource: a SAX reader that notes lines; JsonPlace: typed access with messages.
#include "harness/strict_json/json_source.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/strict_json/reading_iterator.h"
#include "harness/words/nearest.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

/// The line of the last byte before `*reached` that is not white space. The last token ended on this line,
/// since the lexer reads at most one byte beyond a token. Each byte is read once.
class LineCounter {
 public:
  LineCounter(const char* begin, const char* const* reached) : seen_(begin), reached_(reached) {}

  int line() {
    for (; seen_ != *reached_; ++seen_) {
      if (*seen_ == '\n') ++newlines_;
      if (*seen_ != ' ' && *seen_ != '\t' && *seen_ != '\r' && *seen_ != '\n') line_ = newlines_ + 1;
    }
    return line_;
  }

 private:
  const char* seen_;
  const char* const* reached_;
  int newlines_ = 0, line_ = 1;
};

constexpr std::size_t kMaxDepth = 64;

/// Builds the tree and records the line of each value.
class Builder : public nlohmann::json_sax<OrderedJson> {
 public:
  Builder(JsonSource& source, const char* const* reached)
      : source_(source), lines_(source.bytes.data(), reached) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return open(OrderedJson::object()); }
  bool start_array(std::size_t) override { return open(OrderedJson::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    const std::string path = level.path.empty() ? name : level.path + "." + name;
    if (level.json->contains(name)) {
      const auto first = source_.lines.find(path);
      fail("the key '" + name + "' stands twice", "each key once",
           first == source_.lines.end() ? "two of them"
                                        : "the first one on line " + std::to_string(first->second));
    }
    note(path);
    level.key = name;
    return true;
  }

  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& error) override {
    std::string text =
        error.what();  // "[json.exception...] parse error at line 3, column 5: syntax error while ..."
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos) text = text.substr(colon + 2);
    fail("not JSON: " + text, "JSON (RFC 8259)",
         token.empty() ? "the end of the file" : "'" + token.substr(0, 60) + "'");
  }

 private:
  struct Level {
    OrderedJson* json;
    std::string path, key;
  };

  [[noreturn]] void fail(const std::string& what, const std::string& expected, const std::string& found) {
    const std::string line = source_.numbering == Lines::kOne ? "" : ":" + std::to_string(lines_.line());
    throw InputError({what, source_.file + line, expected, found, source_.next});
  }

  void note(const std::string& path) {
    if (source_.numbering == Lines::kNumbered) source_.lines[path] = lines_.line();
  }

  /// Attaches a value to the open level and returns its address. No sibling moves the value while it is open.
  OrderedJson* attach(OrderedJson&& value, std::string& path) {
    if (levels_.empty()) {
      source_.root = std::move(value);
      note("");
      return &source_.root;
    }
    Level& level = levels_.back();
    if (level.json->is_object()) {
      path = level.path.empty() ? level.key : level.path + "." + level.key;
      OrderedJson& slot = (*level.json)[level.key];
      slot = std::move(value);
      return &slot;
    }
    path = level.path + "[" + std::to_string(level.json->size()) + "]";
    note(path);
    level.json->push_back(std::move(value));
    return &level.json->back();
  }

  bool put(OrderedJson&& value) {
    std::string path;
    attach(std::move(value), path);
    return true;
  }

  bool open(OrderedJson&& value) {
    if (levels_.size() == kMaxDepth)
      fail("nested too deeply", "at most " + std::to_string(kMaxDepth) + " levels", "more");
    std::string path;
    OrderedJson* place = attach(std::move(value), path);
    levels_.push_back({place, path, ""});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  JsonSource& source_;
  LineCounter lines_;
  std::vector<Level> levels_;
};

std::string shown(const OrderedJson& json) {
  constexpr std::size_t kMost = 80;
  return shortened(json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace), kMost);
}

}  // namespace

std::shared_ptr<const JsonSource> JsonSource::parse(std::string bytes, std::string file, ShellLine next,
                                                    Lines lines) {
  auto source = std::make_shared<JsonSource>();
  source->file = std::move(file);
  source->next = std::move(next);
  source->bytes = std::move(bytes);
  source->numbering = lines;
  const char* begin = source->bytes.data();
  const char* end = begin + source->bytes.size();
  const char* reached = begin;
  Builder builder(*source, &reached);
  OrderedJson::sax_parse(ReadingIterator(begin, &reached), ReadingIterator(end, &reached), &builder);
  return source;
}

std::shared_ptr<const JsonSource> JsonSource::load(const std::filesystem::path& file, ShellLine next) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    throw InputError({"no such file", file.string(), "a JSON file", "nothing", next});
  if (!std::filesystem::is_regular_file(file, ignored))
    throw InputError({"not a file", file.string(), "a JSON file", "a folder or device", next});
  std::optional<std::string> bytes = read_file(file);
  if (!bytes) throw InputError({"cannot be read", file.string(), "a readable JSON file", "", next});
  return parse(*std::move(bytes), file.string(), std::move(next));
}

JsonPlace::JsonPlace(std::shared_ptr<const JsonSource> source)
    : source_(std::move(source)), json_(&source_->root) {}

JsonPlace::JsonPlace(std::shared_ptr<const JsonSource> source, const OrderedJson* json, std::string path)
    : source_(std::move(source)), json_(json), path_(std::move(path)) {}

int JsonPlace::line() const {
  const auto line = source_->lines.find(path_);
  return line == source_->lines.end() ? 1 : line->second;
}

bool JsonPlace::has(const std::string& key) const { return json_->is_object() && json_->contains(key); }

JsonPlace JsonPlace::operator[](const std::string& key) const {
  return {source_, &json_->at(key), path_.empty() ? key : path_ + "." + key};
}

JsonPlace JsonPlace::need(const std::string& key) const {
  require_key(key, "a value");
  return (*this)[key];
}

std::vector<JsonPlace> JsonPlace::items() const {
  require_list();
  std::vector<JsonPlace> result;
  for (std::size_t i = 0; i < json_->size(); ++i)
    result.push_back({source_, &(*json_)[i], path_ + "[" + std::to_string(i) + "]"});
  return result;
}

std::vector<std::pair<std::string, JsonPlace>> JsonPlace::members() const {
  require_object();
  std::vector<std::pair<std::string, JsonPlace>> result;
  for (const auto& [key, value] : json_->items()) result.emplace_back(key, (*this)[key]);
  return result;
}

const std::string& JsonPlace::text() const {
  if (!json_->is_string()) fail("not a string", "a string");
  return json_->get_ref<const std::string&>();
}

std::string JsonPlace::nonempty_text() const {
  if (text().find_first_not_of(" \t\r\n") == std::string::npos) fail("empty", "a text that says something");
  return text();
}

bool JsonPlace::boolean() const {
  if (!json_->is_boolean()) fail("not a boolean", "true or false");
  return json_->get<bool>();
}

std::int64_t JsonPlace::integer(std::int64_t lowest) const {
  const std::string expected = lowest == std::numeric_limits<std::int64_t>::min()
                                   ? "a whole number of 64 bits"
                                   : "a whole number, " + std::to_string(lowest) + " or more";
  if (!json_->is_number_integer()) fail("not a whole number", expected);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (json_->is_number_unsigned() && json_->get<std::uint64_t>() > kMost) fail("too large", expected);
  const auto value = json_->get<std::int64_t>();
  if (value < lowest) fail("too small", expected);
  return value;
}

std::uint64_t JsonPlace::count() const {
  constexpr const char* kExpected = "a whole number, 0 or more";
  if (!json_->is_number_integer()) fail("not a whole number", kExpected);
  if (!json_->is_number_unsigned()) fail("too small", kExpected);
  return json_->get<std::uint64_t>();
}

double JsonPlace::number() const {
  if (!json_->is_number()) fail("not a number", "a number");
  return json_->get<double>();
}

double JsonPlace::positive_number() const {
  if (!json_->is_number()) fail("not a number", "a number above 0");
  const double value = json_->get<double>();
  if (!(value > 0) || !std::isfinite(value)) fail("not positive", "a number above 0");
  return value;
}

void JsonPlace::require_object() const {
  if (!json_->is_object()) fail("not an object", "an object {..}");
}

void JsonPlace::require_list() const {
  if (!json_->is_array()) fail("not a list", "a list [..]");
}

void JsonPlace::require_nonempty_list() const {
  require_list();
  if (json_->empty()) fail("an empty list", "at least one entry");
}

void JsonPlace::require_keys(const std::vector<std::string>& known) const {
  require_object();
  for (const auto& [key, place] : members()) {
    if (std::ranges::find(known, key) == known.end())
      place.raise("unknown key '" + key + "'" + did_you_mean(key, known), "one of " + quoted_list(known),
                  "'" + key + "'");
  }
}

void JsonPlace::require_key(const std::string& key, std::string_view expected) const {
  require_object();
  if (!has(key)) fail_missing("the key '" + key + "' is missing", "'" + key + "': " + std::string(expected));
}

void JsonPlace::fail(const std::string& what, const std::string& expected) const {
  raise(what, expected, shown(*json_));
}

void JsonPlace::fail_missing(const std::string& what, const std::string& expected) const {
  raise(what, expected, "");
}

void JsonPlace::raise(const std::string& what, const std::string& expected, const std::string& found) const {
  const auto line = source_->lines.find(path_);
  std::string where = source_->file;
  if (source_->numbering == Lines::kNumbered && line != source_->lines.end())
    where += ":" + std::to_string(line->second);
  if (!path_.empty()) where += ": " + path_;
  throw InputError({what, where, expected, found, source_->next});
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

}  // namespace assay
