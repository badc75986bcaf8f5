// Names of the kinds of difference and of who decided.
#include "harness/diff/diff.h"

namespace assay {

std::string_view to_string(DiffKind kind) {
  switch (kind) {
    case DiffKind::kMissing:
      return "missing";
    case DiffKind::kExtra:
      return "extra";
    case DiffKind::kTarget:
      return "target";
    case DiffKind::kRewired:
      return "rewired";
    case DiffKind::kConstant:
      return "constant";
    case DiffKind::kShape:
      return "shape";
    case DiffKind::kDType:
      return "dtype";
    case DiffKind::kStride:
      return "stride";
    case DiffKind::kDevice:
      return "device";
    case DiffKind::kOrder:
      return "order";
    case DiffKind::kAlias:
      return "alias";
    case DiffKind::kRole:
      return "role";
    case DiffKind::kRenamed:
      return "renamed argument";
    case DiffKind::kUndecided:
      return "undecided";
  }
  return "undecided";
}

std::string_view to_string(Matcher matcher) {
  switch (matcher) {
    case Matcher::kNone:
      return "none";
    case Matcher::kAnchor:
      return "anchor";
    case Matcher::kSlots:
      return "slots";
    case Matcher::kHash:
      return "hash";
    case Matcher::kSequence:
      return "sequence";
    case Matcher::kNeighbour:
      return "neighbour";
    case Matcher::kSymmetry:
      return "symmetry";
  }
  return "none";
}

}  // namespace assay
