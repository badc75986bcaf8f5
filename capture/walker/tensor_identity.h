// TensorIdentity: which value a tensor holds, while tensors come, are re-wrapped and go.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>
#include <c10/util/flat_hash_map.h>

namespace assay {

/// Values have numbers of their owner's, which grow. A tensor is known by its C++ object as long as that
/// keeps the place of its elements: storage, type, offset, sizes, strides (`x.data = y` gives it another);
/// one that autograd re-wrapped (a view's output, a saved tensor) by that place. A view of all of a value,
/// however many views lie between, leaves its place to that value, whose operator is the one that saves it.
/// Of several views of one place a re-wrapped one is the last, unless it carries a mark; so is one of sparse
/// elements, which have no place, by the mark alone. Objects and storages are held weakly: memory is freed as
/// in the plain run, while the address of a freed one cannot be used again as long as it is known here. The
/// freed are forgotten whenever the tables have doubled, so what they take is bounded by twice what the
/// program keeps alive at once, and a few bytes per value. Runs no operator. Not thread-safe.
class TensorIdentity {
 public:
  using ValueNumber = std::uint32_t;

  TensorIdentity();

  /// From now on `tensor` is `number`, and so is what has its place, unless one of `viewed` has it: of these
  /// it may be a view. After an operator that writes in place, which names none, the tensor is its output.
  void know(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed = {});
  std::optional<ValueNumber> find(const at::Tensor& tensor) const;

  /// Before an operator that may change the place of `tensor` while it runs: the value that it holds, which
  /// find_object gives until the tensor is known anew.
  void settle(const at::Tensor& tensor);
  /// By the C++ object alone, wherever its elements are now.
  std::optional<ValueNumber> find_object(const at::Tensor& tensor) const;

  /// What `know` was just told of is not what the program gets, but a shallow copy, made before another
  /// operator runs: it carries `number` from now on, as long as nothing is written at its place. Not what is
  /// shown to Python, which is copied there, where nothing asks for it.
  void mark(const at::Tensor& tensor, ValueNumber number);

 private:
  struct Place {
    const void* storage = nullptr;
    std::int64_t offset = 0;
    std::uint32_t kind = 0;                ///< element type, conjugate and negative bits
    c10::SmallVector<std::int64_t, 8> at;  ///< sizes, then strides
    std::size_t hash = 0;                  ///< of all this
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
    c10::SmallVector<ValueNumber, 2> views;  ///< of all of it; growing, like the twins
    c10::SmallVector<ValueNumber, 2> twins;  ///< what had the place before it, and nothing was written since
  };
  struct Origin {
    const void* storage = nullptr;
    std::optional<ValueNumber> viewed;  ///< what it is a view of, by its storage
  };

  /// Of the place, without one 0.
  static std::size_t place_hash_of(const at::Tensor& tensor);
  static std::optional<Place> place_of(const at::Tensor& tensor, std::size_t hash);
  /// Nothing where it carries none of ours.
  std::optional<ValueNumber> mark_of(const at::Tensor& tensor) const;
  void know_object(const at::Tensor& tensor, ValueNumber number, std::size_t place_hash);
  void know_origin(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed);
  void know_place(Place place, const at::Tensor& tensor, ValueNumber number,
                  c10::ArrayRef<ValueNumber> viewed);
  bool is_view_of(const KnownPlace& place, ValueNumber number, c10::ArrayRef<ValueNumber> viewed) const;
  void forget_freed();

  const std::uint64_t serial_;  ///< tells our marks from those of a recording before
  ska::flat_hash_map<const void*, KnownTensor> by_tensor_;
  std::unordered_map<Place, KnownPlace, PlaceHash> by_place_;
  std::vector<Origin> origins_;                         ///< by number
  std::size_t most_tensors_ = 128, most_places_ = 128;  ///< beyond these the freed are forgotten
};

}  // namespace assay
