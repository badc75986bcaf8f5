// SamplesFolder: appends lines and reads them back.
#include "harness/bench/samples.h"

#include <cerrno>
#include <cstring>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/results/pair_json.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/named.h"

namespace assay {

template <>
inline constexpr auto kMembers<bench::Sample> = std::tuple{Member{"pair", &bench::Sample::pair},
                                                           Member{"family", &bench::Sample::family},
                                                           Member{"repetition", &bench::Sample::repetition},
                                                           Member{"nodes", &bench::Sample::nodes},
                                                           Member{"outcome", &bench::Sample::outcome},
                                                           Member{"why", &bench::Sample::why},
                                                           Member{"measured", &bench::Sample::measured}};

namespace bench {

namespace {

namespace fs = std::filesystem;

fs::path lines_of(const fs::path& folder) { return folder / "samples.jsonl"; }

struct Lines {
  std::vector<Sample> samples;
  std::size_t whole_bytes = 0;  // up to the end of the last complete line
};

Lines read_lines(const fs::path& file) {
  const std::string bytes = read_file(file).value_or("");
  Lines lines;
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = bytes.find('\n', lines.whole_bytes);
    if (end == std::string::npos) return lines;
    const std::string where = file.string() + ":" + std::to_string(number);
    const JsonPlace line(JsonSource::parse(bytes.substr(lines.whole_bytes, end - lines.whole_bytes), where,
                                           Command{"bench", {"--results", "DIR"}}, assay::Lines::kOne));
    lines.samples.push_back(read_as<Sample>(line));
    lines.whole_bytes = end + 1;
  }
}

// Creates the folder if missing.
fs::path prepared(fs::path root) {
  std::error_code error;
  fs::create_directories(root, error);
  if (error)
    throw HarnessError({"cannot be made", root.string(), "a folder", error.message(),
                        shell_command("ls -ld {}", root.parent_path())});
  if (!fs::exists(root / "lock") && fs::exists(lines_of(root)))
    throw InputError({"not a bench's folder", root.string(), "an empty folder, or one that assay bench made",
                      "'samples.jsonl' without 'lock'", "--results DIR with another DIR"});
  return root;
}

[[noreturn]] void fail_to_write(const fs::path& file) {
  throw HarnessError({"cannot be written", file.string(), "room on the disk and the right to write",
                      std::strerror(errno), shell_command("df -h {}", file.parent_path())});
}

}  // namespace

SamplesFolder::SamplesFolder(std::filesystem::path root, Opened mode)
    : root_(prepared(std::move(root))), lock_(root_) {
  const fs::path file = lines_of(root_);
  if (mode == Opened::kFresh) {
    fs::remove(file);
  } else if (fs::exists(file)) {
    Lines lines = read_lines(file);
    samples_ = std::move(lines.samples);
    fs::resize_file(file, lines.whole_bytes);
  }
  out_.open(file, std::ios::binary | std::ios::app);
  if (!out_) fail_to_write(file);
}

void SamplesFolder::append(const Sample& sample) {
  out_ << json_of(sample).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) << "\n" << std::flush;
  if (!out_) fail_to_write(lines_of(root_));
  samples_.push_back(sample);
}

std::vector<Sample> read_samples(const std::filesystem::path& folder) {
  if (!fs::exists(lines_of(folder)))
    throw InputError({"no samples", folder.string(), "a folder that assay bench wrote", "no samples.jsonl",
                      Command{"bench", {"--results", folder}}});
  return read_lines(lines_of(folder)).samples;
}

}  // namespace bench
}  // namespace assay
