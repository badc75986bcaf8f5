// Messages with descriptors by sendmsg and recvmsg (SCM_RIGHTS).
#include "harness/resident/connection.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace assay::resident {
namespace {

constexpr std::size_t kMaxWords = 16 << 10;
constexpr std::size_t kMaxDescriptors = 3;

/// Room for the descriptors of one message, aligned for the kernel's header.
union Control {
  cmsghdr header;
  std::array<char, CMSG_SPACE(kMaxDescriptors * sizeof(int))> bytes;
};

std::vector<Descriptor> descriptors_of(msghdr& message) {
  std::vector<Descriptor> result;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      result.emplace_back(number);
    }
  }
  return result;
}

}  // namespace

bool Connection::is_with_own_user() const {
  ucred other{};
  socklen_t size = sizeof other;
  return getsockopt(socket_.get(), SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 && other.uid == geteuid();
}

bool Connection::send(std::string_view words, std::span<const int> descriptors) const {
  iovec text{.iov_base = const_cast<char*>(words.data()), .iov_len = words.size()};
  Control control{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    const std::size_t size = descriptors.size() * sizeof(int);
    message.msg_control = control.bytes.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(part), descriptors.data(), size);
  }
  ssize_t sent = -1;
  do {
    sent = sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(words.size());
}

std::optional<Message> Connection::receive(Wait wait) {
  if (closed()) return std::nullopt;
  std::array<char, kMaxWords> words;
  Control control{};
  iovec text{.iov_base = words.data(), .iov_len = words.size()};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t count = -1;
  do {
    count = recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC | (wait == Wait::kNo ? MSG_DONTWAIT : 0));
  } while (count < 0 && errno == EINTR);
  if (count > 0) return Message{{words.data(), static_cast<std::size_t>(count)}, descriptors_of(message)};
  if (count == 0 || errno != EAGAIN) close();
  return std::nullopt;
}

}  // namespace assay::resident
