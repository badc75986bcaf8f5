// cmake --install: an installed program finds its files below its own prefix.
#include <catch2/catch.hpp>

#include "harness/testing/command.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

/// An installed `assay`, run in a folder without a project.
class Prefix {
 public:
  Prefix() {
    const Said said = said_by("'" ASSAY_CMAKE "' --install '" ASSAY_BUILD "' --component assay --prefix '" +
                              path().string() + "' 2>&1");
    INFO(said.text);
    REQUIRE(said.status == 0);
  }
  fs::path path() const { return folder_.path() / "prefix"; }
  Said run(const std::string& arguments) const {
    return said_by("cd '" + folder_.path().string() + "' && env -i PATH=/usr/bin:/bin '" +
                   (path() / "bin/assay").string() + "' --no-resident " + arguments + " 2>&1");
  }

 private:
  Folder folder_;
};

TEST_CASE("an installed program lists what its own cases declare, and says where its workers go") {
  const Prefix prefix;
  CHECK(prefix.run("list methods").status == 0);
  const Said listed = prefix.run("list capabilities --feature in_place");
  CHECK(listed.status == 0);
  CHECK(listed.has("in_place"));
  const Said doctor = prefix.run("doctor");
  CHECK(doctor.has((prefix.path() / "bin/assay").string()));
  CHECK(doctor.has("0 workers in " + (prefix.path() / "share/assay/build/workers").string()));
  CHECK(fs::exists(prefix.path() / "share/assay/ci/worker.sh"));
}

TEST_CASE("an installed program that lost its files reads those of no other tree") {
  const Prefix prefix;
  fs::remove(prefix.path() / "share/assay/harness/methods/features.json");
  const Said said = prefix.run("list capabilities --feature in_place");
  CHECK(said.status == 3);
  CHECK(said.has("a program without the files of its tree\n"));
}

// Sanitizers and debug information contain source paths.
#ifdef ASSAY_PLAIN_RELEASE
TEST_CASE("no path of the tree that it was built from is in an installed program") {
  const Prefix prefix;
  CHECK(said_by("grep -c -a -F '" ASSAY_SOURCE_DIR "/' '" + (prefix.path() / "bin/assay").string() + "'")
            .text == "0\n");
}
#endif

}  // namespace
}  // namespace assay::test
