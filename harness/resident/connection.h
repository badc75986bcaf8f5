// Connection: a command's connection to a resident zygote, from either side. Messages are whole and carry
// descriptors.
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

  /// False if the other side has gone or is another user's process.
  bool is_with_own_user() const;
  bool send(std::string_view words, std::span<const int> descriptors = {}) const;
  /// The next message. nullopt if there is none yet, or if the connection has ended: see closed().
  std::optional<Message> receive(Wait wait);
  bool closed() const { return !socket_; }
  void close() { socket_.reset(); }
  int descriptor() const { return socket_.get(); }  ///< For poll. -1 when closed.

 private:
  Descriptor socket_;
};

}  // namespace assay::resident
