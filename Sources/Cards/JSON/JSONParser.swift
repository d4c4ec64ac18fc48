internal import Basics

/// Parses one JSON value from bytes (RFC 8259), strictly, with a depth limit; numbers are not converted.
///
/// Written here because common parsers either convert numbers to binary fractions or drop unknown members, and an unknown field
/// must be written back unchanged.
public struct JSONParser {
    /// Deeper values are rejected: no card needs them, and a recursive parser must not exhaust its stack.
    public static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    private var valuesLeft: Int
    /// Whether the last string had an unpaired surrogate.
    private var isUnpaired = false
    private var isInKey = false

    private init(_ bytes: [UInt8], maximumValues: Int = .max) { (self.bytes, valuesLeft) = (bytes, maximumValues) }

    /// Parses the only value in the bytes; a byte order mark is skipped. Throws ``JSONError``.
    /// - Parameter maximumValues: a text with more values, nested ones included, is rejected: each takes many times its bytes in
    ///   memory.
    public static func parse(_ bytes: [UInt8], maximumValues: Int = .max) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes, maximumValues: maximumValues)
        parser.skipByteOrderMark()
        let value = try parser.value(depth: 0)
        try parser.end()
        return value
    }

    /// The members of the only object in the bytes, in order and with duplicate keys; nil for another value. A dictionary would
    /// cost an import more time than parsing does.
    public static func members(
        _ bytes: [UInt8], maximumValues: Int = .max
    ) throws(JSONError) -> [(key: String, value: JSON)]? {
        var parser = JSONParser(bytes, maximumValues: maximumValues)
        parser.skipByteOrderMark()
        parser.skipBlanks()
        guard parser.peek() == UInt8(ascii: "{") else {
            _ = try parse(bytes, maximumValues: maximumValues)
            return nil
        }
        var members: [(key: String, value: JSON)] = []
        members.reserveCapacity(16)
        try parser.object(depth: 0) { members.append(($0, $1)) }
        try parser.end()
        return members
    }

    /// The text of a string, given as it is written between its quotes; empty for one that is not valid.
    static func text(of source: String) -> String {
        var parser = JSONParser(Array("\"\(source)\"".utf8))
        return (try? parser.string()) ?? ""
    }

    private mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func end() throws(JSONError) {
        skipBlanks()
        guard position == bytes.count else { throw error(.extraText) }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        guard depth <= Self.maximumDepth else { throw error(.tooDeep) }
        guard valuesLeft > 0 else { throw error(.tooMany) }
        valuesLeft -= 1
        skipBlanks()
        switch peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""):
            let start = position + 1
            let text = try string()
            return isUnpaired
                ? .unpaired(String(decoding: bytes[start..<position - 1], as: UTF8.self)) : .string(text)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some: return .number(try number())
        case nil: throw error(.cutOff)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        var members = JSONObject()
        try object(depth: depth) { members[$0] = $1 }
        return members
    }

    private mutating func object(depth: Int, each: (String, JSON) -> Void) throws(JSONError) {
        position += 1
        skipBlanks()
        if consume("}") { return }
        repeat {
            skipBlanks()
            guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
            isInKey = true
            let key = try string()
            isInKey = false
            skipBlanks()
            guard consume(":") else { throw unexpected() }
            each(key, try value(depth: depth + 1))
            skipBlanks()
        } while consume(",")
        guard consume("}") else { throw unexpected() }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        position += 1
        skipBlanks()
        if consume("]") { return elements }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while consume(",")
        guard consume("]") else { throw unexpected() }
        return elements
    }

    private mutating func string() throws(JSONError) -> String {
        isUnpaired = false
        position += 1
        let start = position
        position = endOfPlainText(from: start)
        if let byte = peek(), byte < 0x20 { throw error(.badString) }
        // Fast path: without an escape the text is the bytes themselves, such as a photo of a megabyte.
        if consume("\"") { return try text(bytes[start..<position - 1]) }
        var buffer = Array(bytes[start..<position])
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(buffer[...])
            case UInt8(ascii: "\\"): try appendEscape(to: &buffer)
            case ..<0x20: throw error(.badString)
            default: buffer.append(byte)
            }
        }
        throw error(.cutOff)
    }

    /// The index of the first quote, escape or control character.
    private func endOfPlainText(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { JSONStringScan.end(in: $0, from: start) }
    }

    private mutating func appendEscape(to buffer: inout [UInt8]) throws(JSONError) {
        guard let byte = peek() else { throw error(.cutOff) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"): buffer.append(contentsOf: String(Character(try unicodeEscape())).utf8)
        default: throw error(.badString)
        }
    }

    /// An unpaired surrogate is not a character (RFC 8259, 8.2): it becomes U+FFFD, in a key its ``UnpairedSurrogate``, and the rest of the
    /// text is kept.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let high = try fourDigits()
        if let scalar = Unicode.Scalar(high) { return scalar }
        if (0xD800..<0xDC00).contains(high), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let before = position
            position += 2
            let low = try fourDigits()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
            position = before
        }
        isUnpaired = true
        return isInKey ? UnpairedSurrogate.scalar(for: high) : "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error(.cutOff) }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Hexadecimal.value(of: byte) else { throw error(.badString) }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        _ = consume("-")
        if !consume("0") { try digits() }
        if consume(".") { try digits() }
        if consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek(), byte.isDigit { position += 1 }
        if position == start { throw unexpected() }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count else { throw error(.cutOff) }
            guard bytes[position] == word.utf8Start[index] else { throw unexpected() }
            position += 1
        }
        return value
    }

    private func text(_ slice: ArraySlice<UInt8>) throws(JSONError) -> String {
        // Fast path: validating takes several times as long, and nearly all bytes of a file are ASCII.
        if slice.withUnsafeBytes(\.isASCII) { return String(decoding: slice, as: UTF8.self) }
        guard let text = String(validating: slice, as: UTF8.self) else { throw error(.badUTF8) }
        return text
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func unexpected() -> JSONError { error(position < bytes.count ? .unexpectedCharacter : .cutOff) }
    private func error(_ kind: JSONError.Kind) -> JSONError { JSONError(kind: kind, offset: position) }
}

