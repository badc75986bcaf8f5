// ChildPipe: what a child tells its zygote, a line at a time.
//
// A model can reach the pipe too. So what goes on to `assay` unread, a child's last words, has a digest:
// other bytes between them cost that pair alone.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// The last thing a child says; `words` is protocol::last_words.
struct LastWords {
  protocol::Ending ending = protocol::Ending::kDied;
  std::string words;
};
struct Noise {};
using PipeLine = std::variant<Noise, Stage, LastWords>;

std::string stage_line(Stage stage);                  // "stage write\n"
std::string last_line(const protocol::Ended& ended);  // "ended finished DIGEST {..}\n"

/// What a line without its end is.
PipeLine read_line(std::string_view line);

}  // namespace assay::zygote
