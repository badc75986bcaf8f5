// Bounded formatting of Python exceptions.
#include "capture/zygote/raised.h"

#include <algorithm>
#include <deque>
#include <exception>

#include <fmt/core.h>

#include "harness/words/utf8.h"

namespace assay::zygote {
namespace {

namespace py = pybind11;

constexpr std::size_t kOuterFrames = 8;
constexpr std::size_t kInnerFrames = 56;
constexpr std::size_t kFileBytes = 160;
constexpr std::size_t kSourceBytes = 160;
constexpr std::size_t kCauseBytes = 300;
constexpr int kMaxCauses = 5;
constexpr std::string_view kCut = " ... ";

/// At most `bytes` of str(object) as UTF-8, with lone surrogates escaped. Encodes only the part that is kept.
std::string bounded_str(const py::handle& object, std::size_t bytes) {
  const py::str text(object);
  const Py_ssize_t length = PyUnicode_GetLength(text.ptr());
  const auto kept =
      py::reinterpret_steal<py::object>(PyUnicode_Substring(text.ptr(), 0, static_cast<Py_ssize_t>(bytes)));
  if (!kept) throw py::error_already_set();
  const auto encoded =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(kept.ptr(), "utf-8", "backslashreplace"));
  if (!encoded) throw py::error_already_set();
  const std::string utf8 = encoded.cast<std::string>();
  if (static_cast<std::size_t>(length) <= bytes && utf8.size() <= bytes) return utf8;
  const std::string note = fmt::format("{}({} characters)", kCut, length);
  return bounded(utf8, bytes - note.size() - kCut.size()) + note;
}

std::string class_name(const py::handle& exception) {
  return bounded_str(py::type::handle_of(exception).attr("__name__"), kFileBytes);
}

std::string message_of(const py::handle& exception, std::size_t bytes) {
  try {
    return bounded_str(exception, bytes);
  } catch (const py::error_already_set&) {
    return "(no message: str() of the exception raised as well)";
  }
}

/// "FILE:LINE in FUNCTION".
std::string place_of(const py::handle& traceback) {
  const py::object code = traceback.attr("tb_frame").attr("f_code");
  return fmt::format("{}:{} in {}", bounded_str(code.attr("co_filename"), kFileBytes),
                     traceback.attr("tb_lineno").cast<int>(), bounded_str(code.attr("co_name"), kFileBytes));
}

std::string format_frame(const py::handle& traceback, const py::object& getline) {
  const py::object file = traceback.attr("tb_frame").attr("f_code").attr("co_filename");
  std::string text = place_of(traceback) + "\n";
  const std::string source =
      bounded_str(getline(file, traceback.attr("tb_lineno")).attr("strip")(), kSourceBytes);
  if (!source.empty()) text += "    " + source + "\n";
  return text;
}

/// Keeps the outermost frames (the origin) and the innermost (the failure). Recursion repeats itself in
/// between.
std::string format_frames(py::object traceback) {
  const py::object getline = py::module_::import("linecache").attr("getline");
  std::string outer;
  std::deque<py::object> inner;
  std::size_t count = 0, left_out = 0;
  for (; !traceback.is_none(); traceback = traceback.attr("tb_next")) {
    if (count++ < kOuterFrames) {
      outer += format_frame(traceback, getline);
      continue;
    }
    inner.push_back(traceback);
    if (inner.size() > kInnerFrames) {
      inner.pop_front();
      ++left_out;
    }
  }
  if (left_out > 0) outer += fmt::format("[{} frames left out]\n", left_out);
  for (const py::object& frame : inner) outer += format_frame(frame, getline);
  return outer;
}

/// Ignores the causes of the exception.
std::string innermost_in_torch(const py::object& exception) {
  std::string place;
  try {
    for (py::object at = exception.attr("__traceback__"); !at.is_none(); at = at.attr("tb_next")) {
      const std::string frame = place_of(at);
      const std::size_t package = frame.find("-packages/torch/");
      if (package != std::string::npos) place = frame.substr(frame.find("torch/", package));
    }
  } catch (const std::exception&) {
    return "";
  }
  return place;
}

py::object cause_of(const py::object& exception) {
  const py::object cause = exception.attr("__cause__");
  if (!cause.is_none() || exception.attr("__suppress_context__").cast<bool>()) return cause;
  return exception.attr("__context__");
}

std::string format_causes(py::object exception) {
  std::string text;
  for (int depth = 0; depth < kMaxCauses; ++depth) {
    exception = cause_of(exception);
    if (exception.is_none()) break;
    text += fmt::format("caused by {}: {}\n", class_name(exception), message_of(exception, kCauseBytes));
  }
  return text;
}

std::string format_traceback(const py::object& exception) {
  try {
    const std::string text = format_frames(exception.attr("__traceback__")) + format_causes(exception);
    if (text.size() <= kTracebackBytes) return text;
    const std::size_t half = kTracebackBytes / 2 - kCut.size();
    return bounded(text, half) + std::string(ending(text, half));
  } catch (const std::exception&) {
    return "(the traceback could not be formatted)";
  }
}

bool is_out_of_memory(const py::error_already_set& error, const Raised& raised) {
  if (error.matches(PyExc_MemoryError) || raised.exception == "OutOfMemoryError") return true;
  constexpr std::string_view kSigns[] = {"std::bad_alloc", "can't allocate memory", "Cannot allocate memory"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return raised.message.find(sign) != std::string::npos; });
}

}  // namespace

std::string bounded(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  return std::string(beginning(text, bytes > kCut.size() ? bytes - kCut.size() : 0)) + std::string(kCut);
}

Raised raised_from(const py::error_already_set& error) noexcept {
  Raised raised;
  try {
    raised.exception = class_name(error.value());
    raised.message = message_of(error.value(), kMessageBytes);
    raised.traceback = format_traceback(error.value());
    raised.raised_at = innermost_in_torch(error.value());
    raised.cause = is_out_of_memory(error, raised) ? Cause::kOutOfMemory : Cause::kRaised;
  } catch (const std::exception&) {
    // Formatting is bounded and small, so a failure here means lack of memory.
    if (raised.exception.empty()) raised.exception = "MemoryError";
    raised.cause = Cause::kOutOfMemory;
  }
  return raised;
}

}  // namespace assay::zygote
