// A shell reads a command back as the words it was built from.
#include "harness/words/shell_command.h"

#include <array>
#include <cstdio>
#include <memory>

#include <catch2/catch.hpp>

using namespace assay;

namespace {

enum class Side { kLeft };
std::string_view to_string(Side) { return "left"; }

/// The arguments that the program of `command` receives from a shell.
std::string as_read(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 4096> buffer{};
  return {buffer.data(), fread(buffer.data(), 1, buffer.size(), pipe.get())};
}

}  // namespace

TEST_CASE("words that a shell leaves alone are written as they are") {
  CHECK(shell_command("assay diff {} {} --side {}", std::filesystem::path("golden/mlp/ab12.txt"),
                      "my_model.py:Net",
                      Side::kLeft) == "assay diff golden/mlp/ab12.txt my_model.py:Net --side left");
}

TEST_CASE("words that a shell would part, expand or drop are quoted") {
  CHECK(shell_command("assay list cases {}", "seed/*") == "assay list cases 'seed/*'");
  CHECK(shell_command("assay diff {} {}", "", "my models/a.json") == "assay diff '' 'my models/a.json'");
}

TEST_CASE("who names a file that is not there is told to look into the nearest folder that is") {
  CHECK(command_to_look_for("no_such_file.json") == "ls .");
  CHECK(command_to_look_for("no/such/file.json") == "ls .");
  CHECK(command_to_look_for("/proc/no_such_folder/file.json") == "ls /proc");
}

TEST_CASE("a shell reads back every word") {
  for (const std::string word : {"plain", "two words", "a'b", "''", "$HOME", "`x`", "a\"b", "~", "new\nline",
                                 "a\\b", "*", "a;b", "#", "größe", ""}) {
    INFO(word);
    CHECK(as_read(shell_command("printf %s {}", word)) == word);
  }
}
