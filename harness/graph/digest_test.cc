// SHA-256 and base64 against published vectors.
#include "harness/graph/digest.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("SHA-256 gives the published digests") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("only 64 lower-case hexadecimal digits are a SHA-256") {
  CHECK(is_sha256_hex(sha256_hex("x")));
  CHECK_FALSE(is_sha256_hex(sha256_hex("x").substr(1)));
  CHECK_FALSE(is_sha256_hex("../" + std::string(61, 'a')));
  CHECK_FALSE(is_sha256_hex(std::string(64, 'A')));
}

TEST_CASE("base64 gives the published texts and reads them back") {
  const std::pair<const char*, const char*> vectors[] = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    CHECK(base64_encode(bytes) == text);
    CHECK(base64_decode(text) == bytes);
  }
}

TEST_CASE("base64 reads exactly one text per content") {
  for (const char* text :
       {"Zg", "Zg=", "Zh==", "Zg==\n", " Zg==", "Zg==Zg==", "Z", "====", "Zm9v!", "Zm-_"}) {
    CAPTURE(text);
    CHECK(base64_decode(text) == std::nullopt);
  }
}

}  // namespace assay
