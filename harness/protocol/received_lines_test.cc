// ReceivedLines: whole lines in order, and bounded reads.
#include "harness/protocol/received_lines.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

namespace assay::protocol {
namespace {

/// A pipe that does not block at either end.
class Pipe {
 public:
  Pipe() { REQUIRE(pipe2(ends_.data(), O_NONBLOCK | O_CLOEXEC) == 0); }
  ~Pipe() {
    close(ends_[0]);
    close_writing();
  }
  void write(const std::string& text) const {
    REQUIRE(::write(ends_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void close_writing() { close(std::exchange(ends_[1], -1)); }
  int reading() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_{};
};

std::vector<std::string> all_of(ReceivedLines& lines) {
  std::vector<std::string> all;
  while (auto line = lines.next()) all.push_back(*line);
  return all;
}

TEST_CASE("lines are given whole, however they arrive") {
  Pipe pipe;
  ReceivedLines lines;
  pipe.write("one\n\ntw");
  CHECK(lines.read(pipe.reading()));
  CHECK(all_of(lines) == std::vector<std::string>{"one", ""});
  CHECK(lines.waiting_bytes() == 2);
  pipe.write("o\nthree\n");
  CHECK(lines.read(pipe.reading()));
  CHECK(all_of(lines) == std::vector<std::string>{"two", "three"});
  CHECK(lines.waiting_bytes() == 0);
}

TEST_CASE("the end of the file is told, and a line without its end can be taken") {
  Pipe pipe;
  ReceivedLines lines;
  pipe.write("one\ntorn");
  pipe.close_writing();
  CHECK_FALSE(lines.read(pipe.reading()));
  CHECK(all_of(lines) == std::vector<std::string>{"one"});
  CHECK(lines.take_rest() == "torn");
  CHECK(lines.waiting_bytes() == 0);
}

TEST_CASE("one who writes without end does not keep the reader") {
  const int endless = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  REQUIRE(endless >= 0);
  ReceivedLines lines;
  CHECK(lines.read(endless));
  CHECK_FALSE(lines.next());
  CHECK(lines.waiting_bytes() == ReceivedLines::kMostAtOnce);
  close(endless);
}

TEST_CASE("a file that cannot be read is at its end") {
  ReceivedLines lines;
  CHECK_FALSE(lines.read(-1));
}

}  // namespace
}  // namespace assay::protocol
