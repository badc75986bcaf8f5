// Commands to type or paste, for the ends of messages.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "harness/error/command.h"

namespace assay {

/// "ls DIR" with the nearest existing folder above `file`: for a missing file.
std::string command_to_look_for(const std::filesystem::path& file);

/// A path, a text or an enumerator as a quoted word.
template <class Value>
std::string shell_word_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return shell_word(to_string(value));
  } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
    return shell_word(value.native());
  } else {
    return shell_word(value);
  }
}

template <class>
struct FormattedAs {
  using Type = std::string;
};

/// `format` with each value as a quoted word: "assay diff {} {}" of two paths.
template <class... Values>
std::string shell_command(fmt::format_string<typename FormattedAs<Values>::Type...> format,
                          const Values&... values) {
  return fmt::format(format, shell_word_of(values)...);
}

}  // namespace assay
