// The file of a golden: its head line by line, its body as it stands.
#include "harness/graph/golden_text.h"

#include <algorithm>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"
#include "harness/graph/text_header.h"
#include "harness/words/literal.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

constexpr std::string_view kEnd = "end";

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

class HeadReader {
 public:
  HeadReader(std::string_view bytes, std::string_view source) : bytes_(bytes), source_(source) {}

  GoldenText run() {
    refuse_carriage_returns();
    while (golden_.body_line = line_ + 1, !at_body(next_line())) {
    }
    const std::size_t end = bytes_.rfind("\n" + std::string(kEnd) + "\n");
    const bool whole = end != std::string_view::npos && end + kEnd.size() + 2 == bytes_.size();
    if (!whole || golden_.pairs.empty())
      throw InputError({.what = "golden is cut off",
                        .where = std::string(source_),
                        .expected = whole ? "a line 'holds METHOD@DEVICE'" : "'end' as the last line",
                        .next = shell_command("git checkout -- {}", source_)});
    golden_.body = bytes_.substr(body_begin_, end + 1 - body_begin_);
    return std::move(golden_);
  }

 private:
  /// Git for Windows makes them (core.autocrlf); a text in quotes has them as escapes.
  void refuse_carriage_returns() const {
    const std::size_t at = bytes_.find("\r\n");
    if (at == std::string_view::npos) return;
    const auto line = 1 + std::ranges::count(bytes_.substr(0, at), '\n');
    throw InputError({.what = "lines of a golden end in CRLF",
                      .where = std::string(source_) + ":" + std::to_string(line),
                      .expected = "LF, as it was written (git config core.autocrlf false)",
                      .found = "CRLF",
                      .next = shell_command("sed -i 's/\\r$//' {}", source_)});
  }

  std::string_view next_line() {
    body_begin_ = std::min(next_, bytes_.size());
    const std::size_t end = std::min(bytes_.find('\n', body_begin_), bytes_.size());
    next_ = end + 1;
    ++line_;
    return bytes_.substr(body_begin_, end - body_begin_);
  }

  /// Reads a line of the head; true for the first that is none.
  bool at_body(std::string_view text) {
    if (body_begin_ == bytes_.size()) return true;
    refuse_conflict_markers(text, source_, line_);
    TextLexer lexer(source_, line_, text);
    const std::size_t start = lexer.place();
    if (lexer.peek() == '{' || lexer.accept_word("graph")) return true;
    lexer.go_back(start);
    if (lexer.peek() == '\0' || lexer.peek() == '#') return false;
    line(lexer);
    if (!lexer.at_end()) lexer.fail("unexpected text", "the end of the line");
    return false;
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
      lexer.fail("unexpected text", "'case ID' once, 'holds METHOD@DEVICE', then 'graph NAME'");
    }
  }

  static void digests(TextLexer& lexer, GoldenPair& pair) {
    do {
      lexer.peek();
      const std::size_t place = lexer.place();
      pair.sha256.push_back(lexer.name("a SHA-256"));
      if (is_sha256_hex(pair.sha256.back())) continue;
      lexer.go_back(place);
      lexer.fail("not a SHA-256", std::to_string(kSha256Digits) + " lower-case hexadecimal digits");
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

  std::string_view bytes_, source_;
  std::size_t next_ = 0, body_begin_ = 0, line_ = 0;
  bool version_read_ = false;
  GoldenText golden_;
};

}  // namespace

std::string name_of(const GoldenPair& pair) { return pair.method + "@" + pair.device; }

bool is_golden_text(std::string_view bytes) { return bytes.starts_with("golden "); }

GoldenText read_golden_text(std::string_view bytes, std::string_view source) {
  return HeadReader(bytes, source).run();
}

std::string write_golden_text(const GoldenText& golden) {
  std::string text =
      "golden " + std::to_string(kGoldenTextVersion) + "\ncase " + word_or_quoted(golden.case_id);
  for (const GoldenPair& pair : golden.pairs) {
    text += "\nholds " + word_or_quoted(name_of(pair));
    if (!pair.from.empty()) text += " from " + pair.from;
    if (!pair.phantom.empty()) text += " phantom " + word_or_quoted(pair.phantom);
    if (pair.fake) text += " fake";
    const char* separator = " verified ";
    for (const VerifiedWith& with : pair.verified)
      text += std::exchange(separator, ", ") + print_verified(with);
    separator = "\nsha256 ";
    for (const std::string& digest : pair.sha256) text += std::exchange(separator, " ") + digest;
  }
  return text + "\n\n" + golden.body + std::string(kEnd) + "\n";
}

const GoldenPair& pair_named(const GoldenText& golden, std::string_view name, std::string_view source) {
  if (name.empty()) return golden.pairs.front();
  std::string known;
  for (const GoldenPair& pair : golden.pairs) {
    if (name_of(pair) == name) return pair;
    known += (known.empty() ? "" : ", ") + name_of(pair);
  }
  throw InputError({.what = "a golden of other pairs",
                    .where = std::string(source),
                    .expected = known,
                    .found = std::string(name)});
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
  refuse_conflict_markers(golden.body, source, golden.body_line);
  if (golden.body.starts_with("{"))
    throw InputError({"a summary, which has no graph", std::string(source), "a golden of graphs"});
  return {header_of(golden, pair),
          parse_graphs(golden.body, {source, golden.body_line}, own_device(pair.device, source))};
}

std::string golden_body_of(const std::vector<Graph>& graphs, std::string_view device) {
  return print_graphs(graphs, own_device(device, "golden"));
}

}  // namespace assay
