// Progress on a terminal and elsewhere.
#include "reports/console/progress.h"

#include <sstream>

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult ended(const std::string& id, Verdict verdict) {
  PairResult result;
  result.pair = {id, MethodId::kMakeFx, Device::kCpu};
  result.verdict = verdict;
  result.outcome = Outcome::kCaptured;
  if (!is_green(verdict)) result.next = "assay accept --all";
  return result;
}

}  // namespace

TEST_CASE("on a terminal one line is rewritten and goes away at the end") {
  std::ostringstream out;
  Progress progress(out, Stream::kTerminal, Color::kOff, 4, 80);
  progress.ended(ended("seed/mlp", Verdict::kMatch), 2.0);
  progress.ended(ended("seed/cnn", Verdict::kNew), 4.0);
  progress.finish();
  CHECK(out.str() ==
        "\r\x1b[K1/4  0 failures  0:06 left  seed/mlp make_fx cpu"
        "\r\x1b[K2/4  0 failures  1 new  0:04 left  seed/cnn make_fx cpu"
        "\r\x1b[K");
}

TEST_CASE("a failure stays on a line of its own above the rewritten one") {
  std::ostringstream out;
  Progress progress(out, Stream::kTerminal, Color::kOff, 2, 80);
  progress.ended(ended("seed/mlp", Verdict::kDiffers), 1.0);
  CHECK(out.str() ==
        "\r\x1b[Kseed/mlp make_fx cpu: differs; next: assay accept --all\n"
        "1/2  1 failure  0:01 left  seed/mlp make_fx cpu");
}

TEST_CASE("a line that would wrap is cut, since it could not be rewritten") {
  std::ostringstream out;
  Progress progress(out, Stream::kTerminal, Color::kOff, 2, 20);
  progress.ended(ended("seed/mlp", Verdict::kMatch), 1.0);
  CHECK(out.str() == "\r\x1b[K1/2  0 failures  0:");
}

TEST_CASE("elsewhere each tenth of the pairs gives a plain line, failures at once") {
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, 20, 80);
  progress.ended(ended("a", Verdict::kMatch), 1.0);
  CHECK(out.str().empty());
  progress.ended(ended("b", Verdict::kDiffers), 2.0);
  progress.ended(ended("c", Verdict::kSkipped), 3.0);
  progress.finish();
  CHECK(out.str() ==
        "b make_fx cpu: differs; next: assay accept --all\n"
        "2/20  1 failure  0:18 left\n");
}

TEST_CASE("the last plain line says that all is done") {
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, 1, 80);
  progress.ended(ended("a", Verdict::kMatch), 1.0);
  CHECK(out.str() == "1/1  0 failures  0:00 left\n");
}

TEST_CASE("times are minutes and seconds, with hours where there are any") {
  CHECK(clock_text(7.4) == "0:07");
  CHECK(clock_text(59.6) == "1:00");
  CHECK(clock_text(3723) == "1:02:03");
}
