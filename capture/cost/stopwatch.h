// Stopwatch, and the phases of a capture that are timed where our code is called.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <optional>

#include "harness/bench/instruction_count.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/overhead_sample.h"

namespace assay {

/// From its making on, by the three clocks of a Spent. It waits for no GPU.
class Stopwatch {
 public:
  Stopwatch();
  Spent spent() const;

 private:
  InstructionCount instructions_;
  double wall_, cpu_;
};

/// Parts of a capture that have a seam: a function that we hand PyTorch, or that is ours.
enum class Phase : std::uint8_t { kDecompose, kPartition, kObserve };
inline constexpr auto kPhaseNames = enumerators<Phase>({"decompose", "partition", "observe"});

/// What each phase took since `begin`, over this process. A phase inside itself counts once.
class Phases {
 public:
  static void begin();
  static Spent taken(Phase phase);

  /// Whoever holds one is in its phase.
  class Within {
   public:
    explicit Within(Phase phase);
    ~Within();
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Phase phase_;
    std::optional<Stopwatch> watch_;  // none inside the same phase
  };
};

}  // namespace assay
