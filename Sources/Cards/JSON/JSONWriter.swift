/// Writes JSON as UTF-8 bytes, keys in the order given, one line or indented by two.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool

    public init(pretty: Bool = false) { isPretty = pretty }

    /// The value in one line; objects by key, so that equal values are equal bytes.
    public static func bytes(of value: JSON) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    /// Members in their order, rather than by key.
    public mutating func write(_ members: [(key: String, value: JSON)], indent: Int = 0) {
        block("{", "}", members, indent: indent) { writer, member in
            writer.write(member.key)
            writer.append(writer.isPretty ? ": " : ":")
            writer.write(member.value, indent: indent + 1)
        }
    }

    public mutating func write(_ value: JSON, indent: Int = 0) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let text): append(text)
        case .string(let text): write(text)
        case .array(let elements):
            block("[", "]", elements, indent: indent) { $0.write($1, indent: indent + 1) }
        case .object(let members):
            write(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }, indent: indent)
        }
    }

    /// A JSON string. Control characters are escaped; everything else is itself.
    public mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case ..<0x20, 0x7F: append("\\u00" + Hexadecimal.text(of: byte))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func block<Element>(
        _ open: String, _ close: String, _ elements: [Element], indent: Int,
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
        if isPretty { append("\n" + String(repeating: "  ", count: indent)) }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
