// Samples: what a bench measured, one record per forked child, and the folder that keeps them.
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

/// Repetition 0 of a pair measures memory and tells whether the pair can be measured at all; each later one
/// measures times, in a child of its own.
inline constexpr std::uint64_t kMemoryRepetition = 0;

struct Sample {
  PairId pair = {};
  std::string family = {};
  std::uint64_t repetition = kMemoryRepetition;
  std::uint64_t nodes = 0;  ///< of the graphs; 0 of a sample of memory, which writes none
  Outcome outcome = Outcome::kCaptured;
  std::string why = {};  ///< one line where there is no sample
  std::optional<OverheadSample> measured = {};
};

enum class Opened : std::uint8_t { kFresh, kResumed };

/// samples.jsonl in a folder that one writer holds at a time. A sample is on the disk when `append` returns,
/// so whatever ends a bench costs it nothing that was measured. A fresh one removes the former samples; where
/// the folder has a file of that name and never was a bench's, it is an InputError and nothing is removed.
class SamplesFolder {
 public:
  SamplesFolder(std::filesystem::path root, Opened mode);
  void append(const Sample& sample);
  const std::vector<Sample>& samples() const { return samples_; }  ///< those found, then those appended
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  FolderLock lock_;
  std::vector<Sample> samples_;
  std::ofstream out_;
};

/// Of a finished or interrupted bench, in the order of measuring; a torn last line (killed while writing) is
/// dropped. InputError for a folder without samples and for a bad line.
std::vector<Sample> read_samples(const std::filesystem::path& folder);

}  // namespace assay::bench
