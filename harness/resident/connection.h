// Connection: one command's connection to a resident zygote, from either side: whole messages, descriptors
// with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/files/descriptor.h"

namespace assay::resident {

struct Message {
  std::string words;
  std::vector<Descriptor> descriptors;
};

enum class Wait : std::uint8_t { kNo, kYes };

class Connection {
 public:
  /// A connected socket of type SOCK_SEQPACKET.
  explicit Connection(Descriptor socket) : socket_(std::move(socket)) {}

  /// False when the other side has gone, or another user's process is there.
  bool is_with_own_user() const;
  bool send(std::string_view words, std::span<const int> descriptors = {}) const;
  /// The next message; nullopt when there is none yet, or none will come any more: closed().
  std::optional<Message> receive(Wait wait);
  bool closed() const { return !socket_; }
  void close() { socket_.reset(); }
  int descriptor() const { return socket_.get(); }  ///< to poll; -1 when closed

 private:
  Descriptor socket_;
};

}  // namespace assay::resident
