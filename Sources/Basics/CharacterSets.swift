internal import Glibc

/// Converts text between character sets, by the C library.
public enum CharacterSets {
    /// Whether iconv knows this name.
    public static func isKnown(_ name: String) -> Bool {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return false }
        iconv_close(converter)
        return true
    }

    /// Nil where some of the bytes are no text of the one set, or have no place in the other, or the C library knows one of them not.
    /// - Parameters:
    ///   - source: a name that iconv knows, such as "CP1252".
    ///   - target: the same.
    public static func converted(_ bytes: [UInt8], from source: String, to target: String = "UTF-8") -> [UInt8]? {
        guard let converter = iconv_open(target, source), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        // At most four bytes for one, and a mark at the beginning.
        var output = [UInt8](repeating: 0, count: bytes.count * 4 + 4)
        var input = bytes
        let count = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output -> Int? in
                var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, available) = (input.count, output.count)
                // A conversion that is not exact counts what it changed.
                guard iconv(converter, &from, &left, &to, &available) == 0, left == 0 else { return nil }
                return output.count - available
            }
        }
        return count.map { Array(output.prefix($0)) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether every byte is of ASCII. Eight at a time: an import asks this of every text.
    public var isASCII: Bool {
        var index = 0
        while index + 8 <= count {
            if loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        return self[index...].allSatisfy { $0 < 0x80 }
    }
}
