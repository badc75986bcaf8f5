// The readers of both directions of the protocol under libFuzzer: what a broken worker may say. Built by the
// preset `fuzz`; ASSAY_FUZZ_TWIN makes the twin that reads beyond an end, which the run must notice.
#include "harness/protocol/messages.h"
#include "harness/testing/round_trip_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  using protocol::FromWorker;
  using protocol::Request;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  test::round_trip("request", text, protocol::decode_request,
                   [](const Request& one) { return protocol::encode(one); });
  test::round_trip("message", text, protocol::decode_from_worker,
                   [](const FromWorker& one) { return protocol::encode(one); });
  return 0;
}
