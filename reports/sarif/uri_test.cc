// uri_below: paths inside and outside the sources' root.
#include "reports/sarif/uri.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

TEST_CASE("a path of plain names is its own URI") {
  CHECK(uri_below("models/seed/conv-bn_relu.v2~.json") == "models/seed/conv-bn_relu.v2~.json");
  CHECK(uri_below("./models//seed/../a.json") == "models/a.json");
  CHECK(uri_below("..models/a.json") == "..models/a.json");
}

TEST_CASE("every other byte is percent-encoded") {
  CHECK(uri_below("my models/a#1?b.json") == "my%20models/a%231%3Fb.json");
  CHECK(uri_below("Größe/100%.json") == "Gr%C3%B6%C3%9Fe/100%25.json");
  CHECK(uri_below("a\nb\x1b\\\"<\xff") == "a%0Ab%1B%5C%22%3C%FF");
  CHECK(uri_below("%2e%2e/%2e%2e/x") == "%252e%252e/%252e%252e/x");
}

TEST_CASE("what looks like a scheme is a name") {
  CHECK(uri_below("javascript:alert(1)") == "javascript%3Aalert%281%29");
  CHECK(uri_below("https:/x") == "https%3A/x");
}

TEST_CASE("what is not below the root has no URI") {
  for (const char* path : {"", ".", "..", "../x", "a/../../x", "/etc/passwd", "//host/x"}) {
    INFO(path);
    CHECK(uri_below(path).empty());
  }
}

}  // namespace
}  // namespace assay
