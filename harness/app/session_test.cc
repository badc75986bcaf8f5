// Session: when a line can be rewritten and coloured.
#include "harness/app/session.h"

#include <cstdlib>
#include <fcntl.h>

#include <catch2/catch.hpp>

#include "harness/files/descriptor.h"
#include "reports/console/terminal.h"

namespace assay {
namespace {

/// Sets TERM during its life.
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

TEST_CASE("the first command of a line gets the project and the worker that were named, once") {
  Session session;
  session.project = "/p";
  session.torch = "2.11.0";
  const Command capture{.verb = "capture", .arguments = {"net"}},
      diff{.verb = "diff", .arguments = {"a", "b"}};
  CHECK(on_worker(session, capture).text() == "assay --project /p --torch 2.11.0 capture net");
  CHECK(in_project(session, Command{.verb = "check", .arguments = {"--project", "/q"}}).text() ==
        "assay check --project /q");
  const ShellLine line(std::vector<ShellLine::Part>{"assay is told: git log; ", capture, " && ", diff});
  CHECK(in_project(session, line).text() ==
        "assay is told: git log; assay --project /p capture net && assay diff a b");
}

TEST_CASE("a line stays as it was where nothing was named, or where it has no command") {
  const Command capture{.verb = "capture", .arguments = {"net"}};
  CHECK(on_worker({}, capture) == capture);
  Session session;
  session.project = "/p";
  CHECK(in_project(session, "assay net.json: remove or correct").text() ==
        "assay net.json: remove or correct");
}

TEST_CASE("a file is no screen") {
  const Descriptor file(open("/dev/null", O_WRONLY | O_CLOEXEC));
  CHECK_FALSE(is_screen(file.get()));
  CHECK(Session{}.color_on(file.get()) == Color::kOff);
}

}  // namespace
}  // namespace assay
