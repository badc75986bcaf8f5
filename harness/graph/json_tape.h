// JsonTape: a JSON value, flat in memory. The reader holds a single node of a file at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Entries are in document order: a container, then its children. In an object a kKey entry precedes each
/// value. Entry 0 is the value itself.
class JsonTape {
 public:
  enum class Kind : std::uint8_t {
    kNull,
    kTrue,
    kFalse,
    kInt,
    kBeyondInt64,
    kFloat,
    kString,
    kArray,
    kObject,
    kKey
  };
  /// 24 bytes: a file of short values must not grow beyond a small multiple of its size.
  struct Entry {
    Kind kind;
    std::uint64_t offset : 56;  ///< last byte of the token (a container's opening bracket), for line numbers
    union {
      std::int64_t integer;
      double real;
      std::size_t text;   ///< kString, kKey, kBeyondInt64: its start in the pool
      std::size_t count;  ///< kArray, kObject: children
    };
    std::size_t extent;  ///< texts: length; containers: the entry after the last child
  };

  void clear();
  void open(Kind container, std::size_t offset);
  void close();
  void constant(Kind kind, std::size_t offset) { append(kind, offset); }
  void integer(std::int64_t value, std::size_t offset) { append(Kind::kInt, offset).integer = value; }
  void real(double value, std::size_t offset) { append(Kind::kFloat, offset).real = value; }
  void text(Kind kind, std::string_view value, std::size_t offset);

  bool complete() const { return open_.empty() && !entries_.empty(); }
  bool empty() const { return entries_.empty(); }
  const Entry& operator[](std::size_t index) const { return entries_[index]; }
  std::string_view text(std::size_t index) const {
    return std::string_view(pool_).substr(entries_[index].text, entries_[index].extent);
  }
  /// The entry after `index` and all its children.
  std::size_t next(std::size_t index) const {
    const Kind kind = entries_[index].kind;
    return kind == Kind::kArray || kind == Kind::kObject ? entries_[index].extent : index + 1;
  }
  /// ".args.weight[2]": the path from entry 0 to `index`.
  std::string path_to(std::size_t index) const;
  /// For messages: `null`, `7`, `"x"`, `a list of 3`, `an object with key "%"`.
  std::string describe(std::size_t index) const;

 private:
  Entry& append(Kind kind, std::size_t offset);

  std::vector<Entry> entries_;
  std::vector<std::size_t> open_;
  std::string pool_;
};

}  // namespace assay
