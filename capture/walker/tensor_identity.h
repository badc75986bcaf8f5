// TensorIdentity: maps tensors to values while tensors are created, re-wrapped and freed.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>
#include <c10/util/flat_hash_map.h>

namespace assay {

/// The owner numbers values in increasing order. A tensor is identified by its C++ object while its elements
/// keep their place: storage, type, offset, sizes, strides. `x.data = y` changes the place. A tensor that
/// autograd re-wrapped (a view's output, a saved tensor) is identified by its place.
///
/// A view of a whole value, even through other views, leaves the place to that value, whose operator saves
/// it. A re-wrapped tensor at a place with several values is the last value, unless it carries a mark. A
/// re-wrapped sparse tensor has no place and is identified by its mark only.
///
/// Tensors are held weakly, so memory is freed as in the plain run. Own memory: at most twice the program's
/// live tensors, plus a few bytes per value. Runs no operator. Not thread-safe.
class TensorIdentity {
 public:
  using ValueNumber = std::uint32_t;

  TensorIdentity();

  /// From now on `tensor` has the value `number`, and so has any tensor at its place. Exception: if a value
  /// in `viewed` has that place, `tensor` may be a view of it. Operators that write in place pass no
  /// `viewed`: the tensor is then their output.
  void know(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed = {});
  std::optional<ValueNumber> find(const at::Tensor& tensor) const;

  /// To be called before an operator that may change the place of `tensor`. Keeps its value, which
  /// find_object returns until the next `know`.
  void settle(const at::Tensor& tensor);
  /// By the C++ object only, at any place.
  std::optional<ValueNumber> find_object(const at::Tensor& tensor) const;

  /// For a tensor just passed to `know` that reaches the program as a shallow copy, made before the next
  /// operator. The copy carries `number` until its place is written. No effect for tensors visible to Python,
  /// because Python copies them and never reads marks.
  void mark(const at::Tensor& tensor, ValueNumber number);

 private:
  struct Place {
    const void* storage = nullptr;
    std::int64_t offset = 0;
    std::uint32_t kind = 0;                ///< element type, conjugate and negative bits
    c10::SmallVector<std::int64_t, 8> at;  ///< sizes, then strides
    std::size_t hash = 0;                  ///< of all members
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const { return place.hash; }
  };
  struct KnownTensor {
    c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl> held;
    std::optional<c10::weak_intrusive_ptr<c10::StorageImpl>> storage;
    std::size_t place_hash = 0;
    ValueNumber number = 0;
  };
  struct KnownPlace {
    c10::weak_intrusive_ptr<c10::StorageImpl> held;
    ValueNumber number = 0;
    c10::SmallVector<ValueNumber, 2> views;  ///< views of the whole value; sorted, like twins
    c10::SmallVector<ValueNumber, 2> twins;  ///< earlier values of the place, with no write since
  };
  struct Origin {
    const void* storage = nullptr;
    std::optional<ValueNumber> viewed;  ///< the value it is a view of, in the same storage
  };

  /// Hash of the place; 0 without a place.
  static std::size_t place_hash_of(const at::Tensor& tensor);
  static std::optional<Place> place_of(const at::Tensor& tensor, std::size_t hash);
  /// Nothing without a mark of this object.
  std::optional<ValueNumber> mark_of(const at::Tensor& tensor) const;
  void know_object(const at::Tensor& tensor, ValueNumber number, std::size_t place_hash);
  void know_origin(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed);
  void know_place(Place place, const at::Tensor& tensor, ValueNumber number,
                  c10::ArrayRef<ValueNumber> viewed);
  bool is_view_of(const KnownPlace& place, ValueNumber number, c10::ArrayRef<ValueNumber> viewed) const;
  void forget_freed();

  const std::uint64_t serial_;  ///< distinguishes these marks from those of an earlier recording
  ska::flat_hash_map<const void*, KnownTensor> by_tensor_;
  std::unordered_map<Place, KnownPlace, PlaceHash> by_place_;
  std::vector<Origin> origins_;                         ///< by number
  std::size_t most_tensors_ = 128, most_places_ = 128;  ///< sizes at which freed entries are removed
};

}  // namespace assay
