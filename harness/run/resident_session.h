// ResidentSession: a zygote forked for this command by a resident zygote, which an earlier command left or
// which is started here and stays.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "harness/run/resident_folder.h"
#include "harness/run/serving_process.h"

namespace assay {

/// Where zygotes stay between commands, and their idle time limit. Without a folder they do not stay.
struct Residence {
  std::shared_ptr<const ResidentFolder> folder = nullptr;
  std::chrono::seconds idle{600};
};

class ResidentSession : public ServingProcess {
 public:
  /// Calls the resident zygote that matches `start`, or starts it. Does not wait for an answer. HarnessError
  /// if the program cannot be executed.
  ResidentSession(const Residence& residence, const ZygoteStart& start, const Ends& ends);

  void kill() override;
  std::optional<int> status(Wait wait) override;
  std::optional<pid_t> pid() override;
  bool declined() const override { return declined_; }

 private:
  bool take_answer(Wait wait);
  void conclude_without_answer();

  std::unique_ptr<SpawnedProcess> started_;  ///< the resident itself, if started here
  resident::Connection connection_{Descriptor()};
  pid_t session_ = -1;
  bool declined_ = false;
  std::optional<int> status_;
};

}  // namespace assay
