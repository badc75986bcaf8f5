// Commands in documents and examples exist, with the options shown.
#include "harness/testing/documented_commands.h"

#include <catch2/catch.hpp>

namespace assay::test {
namespace {

std::vector<Words> shown_in(const std::string& file) {
  const std::optional<std::string> text = read_file(std::filesystem::path(ASSAY_SOURCE_DIR) / file);
  REQUIRE(text);
  return commands_shown_in(*text, file.ends_with(".md"));
}

TEST_CASE("every command of README, of CONTRIBUTING and of the example for GitHub exists as it is shown") {
  const std::pair<const char*, std::size_t> documents[] = {
      {"README.md", 30}, {"CONTRIBUTING.md", 10}, {"ci/examples/github-actions.yml", 2}};
  for (const auto& [file, least] : documents) {
    INFO(file);
    const std::vector<Words> commands = shown_in(file);
    CHECK(commands.size() >= least);
    CHECK(breaches_of(commands) == std::vector<std::string>{});
  }
}

TEST_CASE("a command, an option or a script that does not exist is told") {
  const std::string text = R"(
      - run: |
          assay/ci/wroker.sh --torch "$TORCH"
          assay/ci/worker.sh --trch "$TORCH"
          assay/ci/zoo.sh --shrad 1/2
          assay/build/bin/assay chekc
          assay list cases --jsno; assay check \
            --method make_fx --jnuit x.xml   # --no-such-thing
)";
  CHECK(breaches_of(commands_shown_in(text, false)) ==
        std::vector<std::string>{R"(assay/ci/wroker.sh --torch "$TORCH": ci/wroker.sh)",
                                 R"(assay/ci/worker.sh --trch "$TORCH": --trch)",
                                 "assay/ci/zoo.sh --shrad 1/2: --shrad", "assay/build/bin/assay chekc: chekc",
                                 "assay list cases --jsno: --jsno",
                                 "assay check --method make_fx --jnuit x.xml: --jnuit"});
}

TEST_CASE("what is no command of ours is not looked at, and what is passed on is not ours") {
  const std::string text =
      "Prose about assay chekc.\n    assay: 4 cases\n    python ci/x.py build/bin/assay --shards 3\n"
      "    $ build/bin/assay check 'a;b' -- --mine\n`assay check --junit x`, `--jnuit`\n";
  CHECK(commands_shown_in(text, true) ==
        std::vector<Words>{{"build/bin/assay", "check", "'a;b'", "--", "--mine"},
                           {"assay", "check", "--junit", "x"}});
  CHECK(breaches_of(commands_shown_in(text, true)).empty());
}

}  // namespace
}  // namespace assay::test
