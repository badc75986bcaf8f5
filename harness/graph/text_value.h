// Values and outputs of the text form.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "harness/graph/tensor_meta.h"
#include "harness/graph/text_lexer.h"
#include "harness/graph/value.h"

namespace assay {

/// State that the lines of a text share.
struct TextContext {
  std::unordered_set<Name> canonical = {};     ///< expressions known to be canonical
  std::optional<DevicePlace> own_device = {};  ///< device of values without a device, if not the CPU
};

class TextValues {
 public:
  TextValues(TextLexer& lexer, TextContext& context) : lexer_(lexer), context_(context) {}

  Value value(int depth = 0);
  Output output(int depth = 0);
  std::int64_t integer();
  Name canonical_expression(std::string_view text);

 private:
  ValueList values(std::string_view close, int depth);
  Value tuple(int depth);
  Value dict(int depth);
  Value number();
  Value word(int depth);
  Value torch_constant(std::string_view name);
  Ref reference();
  double real();
  OutputPath path();
  Value device();
  TensorMeta tensor(DType dtype);
  std::vector<Dim> dims(std::string_view close);
  Name called_name();

  TextLexer& lexer_;
  TextContext& context_;
};

}  // namespace assay
