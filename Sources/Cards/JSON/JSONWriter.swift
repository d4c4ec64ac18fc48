internal import Basics

/// Writes JSON as UTF-8 bytes, keys in the order given, one line or indented by two.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool

    /// `capacity`: the expected number of bytes.
    public init(pretty: Bool = false, capacity: Int = 0) {
        isPretty = pretty
        bytes.reserveCapacity(capacity)
    }

    /// The value in one line, members in their order.
    public static func bytes(of value: JSON) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    public static func bytes(of texts: [String]) -> [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.write(texts)
        return writer.bytes
    }

    /// Members in their order.
    public mutating func write(_ members: [(key: String, value: JSON)], indent: Int = 0) {
        block("{", "}", members, indent: indent) { writer, member in
            writer.write(key: member.key)
            writer.append(writer.isPretty ? ": " : ":")
            writer.write(member.value, indent: indent + 1)
        }
    }

    public mutating func write(_ value: JSON, indent: Int = 0) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let text): appendUnescaped(text)
        case .string(let text): write(text)
        case .unpaired(let source): appendUnescaped("\"\(source)\"")
        case .array(let elements):
            block("[", "]", elements, indent: indent) { $0.write($1, indent: indent + 1) }
        case .object(let members):
            write(members.map { (key: $0.key, value: $0.value) }, indent: indent)
        }
    }

    /// An array of strings.
    public mutating func write(_ texts: [String]) {
        append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { append(",") }
            write(text)
        }
        append("]")
    }

    mutating func write(key: String) {
        let start = bytes.count
        write(key)
        guard bytes[start...].contains(UnpairedSurrogate.firstByte) else { return }
        let written = String(decoding: bytes[start...], as: UTF8.self)
        bytes.removeSubrange(start...)
        for scalar in written.unicodeScalars {
            appendUnescaped(UnpairedSurrogate.escape(of: scalar) ?? String(Character(scalar)))
        }
    }

    /// Writes a JSON string. Only quotes, backslashes and control characters are escaped.
    public mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            // Most texts need no escape and are copied in one call, as are the runs between escapes.
            if JSONStringScan.isPlain(text) { return bytes.append(contentsOf: text) }
            var start = 0
            for (index, byte) in text.enumerated() where Self.isEscaped(byte) {
                bytes.append(contentsOf: text[start..<index])
                appendEscape(of: byte)
                start = index + 1
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool { JSONStringScan.isSpecial(byte) || byte == 0x7F }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            appendUnescaped(Hexadecimal.text(of: byte))
        }
    }

    private mutating func block<Element>(
        _ open: StaticString, _ close: StaticString, _ elements: [Element], indent: Int,
        each: (inout JSONWriter, Element) -> Void
    ) {
        append(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            breakLine(indent + 1)
            each(&self, element)
        }
        if !elements.isEmpty { breakLine(indent) }
        append(close)
    }

    private mutating func breakLine(_ indent: Int) {
        if isPretty { appendUnescaped("\n" + String(repeating: "  ", count: indent)) }
    }

    private mutating func appendUnescaped(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends text that is JSON already.
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The same.
    mutating func append(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    /// Takes back what was written from this byte on.
    mutating func removeAll(from end: Int) { bytes.removeSubrange(end...) }
}

/// Half a surrogate pair in a key (RFC 8259, 8.2), which no text can hold. A scalar of plane 16, for private use, stands for it in the text
/// of the key, so that keys stay different and such a member is written as it came.
enum UnpairedSurrogate {
    private static let offset: UInt32 = 0x10_0000
    /// Of each such scalar in UTF-8.
    static let firstByte: UInt8 = 0xF4

    static func scalar(for code: UInt32) -> Unicode.Scalar { Unicode.Scalar(offset + code) ?? "\u{FFFD}" }

    /// As it is written in JSON; nil for another scalar.
    static func escape(of scalar: Unicode.Scalar) -> String? {
        guard (0x10_D800...0x10_DFFF).contains(scalar.value) else { return nil }
        return "\\u" + String(scalar.value - offset, radix: 16)
    }
}
