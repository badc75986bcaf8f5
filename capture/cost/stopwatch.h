// Stopwatch, and the capture phases timed where PyTorch calls our code.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <optional>

#include "harness/bench/instruction_count.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/overhead_sample.h"

namespace assay {

/// Measures wall time, CPU time and instructions from construction. It does not wait for the GPU.
class Stopwatch {
 public:
  Stopwatch();
  Spent spent() const;

 private:
  InstructionCount instructions_;
  double wall_, cpu_;
};

/// Parts of a capture that begin and end in a function of ours, or in a function that we pass to PyTorch.
enum class Phase : std::uint8_t { kDecompose, kPartition, kObserve };
inline constexpr auto kPhaseNames = enumerators<Phase>({"decompose", "partition", "observe"});

/// Cost of each phase since `begin`, over this process. A phase nested in itself counts once.
class Phases {
 public:
  static void begin();
  static Spent taken(Phase phase);

  /// The phase lasts as long as this object.
  class Within {
   public:
    explicit Within(Phase phase);
    ~Within();
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Phase phase_;
    std::optional<Stopwatch> watch_;  // null inside the same phase
  };
};

}  // namespace assay
