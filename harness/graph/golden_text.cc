// The file of a case's goldens: a parsed head, graphs as text.
#include "harness/graph/golden_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"
#include "harness/graph/text_header.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

constexpr std::string_view kEnd = "end", kFrom = ".from-";

/// The numbers of a version, for comparison.
std::vector<std::uint64_t> numbers(std::string_view version) {
  std::vector<std::uint64_t> numbers;
  for (bool inside = false; const char c : version) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !inside) numbers.push_back(0);
    if (is_digit) numbers.back() = numbers.back() * 10 + static_cast<std::uint64_t>(c - '0');
    inside = is_digit;
  }
  return numbers;
}

std::string version(TextLexer& lexer) {
  lexer.peek();
  const std::size_t place = lexer.place();
  const std::string_view text = lexer.bare_word();
  if (!text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos)
    return std::string(text);
  lexer.go_back(place);
  lexer.fail("not a version", "MAJOR.MINOR such as 2.14");
}

DevicePlace own_device(std::string_view device, std::string_view source) {
  if (const auto place = device_place_from_string(device)) return *place;
  throw InputError({"not a device", std::string(source), "such as cpu", excerpt(device)});
}

std::string graphs_name(const GoldenPair& pair) {
  return pair.graphs.empty() ? full_name_of(pair) : pair.graphs;
}

/// The pairs in conflict: in lines of the head, and of graphs that begin between conflict markers.
std::string pairs_in_conflict(std::string_view bytes) {
  std::string pairs;
  bool inside = false;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::string_view line = bytes.substr(begin, bytes.find('\n', begin) - begin);
    begin += line.size() + 1;
    if (line.starts_with("<<<<<<< ")) inside = true;
    if (line.starts_with(">>>>>>> ")) inside = false;
    const bool names = line.starts_with("holds ") || line.starts_with("graphs ");
    if (!inside || !names) continue;
    const std::string_view rest = line.substr(line.find(' ') + 1);
    const std::string name(rest.substr(0, rest.find(' ')));
    if ((" " + pairs + ",").find(" " + name + ",") == std::string::npos)
      pairs += (pairs.empty() ? "" : ", ") + name;
  }
  return pairs;
}

class GoldenReader {
 public:
  GoldenReader(std::string_view bytes, std::string_view source) : bytes_(bytes), source_(source) {}

  GoldenText run() {
    refuse_carriage_returns();
    while (next_line() && !is_graphs(line_)) head_line();
    while (is_graphs(line_)) {
      graphs();
      while (next_line() && !is_graphs(line_)) {
        TextLexer lexer = lexer_of_line();
        if (!is_empty(lexer)) lexer.fail("unexpected text", "'graphs NAME'");
      }
    }
    require_graphs();
    return std::move(golden_);
  }

 private:
  /// Git for Windows writes them (core.autocrlf). Quoted texts have them as escapes.
  void refuse_carriage_returns() const {
    const std::size_t at = bytes_.find("\r\n");
    if (at == std::string_view::npos) return;
    const auto line = 1 + std::ranges::count(bytes_.substr(0, at), '\n');
    throw InputError({.what = "lines of a golden end in CRLF",
                      .where = std::string(source_) + ":" + std::to_string(line),
                      .expected = "LF, as it was written (git config core.autocrlf false)",
                      .found = "CRLF",
                      .next = ShellLine("sed -i 's/\\r$//' ") + ShellLine::Word{std::string(source_)}});
  }

  [[noreturn]] void cut_off(const std::string& expected) const {
    throw InputError({.what = "golden is cut off",
                      .where = std::string(source_),
                      .expected = expected,
                      .next = git_checkout(std::string(source_))});
  }

  /// False at the end of the file, with an empty `line_`. A line without a line feed is an error.
  bool next_line() {
    line_ = {};
    const std::size_t end = bytes_.find('\n', next_);
    if (end == std::string_view::npos && next_ < bytes_.size()) cut_off("a line feed at the end");
    if (end == std::string_view::npos) return false;
    line_ = bytes_.substr(next_, end - next_);
    next_ = end + 1;
    ++number_;
    return true;
  }

  static bool is_graphs(std::string_view line) { return line.starts_with("graphs "); }

  void refuse_conflict() const {
    try {
      refuse_conflict_markers(line_, source_, number_);
    } catch (const InputError& error) {
      ErrorParts parts = error.parts();
      if (const std::string pairs = pairs_in_conflict(bytes_); !pairs.empty())
        parts.found += ", about " + pairs;
      throw InputError(parts);
    }
  }

  TextLexer lexer_of_line() const {
    refuse_conflict();
    return {source_, number_, line_};
  }

