// Session: where a line can be rewritten and coloured.
#include "harness/app/session.h"

#include <cstdlib>
#include <fcntl.h>

#include <catch2/catch.hpp>

#include "harness/resident/descriptor.h"
#include "reports/console/terminal.h"

namespace assay {
namespace {

/// TERM for as long as it lives.
class Term {
 public:
  explicit Term(const char* name) : before_(variable("TERM")) { setenv("TERM", name, 1); }
  ~Term() { setenv("TERM", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST_CASE("a terminal is a screen, and coloured, unless TERM says that it is dumb") {
  const Descriptor terminal(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  REQUIRE(terminal.get() >= 0);
  Session session;
  const Term able("xterm-256color");
  CHECK(is_screen(terminal.get()));
  CHECK(session.color_on(terminal.get()) == (variable("NO_COLOR").empty() ? Color::kOn : Color::kOff));
  const Term dumb("dumb");
  CHECK_FALSE(is_screen(terminal.get()));
  CHECK(session.color_on(terminal.get()) == Color::kOff);
  session.color = "always";
  CHECK(session.color_on(terminal.get()) == Color::kOn);
}

TEST_CASE("a file is no screen") {
  const Descriptor file(open("/dev/null", O_WRONLY | O_CLOEXEC));
  CHECK_FALSE(is_screen(file.get()));
  CHECK(Session{}.color_on(file.get()) == Color::kOff);
}

}  // namespace
}  // namespace assay
