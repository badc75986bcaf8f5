// json_of and read_as: values to JSON and back, structs by their tables of members (member.h).
//
// All members are written and required when read. Other keys are refused.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harness/strict_json/json_source.h"
#include "harness/strict_json/member.h"

namespace assay {

/// The JSON form of a type. The owner of a type may specialise it.
template <typename T>
struct JsonForm;

template <typename T>
OrderedJson json_of(const T& value) {
  return JsonForm<T>::write(value);
}
/// Throws InputError with the path of the bad value.
template <typename T>
T read_as(const JsonPlace& place) {
  return JsonForm<T>::read(place);
}

/// The keys of a struct, in the order of its members.
template <HasMembers Struct>
std::vector<std::string> keys_of() {
  return std::apply([](const auto&... member) { return std::vector<std::string>{member.key...}; },
                    kMembers<Struct>);
}

template <HasMembers Struct>
void write_members(const Struct& from, OrderedJson& object) {
  std::apply([&](const auto&... member) { ((object[member.key] = json_of(from.*member.value)), ...); },
             kMembers<Struct>);
}

template <HasMembers Struct>
void read_members(const JsonPlace& object, Struct& to) {
  const auto read = [&]<typename Value>(const Member<Struct, Value>& member) {
    to.*member.value = read_as<Value>(object.need(member.key));
  };
  std::apply([&](const auto&... member) { (read(member), ...); }, kMembers<Struct>);
}

/// An object with a key for each member, and no other keys.
template <HasMembers Struct>
struct ObjectForm {
  static OrderedJson write(const Struct& value) {
    OrderedJson object = OrderedJson::object();
    write_members(value, object);
    return object;
  }
  static Struct read(const JsonPlace& place) {
    place.require_keys(keys_of<Struct>());
    Struct value;
    read_members(place, value);
    return value;
  }
};

template <HasMembers Struct>
struct JsonForm<Struct> : ObjectForm<Struct> {};

template <>
struct JsonForm<bool> {
  static OrderedJson write(bool value) { return value; }
  static bool read(const JsonPlace& place) { return place.boolean(); }
};

template <>
struct JsonForm<std::string> {
  static OrderedJson write(const std::string& value) { return value; }
  static std::string read(const JsonPlace& place) { return place.text(); }
};

/// JSON has no infinities: a number that is not finite (not measured) is written as 0.0.
template <>
struct JsonForm<double> {
  static OrderedJson write(double value) { return std::isfinite(value) ? value : 0.0; }
  static double read(const JsonPlace& place) { return place.number(); }
};

template <std::integral T>
struct JsonForm<T> {
  static OrderedJson write(T value) { return value; }
  static T read(const JsonPlace& place) {
    constexpr T kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
    const auto read_wide = [&] {
      if constexpr (std::is_signed_v<T>)
        return place.integer(kLeast);
      else
        return place.count();
    };
    const auto value = read_wide();
    if (!std::in_range<T>(value)) place.fail("too large", "at most " + std::to_string(kMost));
    return static_cast<T>(value);
  }
};

/// Names of an enumeration: `what` for messages, `from_string` for reading.
template <typename Enum>
struct Named {
  std::string_view what;
  std::optional<Enum> (*from_string)(std::string_view name);
};
template <typename Enum>
inline constexpr Named<Enum> kNamed = nullptr;

template <typename Enum>
requires std::is_enum_v<Enum>
struct JsonForm<Enum> {
  static OrderedJson write(Enum value) { return to_string(value); }
  static Enum read(const JsonPlace& place) {
    const std::optional<Enum> value = kNamed<Enum>.from_string(place.text());
    const std::string what(kNamed<Enum>.what);
    if (!value) place.fail("unknown " + what, "a " + what + " of this version of assay");
    return *value;
  }
};

template <>
struct JsonForm<OrderedJson> {
  static OrderedJson write(const OrderedJson& value) { return value; }
  static OrderedJson read(const JsonPlace& place) { return place.json(); }
};

template <typename T>
struct JsonForm<std::optional<T>> {
  static OrderedJson write(const std::optional<T>& value) {
    return value ? json_of(*value) : OrderedJson(nullptr);
  }
  static std::optional<T> read(const JsonPlace& place) {
    return place.json().is_null() ? std::nullopt : std::optional<T>(read_as<T>(place));
  }
};

template <typename T>
struct JsonForm<std::vector<T>> {
  static OrderedJson write(const std::vector<T>& values) {
    OrderedJson list = OrderedJson::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
  }
  static std::vector<T> read(const JsonPlace& place) {
    std::vector<T> values;
    for (const JsonPlace& item : place.items()) values.push_back(read_as<T>(item));
    return values;
  }
};

/// The tag of an alternative of a variant.
template <typename Alternative>
inline constexpr const char* kTag = nullptr;

/// {"type": TAG, ..}: the tag, then the members of the alternative.
template <HasMembers Struct>
OrderedJson tagged(const Struct& value) {
  OrderedJson object{{"type", kTag<Struct>}};
  write_members(value, object);
  return object;
}
template <HasMembers Struct>
Struct read_tagged(const JsonPlace& place) {
  std::vector<std::string> keys = keys_of<Struct>();
  keys.insert(keys.begin(), "type");
  place.require_keys(keys);
  Struct value;
  read_members(place, value);
  return value;
}

template <HasMembers... Structs>
struct JsonForm<std::variant<Structs...>> {
  static OrderedJson write(const std::variant<Structs...>& value) {
    return std::visit([](const auto& alternative) { return tagged(alternative); }, value);
  }
  static std::variant<Structs...> read(const JsonPlace& place) {
    const JsonPlace type = place.need("type");
    std::optional<std::variant<Structs...>> value;
    ((type.text() == kTag<Structs> ? void(value = read_tagged<Structs>(place)) : void()), ...);
    if (!value) type.fail("unknown type", "one of " + quoted_list({kTag<Structs>...}));
    return *value;
  }
};

}  // namespace assay
