// two_operators: a captured graph of two operators, for tests of pending graphs.
#pragma once

#include <string>

#include "harness/graph/text.h"

namespace assay {

/// `first`, then `second` on its result: a graph of make_fx for the case `id`, on the CPU with PyTorch
/// 2.15.0.
inline GraphFile two_operators(const std::string& id, const std::string& first, const std::string& second) {
  GraphFile file = parse_text("graph f\n%0 = input user \"0\" : f32[2]\n%1 = " + first +
                              "(self=%0) : f32[2]\n%2 = " + second + "(self=%1) : f32[2]\noutput \"0\"=%2\n");
  file.header.case_id = id;
  file.header.method = "make_fx";
  file.header.device = "cpu";
  file.header.torch = "2.15.0";
  file.header.python = "3.11.2";
  return file;
}

}  // namespace assay
