// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "io/mesh_text.hpp"

namespace tocca::support {

/// Writes PLY values one by one as ASCII or as bytes of either order.
class PlyBytes {
public:
    enum class Encoding { ascii, little, big };

    explicit PlyBytes(Encoding encoding) : encoding_(encoding) {}

    [[nodiscard]] static std::string format(Encoding encoding)
    {
        switch (encoding) {
            case Encoding::ascii: return "ply\nformat ascii 1.0\n";
            case Encoding::little: return "ply\nformat binary_little_endian 1.0\n";
            case Encoding::big: break;
        }
        return "ply\nformat binary_big_endian 1.0\n";
    }

    template <class Value>
    PlyBytes& add(Value value)
    {
        if (encoding_ == Encoding::ascii) {
            if (!bytes_.empty() && bytes_.back() != '\n') bytes_ += ' ';
            bytes_ += exact_text(static_cast<double>(value), false);
            return *this;
        }
        std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
        if (encoding_ == Encoding::big) std::reverse(raw.begin(), raw.end());
        bytes_ += raw;
        return *this;
    }

    template <class Count, class Value>
    PlyBytes& list(const std::vector<Value>& values)
    {
        add(static_cast<Count>(values.size()));
        for (const Value value : values) add(value);
        return *this;
    }

    PlyBytes& end()
    {
        if (encoding_ == Encoding::ascii) bytes_ += '\n';
        return *this;
    }

    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    Encoding encoding_;
    std::string bytes_;
};

inline constexpr PlyBytes::Encoding all_ply_encodings[] = {PlyBytes::Encoding::ascii, PlyBytes::Encoding::little,
                                                           PlyBytes::Encoding::big};

}  // namespace tocca::support
