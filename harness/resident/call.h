// Calls of a command to a resident zygote and their answers, before the protocol's own messages. Each is a
// line of words.
//
//   serve make_fx,export            with three descriptors: a session's stdin, stdout and stderr
//     serving PID                   the session that was forked for them
//     ended STATUS                  its wait status, after it was reaped
//   describe
//     resident PID DEVICE SECONDS_IDLE SECONDS_AT_MOST SESSIONS PROGRAM
//
// A call without an answer before the connection closes was declined: the resident is out of date, or ending.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace assay::resident {

struct Serve {
  std::vector<std::string> methods;  ///< Methods whose imports the session's children will need.
};
struct Describe {};
using Call = std::variant<Serve, Describe>;

struct Serving {
  pid_t session = -1;  ///< Leads its own process group.
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
/// Nothing for unknown words: the other side has another version.
std::optional<Call> decode_call(std::string_view words);
std::optional<Answer> decode_answer(std::string_view words);

}  // namespace assay::resident
