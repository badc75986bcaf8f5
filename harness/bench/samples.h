// Samples: the measurements of a bench, a record per forked child, and their folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/folder_lock.h"
#include "harness/results/pair_result.h"
#include "harness/zoo/overhead_sample.h"

namespace assay::bench {

/// Repetition 0 of a pair measures memory, and shows whether the pair can be measured. Each later repetition
/// measures times in its own child.
inline constexpr std::uint64_t kMemoryRepetition = 0;

struct Sample {
  PairId pair = {};
  std::string family = {};
  std::uint64_t repetition = kMemoryRepetition;
  std::uint64_t nodes = 0;  ///< of the graphs; 0 for a memory sample, which writes no graph
  Outcome outcome = Outcome::kCaptured;
  std::string why = {};  ///< reason of a missing sample, in a line
  std::optional<OverheadSample> measured = {};
};

enum class Opened : std::uint8_t { kFresh, kResumed };

/// samples.jsonl in a folder, locked by its writer. A sample is on disk when `append` returns, so a killed
/// bench loses no measurement. kFresh removes the samples of the previous bench. InputError for a
/// samples.jsonl in a folder that was never a bench's, which removes nothing.
class SamplesFolder {
 public:
  SamplesFolder(std::filesystem::path root, Opened mode);
  void append(const Sample& sample);
  const std::vector<Sample>& samples() const { return samples_; }  ///< found in the folder, then appended
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  FolderLock lock_;
  std::vector<Sample> samples_;
  std::ofstream out_;
};

/// Samples of a finished or interrupted bench, in order of measurement. Drops a last line cut off by a kill.
/// InputError for a folder without samples and for an invalid line.
std::vector<Sample> read_samples(const std::filesystem::path& folder);

}  // namespace assay::bench
