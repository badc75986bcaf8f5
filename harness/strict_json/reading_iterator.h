// ReadingIterator: input of nlohmann's parser that reports its position at any event, at most one byte beyond
// the event's token. The parser itself reports positions only in syntax errors.
#pragma once

#include <cstddef>
#include <iterator>

namespace assay {

class ReadingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  /// `*reached` is kept at the first byte not yet read. It must outlive the iterator.
  ReadingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  ReadingIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  ReadingIterator operator++(int) {
    ReadingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const ReadingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const ReadingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

}  // namespace assay
