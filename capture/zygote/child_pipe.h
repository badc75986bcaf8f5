// ChildPipe: what a child tells its zygote, a line at a time.
//
// A model can reach the pipe too. So what goes on to `assay` unread, a child's last words, has a digest:
// other bytes between them cost that pair alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// The last thing a child says; `words` is protocol::last_words.
struct LastWords {
  protocol::Ending ending = protocol::Ending::kDied;
  std::string words;
};
/// The first thing that a child says whom a case's process forked: the zygote does not know it yet.
struct Began {
  pid_t pid = -1;
};
/// What the first child of a case says of the program that it has loaded: whether it is there for its
/// siblings.
enum class Loaded : std::uint8_t { kToShare, kForItself };
struct Noise {};
using PipeLine = std::variant<Noise, Began, Loaded, Stage, LastWords>;

std::string began_line(pid_t pid);                    // "began 123\n"
std::string loaded_line(Loaded loaded);               // "loaded to_share\n"
std::string stage_line(Stage stage);                  // "stage write\n"
std::string last_line(const protocol::Ended& ended);  // "ended finished DIGEST {..}\n"

/// What a line without its end is.
PipeLine read_line(std::string_view line);

}  // namespace assay::zygote
