// ResidentSession: finds or starts a resident zygote, and calls it.
#include "harness/run/resident_session.h"

#include <csignal>
#include <fcntl.h>
#include <functional>

#include "harness/resident/call.h"
#include "harness/run/inherited.h"

namespace assay {
namespace {

/// A connection to the resident at `name`. Without a resident, `start` gets the socket to listen on.
Descriptor reach(const ResidentFolder& folder, const std::string& name,
                 const std::function<void(const Descriptor& listener)>& start) {
  Descriptor socket = folder.connect(name);
  if (socket) return socket;
  const Descriptor lock = folder.lock();  // of two first commands, only one starts the resident
  socket = folder.connect(name);
  if (socket) return socket;
  const Descriptor listener = folder.listen(name);
  if (!listener) return {};
  start(listener);
  return folder.connect(name);
}

}  // namespace

ResidentSession::ResidentSession(const Residence& residence, const ZygoteStart& start, const Ends& ends) {
  const ResidentFolder& folder = *residence.folder;
  const std::string name = inherited_digest(start.worker, start.device, start.environment);
  connection_ = resident::Connection(reach(folder, name, [&](const Descriptor& listener) {
    const Descriptor null(open("/dev/null", O_WRONLY | O_CLOEXEC));
    started_ = std::make_unique<SpawnedProcess>(
        start, Ends{listener.get(), null.get(), ends[2]},
        std::vector<std::string>{"--resident", folder.socket_path(name).string(), "--idle",
                                 std::to_string(residence.idle.count())});
  }));
  const resident::Call call = resident::Serve{start.methods};
  if (connection_.closed() || !connection_.is_with_own_user() || !connection_.send(encode(call), ends))
    connection_.close();
}

/// False without an answer, either so far or at all.
bool ResidentSession::take_answer(Wait wait) {
  const auto message = connection_.receive(wait);
  if (!message) return false;
  const auto answer = resident::decode_answer(message->words);
  if (!answer) connection_.close();
  if (!answer) return false;
  if (const auto* serving = std::get_if<resident::Serving>(&*answer)) session_ = serving->session;
  if (const auto* ended = std::get_if<resident::Ended>(&*answer)) status_ = ended->status;
  return true;
}

/// The resident closed the connection without a status.
void ResidentSession::conclude_without_answer() {
  // With a session, the resident was killed, so the session's status is lost.
  if (session_ >= 0) status_ = SIGKILL;
  // A resident that was started here and failed would fail again.
  const int failure = session_ < 0 && started_ ? *started_->status(Wait::kYes) : 0;
  if (failure != 0) status_ = failure;
  if (status_) return;
  declined_ = true;
  status_ = 0;
}

std::optional<int> ResidentSession::status(Wait wait) {
  while (!status_ && take_answer(wait)) continue;
  if (!status_ && connection_.closed()) conclude_without_answer();
  return status_;
}

std::optional<pid_t> ResidentSession::pid() {
  return status(Wait::kNo) || session_ < 0 ? std::nullopt : std::optional(session_);
}

void ResidentSession::kill() {
  if (status(Wait::kNo)) return;
  if (session_ >= 0) {
    ::kill(-session_, SIGKILL);
    return;
  }
  if (started_) started_->kill();
  connection_.close();  // abandons its requests, since our ends are closed
  status_ = SIGKILL;
}

}  // namespace assay
