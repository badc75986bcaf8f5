// ChildPipe: the lines that a child sends to its zygote.
//
// A model can write to the pipe too. A child's last words pass to `assay` unread, so they have a digest.
// Foreign bytes between them then cost only that pair.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// The last line of a child; `words` is protocol::last_words.
struct LastWords {
  protocol::Ending ending = protocol::Ending::kDied;
  std::string words;
};
/// The first line of a child that a case's process forked. The zygote does not know this child yet.
struct Began {
  pid_t pid = -1;
};
/// Report of a case's first child: whether siblings can share its loaded program.
enum class Loaded : std::uint8_t { kToShare, kForItself };
struct Noise {};
using PipeLine = std::variant<Noise, Began, Loaded, Stage, LastWords>;

std::string began_line(pid_t pid);                    // "began 123\n"
std::string loaded_line(Loaded loaded);               // "loaded to_share\n"
std::string stage_line(Stage stage);                  // "stage write\n"
std::string last_line(const protocol::Ended& ended);  // "ended finished DIGEST {..}\n"

/// Parses a line without its end.
PipeLine read_line(std::string_view line);

}  // namespace assay::zygote