  static bool is_empty(TextLexer& lexer) { return lexer.peek() == '\0' || lexer.peek() == '#'; }

  void head_line() {
    TextLexer lexer = lexer_of_line();
    if (is_empty(lexer)) return;
    line(lexer);
    if (!lexer.at_end()) lexer.fail("unexpected text", "the end of the line");
  }

  void graphs() {
    TextLexer lexer(source_, number_, line_);
    lexer.expect("graphs");
    const std::string name = lexer.name("the name of graphs");
    if (!lexer.at_end()) lexer.fail("unexpected text", "the end of the line");
    if (golden_.graphs.contains(name)) {
      refuse_any_conflict();
      lexer.fail("graphs are given twice", "names that differ");
    }
    GoldenGraphs& graphs = golden_.graphs[name];
    const std::size_t begin = next_;
    graphs.line = number_ + 1;
    while (next_line() && line_ != kEnd) {
    }
    if (line_ != kEnd) cut_off("'end' below 'graphs " + name + "'");
    graphs.text = bytes_.substr(begin, next_ - kEnd.size() - 1 - begin);
  }

  /// A conflict that spans graphs of several names is reported before the errors that it causes.
  void refuse_any_conflict() {
    next_ = number_ = 0;
    while (next_line()) refuse_conflict();
  }

  void require_graphs() const {
    if (golden_.pairs.empty()) cut_off("a line 'holds METHOD@DEVICE'");
    std::set<std::string_view> used;
    for (const GoldenPair& pair : golden_.pairs) {
      const std::string name = graphs_name(pair);
      const auto found = golden_.graphs.find(name);
      if (found == golden_.graphs.end()) cut_off("'graphs " + name + "', and 'end' as the last line");
      used.insert(found->first);
    }
    for (const auto& [name, graphs] : golden_.graphs)
      if (!used.contains(name))
        throw InputError({.what = "graphs that no pair has",
                          .where = std::string(source_) + ":" + std::to_string(graphs.line - 1),
                          .expected = "a line 'holds' with their name",
                          .found = name,
                          .next = git_checkout(std::string(source_))});
  }

  void line(TextLexer& lexer) {
    if (!version_read_) return first_line(lexer);
    if (lexer.accept_word("case") && golden_.case_id.empty()) {
      golden_.case_id = lexer.name("a case id");
    } else if (lexer.accept_word("holds")) {
      holds(lexer);
    } else if (!golden_.pairs.empty() && golden_.pairs.back().sha256.empty() && lexer.accept_word("sha256")) {
      digests(lexer, golden_.pairs.back());
    } else {
      lexer.fail("unexpected text", "'case ID' once, 'holds METHOD@DEVICE', then 'graphs NAME'");
    }
  }

  static void digests(TextLexer& lexer, GoldenPair& pair) {
    do {
      lexer.peek();
      const std::size_t place = lexer.place();
      pair.sha256.push_back(lexer.name("a digest"));
      if (is_sha256_hex(pair.sha256.back(), kGoldenDigits)) continue;
      lexer.go_back(place);
      lexer.fail("not a digest", std::to_string(kGoldenDigits) + " lower-case hexadecimal digits");
    } while (!lexer.at_end());
  }

  void first_line(TextLexer& lexer) {
    lexer.expect("golden");
    if (lexer.name("1") != std::to_string(kGoldenTextVersion))
      lexer.fail("a golden of another version", std::to_string(kGoldenTextVersion));
    version_read_ = true;
  }

  void holds(TextLexer& lexer) {
    lexer.peek();
    const std::size_t start = lexer.place();
    const std::string name = lexer.name("METHOD@DEVICE");
    const std::size_t at = name.find('@');
    GoldenPair pair{.method = name.substr(0, at), .device = name.substr(std::min(at, name.size() - 1) + 1)};
    if (pair.method.empty() || !device_place_from_string(pair.device)) {
      lexer.go_back(start);
      lexer.fail("not a pair", "METHOD@DEVICE such as make_fx@cpu");
    }
    if (lexer.accept_word("from")) pair.from = version(lexer);
    if (lexer.accept_word("as")) pair.graphs = lexer.name("the name of graphs");
    if (lexer.accept_word("phantom")) pair.phantom = lexer.name("a declared device such as sm_90");
    pair.fake = lexer.accept_word("fake");
    if (lexer.accept_word("verified")) do
        pair.verified.push_back(read_verified(lexer));
      while (lexer.accept(","));
    const auto same = [&](const GoldenPair& other) {
      return name_of(other) == name && other.from == pair.from;
    };
    if (std::ranges::any_of(golden_.pairs, same))
      lexer.fail("pair is given twice", "pairs or versions that differ");
    golden_.pairs.push_back(std::move(pair));
  }

