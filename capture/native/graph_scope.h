// GraphScope: decides which operators of a program belong to a graph.
//
// These are the operators that run during a graph, and in a backward pass the operators of the autograd nodes
// made then.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace assay::native {

/// Everything is inside until `narrow`. Thread-safe.
class GraphScope {
 public:
  void narrow();
  /// May be nested.
  void open();
  void close();
  /// Whether the operator about to run on this thread is inside. To be called for every operator, in order.
  bool holds();

 private:
  struct Stretch {
    std::uint64_t end;  ///< last number + 1
    bool inside;
  };
  bool is_inside() const;
  void note(bool inside);

  std::mutex mutex_;
  bool narrow_ = false;
  std::size_t open_ = 0;
  std::map<std::uint64_t, std::vector<Stretch>> made_;  ///< by thread
};

}  // namespace assay::native
