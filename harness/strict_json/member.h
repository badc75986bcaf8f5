// Member: the table of a struct's members, for reading and writing its JSON.
#pragma once

#include <type_traits>

namespace assay {

/// A member of a struct and its key.
template <typename Struct, typename Value>
struct Member {
  const char* key;
  Value Struct::*value;
};
template <typename Struct, typename Value>
Member(const char*, Value Struct::*) -> Member<Struct, Value>;

/// Specialised by the owner of the struct's JSON form: a tuple of Member in file order, used by members.h.
///
///   template <> inline constexpr auto kMembers<Hello> = std::tuple{Member{"torch", &Hello::torch}, ..};
template <typename Struct>
inline constexpr auto kMembers = nullptr;

template <typename Struct>
concept HasMembers = !std::is_null_pointer_v<std::remove_const_t<decltype(kMembers<Struct>)>>;

}  // namespace assay
