// The lines of a child's pipe, written and parsed.
#include "capture/zygote/child_pipe.h"

#include <charconv>

#include <fmt/core.h>

#include "harness/graph/digest.h"
#include "harness/words/enumerators.h"

namespace assay::zygote {
namespace {

/// The text before the next space. Removes it and the space from `text`.
std::string_view next_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

constexpr auto kLoaded = enumerators<Loaded>({"to_share", "for_itself"});

PipeLine began(std::string_view digits) {
  Began began;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), began.pid);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole && began.pid > 1 ? PipeLine(began) : Noise{};
}

}  // namespace

std::string began_line(pid_t pid) { return fmt::format("began {}\n", pid); }

std::string loaded_line(Loaded loaded) { return fmt::format("loaded {}\n", kLoaded[loaded]); }

std::string stage_line(Stage stage) { return fmt::format("stage {}\n", to_string(stage)); }

std::string last_line(const protocol::Ended& ended) {
  const std::string words = protocol::last_words(ended);
  return fmt::format("ended {} {} {}\n", to_string(ended.ending), sha256_hex(words), words);
}

PipeLine read_line(std::string_view line) {
  const std::string_view kind = next_word(line);
  if (kind == "stage") {
    const auto stage = stage_from_string(line);
    return stage ? PipeLine(*stage) : Noise{};
  }
  if (kind == "began") return began(line);
  if (kind == "loaded") {
    const auto loaded = kLoaded.find(line);
    return loaded ? PipeLine(*loaded) : Noise{};
  }
  const auto ending = protocol::ending_from_string(next_word(line));
  const std::string_view digest = next_word(line);
  if (kind != "ended" || !ending || sha256_hex(line) != digest) return Noise{};
  return LastWords{*ending, std::string(line)};
}

}  // namespace assay::zygote
