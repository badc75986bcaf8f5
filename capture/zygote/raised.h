// Raised: an exception that escaped from a capture, in bounded size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

namespace assay::zygote {

inline constexpr std::size_t kMessageBytes = 4 << 10;
inline constexpr std::size_t kTracebackBytes = 16 << 10;

enum class Cause : bool { kRaised, kOutOfMemory };

struct Raised {
  Cause cause = Cause::kRaised;
  std::string exception = {};  ///< class name without its module
  std::string message = {};    ///< at most kMessageBytes
  std::string traceback = {};  ///< at most kTracebackBytes, innermost frames last
  std::string raised_at = {};  ///< protocol::Ended::raised_at
};

/// Never throws and never formats more than it returns. An exception's text can be megabytes long, and its
/// str() can itself raise.
Raised raised_from(const pybind11::error_already_set& error) noexcept;

/// `text` if it fits in `bytes`, otherwise its start and " ... ". Never splits a UTF-8 character.
std::string bounded(std::string_view text, std::size_t bytes);

}  // namespace assay::zygote
