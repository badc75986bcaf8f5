// What a command and a resident zygote say to each other before the protocol's own messages: words, one call
// each.
//
//   serve make_fx,export            with three descriptors: a session's stdin, stdout and stderr
//     serving PID                   the session that was forked for them
//     ended STATUS                  once it was reaped: its wait status
//   describe
//     resident PID DEVICE SECONDS_IDLE SECONDS_AT_MOST SESSIONS PROGRAM
//
// A call that gets no answer before the connection closes was declined: the resident is out of date, or
// going.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace assay::resident {

struct Serve {
  std::vector<std::string> methods;  ///< whose imports the session's children will want
};
struct Describe {};
using Call = std::variant<Serve, Describe>;

struct Serving {
  pid_t session = -1;  ///< leads a process group of its own
};
struct Ended {
  int status = 0;
};
struct Description {
  pid_t process = -1;
  std::string device;
  long idle_seconds = 0, idle_limit = 0;
  long sessions = 0;
  std::string program;
};
using Answer = std::variant<Serving, Ended, Description>;

std::string encode(const Call& call);
std::string encode(const Answer& answer);
/// Nothing for words that are none: the other side is of another version.
std::optional<Call> decode_call(std::string_view words);
std::optional<Answer> decode_answer(std::string_view words);

}  // namespace assay::resident
