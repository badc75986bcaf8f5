// Reads graph files: nlohmann's SAX parser with a depth limit. Beside the model a single node is in memory.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "harness/files/read_file.h"
#include "harness/graph/breach.h"
#include "harness/graph/golden_text.h"
#include "harness/graph/json.h"
#include "harness/graph/json_decode.h"
#include "harness/strict_json/reading_iterator.h"
#include "harness/words/literal.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

// Deep enough for kMaxValueDepth nested dicts of three levels each. Bounds all later recursion.
constexpr std::size_t kMaxJsonDepth = 3 * kMaxValueDepth + 16;

// Follows the fixed skeleton of the file and hands each complete value below it to the decoder.
class Reader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;
  using Kind = JsonTape::Kind;

  explicit Reader(const GraphText& source)
      : source_(source), reached_(source.text.data()), decoder_(source_, tape_) {
    decoder_.set_prefix([this] { return path(); });
  }

  GraphFile run() {
    const char *begin = source_.text.data(), *end = begin + source_.text.size();
    nlohmann::json::sax_parse(ReadingIterator(begin, &reached_), ReadingIterator(end, &reached_), this);
    check_model();
    return std::move(file_);
  }

  // ---- events
  bool null() {
    return scalar([this] { tape_.constant(Kind::kNull, offset()); });
  }
  bool boolean(bool value) {
    return scalar([&] { tape_.constant(value ? Kind::kTrue : Kind::kFalse, offset()); });
  }
  bool number_integer(number_integer_t value) {
    return scalar([&] { tape_.integer(value, offset()); });
  }
  bool number_unsigned(number_unsigned_t value) {
    if (value <= INT64_MAX) return number_integer(static_cast<std::int64_t>(value));
    return scalar([&] { tape_.text(Kind::kBeyondInt64, std::to_string(value), offset()); });
  }
  bool number_float(number_float_t value, const string_t& digits) {
    const bool is_float = digits.find_first_of(".eE") != string_t::npos;
    return scalar(
        [&] { is_float ? tape_.real(value, offset()) : tape_.text(Kind::kBeyondInt64, digits, offset()); });
  }
  bool string(string_t& value) {
    return scalar([&] { tape_.text(Kind::kString, value, offset()); });
  }
  bool binary(binary_t&) { return false; }  // JSON text has none
  bool start_object(std::size_t) { return open(Kind::kObject); }
  bool start_array(std::size_t) { return open(Kind::kArray); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(string_t& name);
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error);

 private:
  enum class Place { kStart, kRoot, kGraphs, kGraph, kNodes, kEnd };

  std::size_t offset() const {
    const auto read = static_cast<std::size_t>(reached_ - source_.text.data());
    return read == 0 ? 0 : read - 1;
  }

  [[noreturn]] void fail(std::string what, std::string expected, std::string found = "") const {
    throw InputError({.what = std::move(what),
                      .where = source_.where(offset(), path()),
                      .expected = std::move(expected),
                      .found = std::move(found)});
  }

  // The path of the current value, without its part on the tape.
  std::string path() const {
    const std::size_t graph = file_.graphs.size() - 1;  // the last graph is being read
    std::string path;
    if (place_ == Place::kRoot || place_ == Place::kGraphs) path = key_;
    if (place_ == Place::kGraphs) path = "graphs[" + std::to_string(file_.graphs.size()) + "]";
    if (place_ == Place::kGraph || place_ == Place::kNodes) path = "graphs[" + std::to_string(graph) + "]";
    if (place_ == Place::kGraph && !key_.empty()) append_key(path, key_);
    if (place_ == Place::kNodes) path += ".nodes[" + std::to_string(file_.graphs[graph].nodes.size()) + "]";
    return path;
  }

  template <typename Append>
  bool scalar(Append append) {
    if (!on_tape_) start_value();
    append();
    if (tape_.complete()) finish_value();
    return true;
  }

  void start_value() {
    const bool skeleton =
        place_ == Place::kStart || place_ == Place::kGraphs || place_ == Place::kNodes || is_skeleton_key();
    if (skeleton) fail("wrong type or value", expected_here());
    on_tape_ = true;
  }
  bool is_skeleton_key() const {
    return (place_ == Place::kRoot && key_ == "graphs") || (place_ == Place::kGraph && key_ == "nodes");
  }
  std::string expected_here() const {
    if (place_ == Place::kStart) return "an object with key \"assay_graph\"";
    if (place_ == Place::kGraphs) return "a graph (an object)";
    if (place_ == Place::kNodes) return "a node (an object)";
    return "a list";
  }

  bool open(Kind kind);
  bool close();
  void finish_value();
  void finish_version();
  void finish_graph();
  void check_model() const;
  bool seen_again(std::string_view key) {
    return !(place_ == Place::kRoot ? root_keys_ : graph_keys_).insert(std::string(key)).second;
  }

  const GraphText source_;
  const char* reached_;
  JsonTape tape_;
  JsonDecoder decoder_;
  GraphFile file_;
  Place place_ = Place::kStart;
  bool on_tape_ = false;
  std::size_t depth_ = 0;
  std::string key_;
  std::unordered_set<std::string> root_keys_, graph_keys_;
  std::vector<std::size_t> graph_offsets_;
  std::vector<std::vector<std::size_t>> node_offsets_;
  std::size_t node_offset_ = 0;
};

