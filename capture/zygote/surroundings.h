// Surroundings: process state that forked children would share with each other, or lack.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <sys/types.h>

namespace assay::zygote {

/// If equal before and after a load, each of two forked children is in the state it would have after loading
/// alone.
struct Surroundings {
  std::size_t threads = 0;  ///< fork() copies one thread, and the locks of all
  bool has_children = false, has_timer = false;
  std::set<std::string> descriptors;    ///< "5 /path": a file's position is shared
  std::set<std::string> shared_memory;  ///< writable mappings that fork() does not copy
  dev_t device = 0;
  ino_t folder = 0;             ///< the current folder
  std::set<std::string> files;  ///< in the current folder
  bool operator==(const Surroundings&) const = default;
};

Surroundings surroundings();

}  // namespace assay::zygote
