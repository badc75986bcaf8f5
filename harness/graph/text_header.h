// Verified versions, common to the header of the text form and the head of a golden.
#pragma once

#include <string>

#include "harness/graph/graph.h"
#include "harness/graph/text_lexer.h"

namespace assay {

/// `2.15.0 3.11 timm=1.0.9`, up to a comma or the end of the line.
VerifiedWith read_verified(TextLexer& lexer);
std::string print_verified(const VerifiedWith& with);

}  // namespace assay