  std::string_view bytes_, source_, line_;
  std::size_t next_ = 0, number_ = 0;
  bool version_read_ = false;
  GoldenText golden_;
};

std::string head_lines(const GoldenPair& pair, const std::string& graphs) {
  std::string text = "\nholds " + word_or_quoted(name_of(pair));
  if (!pair.from.empty()) text += " from " + pair.from;
  if (!graphs.empty()) text += " as " + word_or_quoted(graphs);
  if (!pair.phantom.empty()) text += " phantom " + word_or_quoted(pair.phantom);
  if (pair.fake) text += " fake";
  const char* separator = " verified ";
  for (const VerifiedWith& with : pair.verified)
    text += std::exchange(separator, ", ") + print_verified(with);
  separator = "\nsha256 ";
  for (const std::string& digest : pair.sha256) text += std::exchange(separator, " ") + digest;
  return text;
}

}  // namespace

std::string name_of(const GoldenPair& pair) { return pair.method + "@" + pair.device; }

std::string full_name_of(const GoldenPair& pair) {
  return name_of(pair) + (pair.from.empty() ? "" : std::string(kFrom) + pair.from);
}

bool is_golden_text(std::string_view bytes) { return bytes.starts_with("golden "); }

GoldenText read_golden_text(std::string_view bytes, std::string_view source) {
  return GoldenReader(bytes, source).run();
}

std::string write_golden_text(const GoldenText& golden) {
  std::string text =
      "golden " + std::to_string(kGoldenTextVersion) + "\ncase " + word_or_quoted(golden.case_id);
  std::map<std::string_view, std::string> names;
  std::string graphs;
  for (const GoldenPair& pair : golden.pairs) {
    const std::string_view own = graphs_as_written(golden, pair).text;
    const auto [name, is_first] = names.try_emplace(own, full_name_of(pair));
    if (is_first)
      graphs.append("\ngraphs ")
          .append(word_or_quoted(name->second))
          .append("\n")
          .append(own)
          .append(std::string(kEnd) + "\n");
    text += head_lines(pair, is_first ? "" : name->second);
  }
  return text + "\n" + graphs;
}

const GoldenPair& pair_named(const GoldenText& golden, std::string_view name, std::string_view source) {
  const std::size_t from = std::min(name.find(kFrom), name.size());
  const bool has_version = from < name.size();
  const std::string pair(name.empty() ? name_of(golden.pairs.front()) : name.substr(0, from));
  const auto last = numbers(has_version ? name.substr(from + kFrom.size()) : "");
  const GoldenPair* found = nullptr;
  std::string known;
  for (const GoldenPair& each : golden.pairs) {
    known += (known.empty() ? "" : ", ") + full_name_of(each);
    if (name_of(each) != pair || (has_version && numbers(each.from) > last)) continue;
    if (found == nullptr || numbers(found->from) < numbers(each.from)) found = &each;
  }
  if (found != nullptr) return *found;
  throw InputError({.what = "a golden of other pairs",
                    .where = std::string(source),
                    .expected = known,
                    .found = std::string(name)});
}

const GoldenGraphs& graphs_as_written(const GoldenText& golden, const GoldenPair& pair) {
  return golden.graphs.at(graphs_name(pair));
}

GoldenText alone(const GoldenText& golden, const GoldenPair& pair) {
  GoldenText result{golden.case_id, {pair}, {}};
  result.pairs[0].graphs.clear();
  result.graphs[full_name_of(pair)] = graphs_as_written(golden, pair);
  return result;
}

Header header_of(const GoldenText& golden, const GoldenPair& pair) {
  Header header;
  header.case_id = golden.case_id;
  header.method = pair.method;
  header.device = pair.device;
  header.phantom = pair.phantom;
  header.fake = pair.fake;
  header.verified = pair.verified;
  return header;
}

GraphFile graphs_of(const GoldenText& golden, const GoldenPair& pair, std::string_view source) {
  const auto& [text, line] = graphs_as_written(golden, pair);
  refuse_conflict_markers(text, source, line);
  if (text.starts_with("{"))
    throw InputError({"a summary, which has no graph", std::string(source), "a golden of graphs"});
  return {header_of(golden, pair), parse_graphs(text, {source, line}, own_device(pair.device, source))};
}

std::string golden_body_of(const std::vector<Graph>& graphs, std::string_view device) {
  return print_graphs(graphs, own_device(device, "golden"));
}

}  // namespace assay
