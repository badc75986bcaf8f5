// Surroundings: what of a process its forked children would share with each other, or not have.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <sys/types.h>

namespace assay::zygote {

/// Equal before and after something was loaded: then each of two forked children is as if it had loaded it
/// alone.
struct Surroundings {
  std::size_t threads = 0;  ///< fork() takes one along, and the locks of all
  bool has_children = false, has_timer = false;
  std::set<std::string> descriptors;    ///< "5 /path": a file's position is shared
  std::set<std::string> shared_memory;  ///< writable mappings that fork() does not copy
  dev_t device = 0;
  ino_t folder = 0;             ///< the current one
  std::set<std::string> files;  ///< in it
  bool operator==(const Surroundings&) const = default;
};

/// Of this process, now.
Surroundings surroundings();

}  // namespace assay::zygote
