// Usual arguments: a dictionary that saves bytes and keeps the content of summaries.
#include "harness/golden_store/usual_arguments.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/usual_arguments_table.h"
#include "harness/graph/digest.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

JsonPlace place(const std::string& json) { return JsonPlace(JsonSource::parse(json, "a.json", "")); }

TEST_CASE("arguments are their names, with the text of what is defaulted somewhere") {
  const TargetArguments add = usual_arguments().at("aten.add.Tensor");
  CHECK(add == TargetArguments{{"self", "other", "alpha"}, {{"alpha", "1"}}});
  CHECK(arguments_to_json(add).dump() == R"(["self","other",["alpha","1"]])");
  CHECK(arguments_from(place(R"(["self","other",["alpha","1"]])")) == add);
  CHECK_FALSE(arguments_from(place(R"(["self","other",["alpha","2"]])")) == add);
  CHECK_FALSE(arguments_from(place(R"(["self",["alpha","1"],"other"])")) == add);
}

TEST_CASE("a list that is none is refused with its place") {
  const ScratchFolder scratch;
  const auto message = [&](const std::string& json) {
    return message_of<InputError>(scratch, [&] { arguments_from(place(json)); });
  };
  CHECK(message(R"(["a", ["b"]])").starts_with("a.json:1: [1]: not an argument"));
  CHECK(message(R"(["a", ["b", "1"], "b"])").starts_with("a.json:1: [2]: argument is given twice"));
  CHECK(message(R"(["a", 1])").starts_with("a.json:1: [1]: "));
}

// Goldens leave out the arguments of this table. Added lines need a new digest here. A changed or removed
// line would change the meaning of summaries in git: it needs another kGoldenSummaryVersion.
TEST_CASE("the table is the one that summaries of version 2 were written with") {
  CHECK(usual_arguments().size() > 300);
  CHECK(sha256_hex(kUsualArgumentsTable) ==
        "63ef3ab16070fe8523cbaf11d524b8fd380a7d3165d9143d6ed80cb592809b85");
}

}  // namespace
}  // namespace assay