bool Reader::open(Kind kind) {
  if (++depth_ > kMaxJsonDepth)
    fail("nesting is too deep", "at most " + std::to_string(kMaxJsonDepth) + " levels");
  const bool object = kind == Kind::kObject;
  if (!on_tape_) {
    if (object && place_ == Place::kStart) return place_ = Place::kRoot, true;
    if (!object && place_ == Place::kRoot && key_ == "graphs") return place_ = Place::kGraphs, true;
    if (object && place_ == Place::kGraphs) {
      file_.graphs.emplace_back();
      graph_offsets_.push_back(offset());
      node_offsets_.emplace_back();
      graph_keys_.clear();
      key_.clear();
      return place_ = Place::kGraph, true;
    }
    if (!object && place_ == Place::kGraph && key_ == "nodes") return place_ = Place::kNodes, true;
    const bool node = object && place_ == Place::kNodes;
    if (node)
      node_offset_ = offset(), on_tape_ = true;
    else
      start_value();
  }
  tape_.open(kind, offset());
  return true;
}

bool Reader::close() {
  --depth_;
  if (on_tape_) {
    tape_.close();
    if (tape_.complete()) finish_value();
    return true;
  }
  switch (place_) {
    case Place::kNodes:
      place_ = Place::kGraph, key_.clear();
      break;
    case Place::kGraph:
      finish_graph(), place_ = Place::kGraphs;
      break;
    case Place::kGraphs:
      place_ = Place::kRoot, key_.clear();
      break;
    default:
      for (const char* needed : {"assay_graph", "graphs"})
        if (!root_keys_.contains(needed)) key_.clear(), fail("key " + quoted(needed) + " is missing", "");
      place_ = Place::kEnd;
  }
  return true;
}

bool Reader::key(string_t& name) {
  if (on_tape_) {
    tape_.text(Kind::kKey, name, offset());
    return true;
  }
  key_ = name;
  if (seen_again(name)) fail("key is given twice", "keys that differ", excerpt(name));
  return true;
}

void Reader::finish_value() {
  if (place_ == Place::kNodes) {
    std::vector<Node>& nodes = file_.graphs.back().nodes;
    nodes.push_back(decoder_.node(0, static_cast<NodeId>(nodes.size())));
    node_offsets_.back().push_back(node_offset_);
  } else if (place_ == Place::kGraph) {
    decoder_.graph_field(file_.graphs.back(), key_);
  } else if (key_ == "assay_graph") {
    finish_version();
  } else {
    decoder_.header_field(file_.header, key_);
  }
  tape_.clear();
  on_tape_ = false;
}

void Reader::finish_version() {
  if (tape_[0].kind == Kind::kInt && tape_[0].integer == kGraphFileVersion) return;
  throw InputError({.what = "graph file of another version",
                    .where = source_.where(tape_[0].offset, path()),
                    .expected = std::to_string(kGraphFileVersion),
                    .found = tape_.describe(0),
                    .next = "use the assay that wrote the file, or capture again"});
}

void Reader::finish_graph() {
  key_.clear();
  for (const char* needed : {"name", "nodes"})
    if (!graph_keys_.contains(needed)) fail("key " + quoted(needed) + " is missing", "");
}

