// libFuzzer target for both directions of the protocol, as a broken worker may write it. Built by the preset
// `fuzz`. ASSAY_FUZZ_TWIN makes a twin that reads beyond the end, a seeded defect that the run must find.
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
