// residents_in: asks every socket.
#include "harness/run/residents.h"

#include <poll.h>

#include "harness/resident/connection.h"

namespace assay {
namespace {

std::optional<resident::Description> describe(resident::Connection connection,
                                              std::chrono::milliseconds patience) {
  if (connection.closed() || !connection.is_with_own_user()) return std::nullopt;
  connection.send(encode(resident::Call(resident::Describe{})));
  pollfd answered{.fd = connection.descriptor(), .events = POLLIN, .revents = 0};
  if (poll(&answered, 1, static_cast<int>(patience.count())) != 1) return std::nullopt;
  const auto message = connection.receive(resident::Wait::kNo);
  const auto answer = message ? resident::decode_answer(message->words) : std::nullopt;
  const auto* description = answer ? std::get_if<resident::Description>(&*answer) : nullptr;
  return description == nullptr ? std::nullopt : std::optional(*description);
}

}  // namespace

std::vector<resident::Description> residents_in(const ResidentFolder& folder,
                                                std::chrono::milliseconds patience) {
  std::vector<resident::Description> all;
  for (const std::string& name : folder.names()) {
    if (const auto description = describe(resident::Connection(folder.connect(name)), patience))
      all.push_back(*description);
  }
  return all;
}

}  // namespace assay