void Reader::check_model() const {
  std::optional<Breach> breach = find_breach(file_);
  if (!breach) return;
  const std::size_t at =
      breach->node ? node_offsets_[breach->graph][*breach->node] : graph_offsets_[breach->graph];
  breach->parts.where = source_.where(at, breach->path);
  throw InputError(breach->parts);
}

// The word or character at `offset`. nlohmann's own "last token" is everything since the last string.
std::string_view token_at(std::string_view text, std::size_t offset) {
  const auto word = [&](std::size_t at) {
    const char c = text[at];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '+';
  };
  std::size_t begin = std::min(offset, text.size()), end = begin;
  while (begin > 0 && word(begin - 1)) --begin;
  while (end < text.size() && word(end)) ++end;
  return text.substr(begin, std::max<std::size_t>(end - begin, 1));
}

// The part between `from` and `to` of "... while parsing value - invalid literal; last read: 'x'; expected
// ']'".
std::string part_of(const std::string& message, std::string_view from, std::string_view to) {
  const std::size_t begin = message.find(from);
  if (begin == std::string::npos) return "";
  const std::size_t start = begin + from.size();
  return message.substr(start, message.find(to, start) - start);
}

// The expected token. nlohmann omits the comma where a list or an object could continue.
std::string expected_by(const std::string& message) {
  const std::string expected = part_of(message, "; expected ", "\n");
  return expected == "']'" || expected == "'}'" ? "',' or " + expected : expected;
}

bool Reader::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) {
  const std::string_view text = source_.text;
  refuse_conflict_markers(text, source_.name);
  const std::string message = error.what();
  if (message.find("unexpected end of input") != std::string::npos ||
      message.find("missing closing quote") != std::string::npos)
    fail("graph file is cut off", expected_by(message), "the end of the file");
  if (error.id == 406)
    fail("number is beyond the range of a double", "", excerpt(token_at(text, offset() - 1)));
  const std::size_t invalid = find_invalid_utf8(text);
  if (invalid <= offset() && invalid < text.size())
    fail("not valid JSON", "UTF-8", "byte " + std::to_string(invalid) + " of the file");
  const std::string found = excerpt(token_at(text, offset()));
  if (place_ == Place::kEnd) fail("text after the end of the graph file", "one JSON object", found);
  const std::string expected = expected_by(message);
  const std::string reason = expected.empty() ? part_of(message, " - ", "; last read") : "";
  fail(reason.empty() ? "not valid JSON" : "not valid JSON: " + reason, expected, found);
}

}  // namespace

void require_constant_files(const GraphFile& file, const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const Graph& graph : file.graphs)
    for (const Node& node : graph.nodes) {
      if (!node.constant || node.constant->data) continue;
      const std::filesystem::path data = folder / (node.constant->sha256 + ".bin");
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(data, ignored))
        throw InputError({.what = "constant " + excerpt(node.name.view()) + " of graph " +
                                  excerpt(graph.name.view()) + " has no data",
                          .where = path,
                          .expected = "the file " + data.string(),
                          .next = "copy it from where the graph file came from, or capture again"});
    }
}

GraphFile read_graph_file(std::string_view text, std::string_view source, std::string_view pair) {
  if (is_golden_text(text)) {
    const GoldenText golden = read_golden_text(text, source);
    return graphs_of(golden, pair_named(golden, pair, source), source);
  }
  GraphFile file = Reader(GraphText{text, source}).run();
  const std::string found = file.header.method + "@" + file.header.device;
  if (!pair.empty() && pair != found)
    throw InputError({.what = "a graph of another pair",
                      .where = std::string(source),
                      .expected = std::string(pair),
                      .found = found});
  return file;
}

GraphFile load_graph_file(const std::string& path, std::string_view pair) {
  const std::optional<std::string> text = read_file(path);
  if (!text)
    throw InputError({.what = "cannot be read",
                      .where = path,
                      .expected = "a graph file",
                      .next = command_to_look_for(path)});
  GraphFile file = read_graph_file(*text, path, pair);
  require_constant_files(file, path);
  return file;
}

GraphFile load_captured_file(const std::string& path) {
  const std::optional<std::string> text = read_regular_file(path, Links::kRefuse);
  if (!text)
    throw InputError({.what = "cannot be read",
                      .where = path,
                      .expected = "a graph file, and no link",
                      .next = command_to_look_for(path)});
  GraphFile file = read_graph_file(*text, path);
  require_constant_files(file, path);
  return file;
}

}  // namespace assay
