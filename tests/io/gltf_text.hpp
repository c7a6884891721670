// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::support {

/// Builds small glTF files: data is added as accessors, the rest is given as JSON.
class GltfText {
public:
    /// Adds an accessor of floats; gives its number.
    std::size_t floats(const std::string& type, std::size_t components, const std::vector<float>& values)
    {
        return accessor(type, 5126, bytes_of(values), values.size() / components, "");
    }

    template <class Integer>
    std::size_t integers(const std::string& type, std::size_t components, const std::vector<Integer>& values,
                         bool normalized = false)
    {
        const std::size_t component_type = sizeof(Integer) == 1 ? 5121 : sizeof(Integer) == 2 ? 5123 : 5125;
        return accessor(type, component_type, bytes_of(values), values.size() / components,
                        normalized ? ",\"normalized\":true" : "");
    }

    /// Adds an accessor of any JSON.
    std::size_t raw_accessor(const std::string& json)
    {
        accessors_.push_back(json);
        return accessors_.size() - 1;
    }

    /// Adds bytes as a part of the buffer; gives the number of the part.
    std::size_t view(const std::string& bytes, const std::string& more = "")
    {
        while (data_.size() % 4 != 0) data_ += '\0';
        views_.push_back("{\"buffer\":0,\"byteOffset\":" + std::to_string(data_.size()) +
                         ",\"byteLength\":" + std::to_string(bytes.size()) + more + "}");
        data_ += bytes;
        return views_.size() - 1;
    }

    template <class Value>
    [[nodiscard]] static std::string bytes_of(const std::vector<Value>& values)
    {
        return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
    }

    /// With the data in the text.
    [[nodiscard]] std::string text(const std::string& rest) const
    {
        return json(rest, ",\"uri\":\"data:application/octet-stream;base64," + base64(data_) + "\"");
    }

    /// With the data in a file called `name`.
    [[nodiscard]] std::string text_beside(const std::string& name, const std::string& rest) const
    {
        return json(rest, ",\"uri\":\"" + name + "\"");
    }

    [[nodiscard]] const std::string& data() const { return data_; }

    [[nodiscard]] std::string binary(const std::string& rest) const
    {
        std::string text = json(rest, "");
        while (text.size() % 4 != 0) text += ' ';
        std::string data = data_;
        while (data.size() % 4 != 0) data += '\0';
        return "glTF" + number(2) + number(12 + 8 + text.size() + 8 + data.size()) + number(text.size()) + "JSON" +
               text + number(data.size()) + std::string("BIN\0", 4) + data;
    }

    [[nodiscard]] static std::string base64(std::string_view bytes)
    {
        constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string text;
        for (std::size_t i = 0; i < bytes.size(); i += 3) {
            std::uint32_t bits = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
            }
            for (std::size_t k = 0; k < 4; ++k) {
                text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63] : '=';
            }
        }
        return text;
    }

private:
    [[nodiscard]] static std::string number(std::size_t value)
    {
        std::string bytes;
        for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
        return bytes;
    }

    std::size_t accessor(const std::string& type, std::size_t component_type, const std::string& bytes,
                         std::size_t count, const std::string& more)
    {
        const std::size_t part = view(bytes);
        return raw_accessor("{\"bufferView\":" + std::to_string(part) +
                            ",\"componentType\":" + std::to_string(component_type) +
                            ",\"count\":" + std::to_string(count) + ",\"type\":\"" + type + "\"" + more + "}");
    }

    [[nodiscard]] static std::string joined(const std::vector<std::string>& parts)
    {
        std::string text;
        for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
        return "[" + text + "]";
    }

    [[nodiscard]] std::string json(const std::string& rest, const std::string& address) const
    {
        return "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":" + std::to_string(data_.size()) +
               address + "}],\"bufferViews\":" + joined(views_) + ",\"accessors\":" + joined(accessors_) + "," + rest +
               "}";
    }

    std::string data_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

}  // namespace tocca::support
