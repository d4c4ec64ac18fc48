internal import Glibc

// Texts in texts, by their bytes. By characters, a quotation mark that an accent follows is no quotation mark: what quotes a text for a
// shell or a database would pass it over, and whoever reads the result would not.

extension StringProtocol {
    /// Whether the bytes of a text are somewhere in this one.
    public func contains(bytesOf text: String) -> Bool { firstRange(bytesOf: text) != nil }

    /// Where the bytes of a text are for the first time; nil for nowhere.
    public func firstRange(bytesOf text: String) -> Range<Index>? {
        var (own, text) = (Substring(self), text)
        let offset = own.withUTF8 { own in
            text.withUTF8 { UnsafeRawBufferPointer(own).firstOffset(of: UnsafeRawBufferPointer($0)) }
        }
        return offset.map {
            let start = utf8.index(startIndex, offsetBy: $0)
            return start..<utf8.index(start, offsetBy: text.utf8.count)
        }
    }

    /// Each occurrence replaced, from the first on; those that begin in one before stay.
    public func replacing(bytesOf text: String, with replacement: String) -> String {
        var (result, rest) = ("", Substring(self))
        while !text.isEmpty, let range = rest.firstRange(bytesOf: text) {
            result += rest[..<range.lowerBound]
            result += replacement
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}

extension [UInt8] {
    /// Whether the bytes of a text are somewhere in these.
    public func contains(bytesOf text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            withUnsafeBytes { $0.firstOffset(of: UnsafeRawBufferPointer(text)) != nil }
        }
    }

    /// Where other bytes are for the first time; nil for nowhere.
    public func firstRange(of bytes: [UInt8]) -> Range<Int>? {
        let offset = withUnsafeBytes { own in bytes.withUnsafeBytes { own.firstOffset(of: $0) } }
        return offset.map { $0..<$0 + bytes.count }
    }
}

extension UnsafeRawBufferPointer {
    /// Where the bytes are for the first time, at this offset or behind it; nil for nowhere. No bytes are everywhere.
    public func firstOffset(of bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let first = bytes.first, let wanted = bytes.baseAddress else { return start <= count ? start : nil }
        guard let own = baseAddress else { return nil }
        var offset = start
        while count - offset >= bytes.count {
            guard let found = memchr(own + offset, Int32(first), count - offset - bytes.count + 1) else { return nil }
            offset = UnsafeRawPointer(found) - own
            if memcmp(own + offset, wanted, bytes.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
