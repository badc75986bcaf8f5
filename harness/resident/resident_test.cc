// A resident in its own process, called like a command calls it. Its sessions send their id and then echo.
#include "harness/resident/resident.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay::resident {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kLong{1};

void repeat_stdin() {
  std::array<char, 256> buffer;
  for (ssize_t count = 0; (count = read(0, buffer.data(), buffer.size())) > 0;) {
    if (buffer[0] == 'd') raise(SIGKILL);
    if (write(1, buffer.data(), static_cast<std::size_t>(count)) != count) break;
  }
}

/// A folder with a socket, and the resident's process. Its loaded file is "torch.so".
class Site {
 public:
  explicit Site(std::chrono::milliseconds idle) {
    write("2.15.0");
    Descriptor listener(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    const sockaddr_un address = this->address();
    REQUIRE(bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(listen(listener.get(), 8) == 0);
    first_ = connect();
    process_ = fork();
    if (process_ == 0) be_resident(std::move(listener), idle);
  }
  ~Site() {
    if (process_ >= 0) kill(process_, SIGKILL);
    if (process_ >= 0) waitpid(process_, nullptr, 0);
  }
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  void write(const std::string& text) const { folder_.write("torch.so", text); }
  fs::path socket_path() const { return folder_ / "socket"; }
  pid_t process() const { return process_; }
  bool listens() const { return static_cast<bool>(connect()); }
  /// Waits for its end and returns its wait status.
  int ended() {
    int status = -1;
    waitpid(std::exchange(process_, -1), &status, 0);
    return status;
  }
  /// The first connection is made before the resident starts, like that of its starter. The resident finds it
  /// however soon it would end.
  Descriptor connect() const {
    if (first_) return std::exchange(first_, Descriptor());
    Descriptor end(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    const sockaddr_un address = this->address();
    if (::connect(end.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) end.reset();
    return end;
  }

 private:
  sockaddr_un address() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    socket_path().string().copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }
  [[noreturn]] void be_resident(Descriptor listener, std::chrono::milliseconds idle) const {
    first_.reset();
    Role role = Role::kResident;
    {
      Resident resident(std::move(listener), LoadedFiles(),
                        {.socket = socket_path(),
                         .idle = idle,
                         .device = "cpu",
                         .import = [](const auto& methods) { return !methods.empty(); },
                         .loaded = [this] { return std::vector{folder_ / "torch.so"}; },
                         .fork = [] { return ::fork(); }});
      role = resident.run();
    }
    if (role == Role::kSession) repeat_stdin();
    _exit(0);
  }

  ScratchFolder folder_;
  mutable Descriptor first_;
  pid_t process_ = -1;
};

/// A command: its ends, and its connection to the resident.
class Command {
 public:
  explicit Command(const Site& site) : connection_(site.connect()) {
    std::array<int, 2> in{}, out{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) == 0);
    REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
    const Descriptor theirs_in(in[0]), theirs_out(out[1]), errors(open("/dev/null", O_WRONLY | O_CLOEXEC));
    to_ = Descriptor(in[1]);
    from_ = Descriptor(out[0]);
    const std::array<int, 3> ends{in[0], out[1], errors.get()};
    connection_.send(encode(Call(Serve{{"make_fx"}})), ends);
  }
  /// The resident's next answer. Nothing if the connection was closed.
  std::optional<Answer> answer() {
    const auto message = connection_.receive(Wait::kYes);
    return message ? decode_answer(message->words) : std::nullopt;
  }
  pid_t session() { return std::get<Serving>(answer().value()).session; }
  int status() { return std::get<Ended>(answer().value()).status; }
  std::string say(const std::string& words) const {
    std::array<char, 256> buffer;
    send(to_.get(), words.data(), words.size(), MSG_NOSIGNAL);
    const ssize_t count = read(from_.get(), buffer.data(), buffer.size());
    return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }
  void close() { to_.reset(); }

 private:
  Connection connection_;
  Descriptor to_, from_;
};

Description describe(const Site& site) {
  Connection connection(site.connect());
  connection.send(encode(Call(Describe{})));
  return std::get<Description>(decode_answer(connection.receive(Wait::kYes).value().words).value());
}

TEST_CASE("a session is served at the ends of the command, and its end is told") {
  const Site site(kLong);
  Command command(site);
  const pid_t session = command.session();
  CHECK(session != site.process());
  CHECK(getpgid(session) == session);
  CHECK(command.say("hello") == "hello");
  command.close();
  CHECK(command.status() == 0);
}

TEST_CASE("a session that is killed costs its command, and the next is served by the same resident") {
  const Site site(kLong);
  Command first(site);
  first.session();
  CHECK(first.say("die") == "");
  CHECK(WTERMSIG(first.status()) == SIGKILL);
  Command second(site);
  second.session();
  CHECK(second.say("hello") == "hello");
  CHECK(describe(site).process == site.process());
}

TEST_CASE("two commands are served at once, and neither holds the other's ends") {
  const Site site(kLong);
  Command first(site), second(site);
  CHECK(first.session() != second.session());
  CHECK(second.say("hello") == "hello");
  CHECK(describe(site).sessions == 2);
  first.close();  // its session sees the end of its requests although the second was forked later
  CHECK(first.status() == 0);
  CHECK(second.say("again") == "again");
}

TEST_CASE("a resident goes when nobody needs it for as long as it was told, and removes its socket") {
  Site site(std::chrono::milliseconds(0));
  Connection silent(site.connect());
  CHECK(describe(site).sessions == 0);  // a connection without a call is not idleness
  Command command(site);
  command.session();
  silent.close();
  CHECK(command.say("hello") == "hello");  // a live session is not idleness
  CHECK(describe(site).sessions == 1);
  command.close();
  CHECK(site.ended() == 0);
  CHECK_FALSE(fs::exists(site.socket_path()));
}

TEST_CASE(
    "after an upgrade no command is served any more: it finds nobody listening, and the old resident goes") {
  Site site(kLong);
  Command before(site);
  before.session();
  CHECK(before.say("begun") == "begun");  // it has closed its copy of the listener
  site.write("2.16.0");
  Command after(site);
  CHECK_FALSE(after.answer());
  CHECK(after.say("hello") == "");
  CHECK_FALSE(site.listens());
  CHECK(before.say("hello") == "hello");  // a session that began before is finished
  before.close();
  CHECK(before.status() == 0);
  CHECK(site.ended() == 0);
}

TEST_CASE("a resident whose socket was removed serves nobody by an older connection either") {
  Site site(kLong);
  Connection early(site.connect());
  describe(site);  // it has started and knows its socket
  fs::remove(site.socket_path());
  early.send(encode(Call(Serve{})), std::array<int, 3>{0, 1, 2});
  CHECK_FALSE(early.receive(Wait::kYes));
  CHECK(site.ended() == 0);
}

TEST_CASE("words of another version, and a call without ends, get no session") {
  const Site site(kLong);
  Connection stranger(site.connect()), without_ends(site.connect());
  stranger.send("please");
  CHECK_FALSE(stranger.receive(Wait::kYes));
  without_ends.send(encode(Call(Serve{})));
  CHECK_FALSE(without_ends.receive(Wait::kYes));
  CHECK(describe(site).sessions == 0);
}

}  // namespace
}  // namespace assay::resident