/// A syntax error in a JSON text, and its byte offset (from 0).
public struct JSONError: UserFacingError, Equatable {
    public enum Kind: Hashable, Sendable {
        case cutOff, unexpectedCharacter, extraText, badString, badUTF8, tooDeep, tooLarge, tooMany
    }

    public var kind: Kind
    public var offset: Int

    public init(kind: Kind, offset: Int) { (self.kind, self.offset) = (kind, offset) }

    public var userMessage: String { "\(reason) (at byte \(offset))" }

    private var reason: String {
        switch kind {
        case .cutOff: "the JSON text ends too early"
        case .unexpectedCharacter: "this is not JSON"
        case .extraText: "there is text after the JSON value"
        case .badString: "a JSON string is invalid"
        case .badUTF8: "a JSON string is not UTF-8"
        case .tooDeep: "the JSON text is nested too deeply"
        case .tooLarge: "one element of the JSON text is too large"
        case .tooMany: "it has too many values"
        }
    }
}

/// Scans the inside of a JSON string quickly: a photo is one run of a megabyte, scanned more than once on its way.
enum JSONStringScan {
    /// The index of the first quote, escape or control character; the end of the bytes if there is none.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        // Eight bytes at a time.
        while index + 8 <= raw.count, !hasSpecial(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
            index += 8
        }
        while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
        return index
    }

    /// Whether the text needs no escape: a writer also escapes DEL, which a reader accepts.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var index = 0
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let deletes = word ^ (ones &* 0x7F)
            if hasSpecial(word) || (deletes &- ones) & ~deletes & highBits != 0 { return false }
            index += 8
        }
        return text[index...].allSatisfy { !isSpecial($0) && $0 != 0x7F }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A byte is less than a bound of at most 128 if subtracting the bound borrows into the high bit, which was clear ("Bit
    /// Twiddling Hacks", determine if a word has a byte less than n); it equals a character if its XOR with that character is less
    /// than 1.
    @inline(__always)
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let escapes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            ((quotes &- ones) & ~quotes) | ((escapes &- ones) & ~escapes) | ((word &- (ones &* 0x20)) & ~word)
        return found & highBits != 0
    }

    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
    }
}
