/// Reads elements and their text from XML with namespaces, one after the other. Attributes other than namespaces are skipped; a
/// document type, and with it any entity but the five of XML itself, is an error.
struct XMLReader {
    enum Event: Hashable {
        /// Namespace and local name, as one text: "DAV:" and "href" make "DAV:href".
        case start(String)
        case text(String)
        case end
    }

    private static let longestName = 512

    private let bytes: [UInt8]
    private var position = 0
    private var open: [(name: String, namespaces: [String: String])] = []
    /// An empty element has its end behind its start.
    private var hasPendingEnd = false
    private var hasFailed = false

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Whether everything was read, and every element has its end.
    var isComplete: Bool { !hasFailed && position == bytes.count && open.isEmpty && !hasPendingEnd }

    /// Nil at the end, and at what is no XML.
    mutating func next() -> Event? {
        if hasFailed { return nil }
        if hasPendingEnd {
            hasPendingEnd = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") { return text() }
            if skips("<!--", to: "-->") || skips("<?", to: "?>") { continue }
            if let data = section() { return data }
            if hasFailed { return nil }
            return starts("</") ? end() : start()
        }
        return nil
    }

    private mutating func fail() -> Event? {
        hasFailed = true
        return nil
    }

    // MARK: - Parts

    private func starts(_ prefix: String) -> Bool { bytes[position...].starts(with: prefix.utf8) }

    /// The place behind the next occurrence.
    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = start
        while index + wanted.count <= bytes.count {
            if bytes[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
            index += 1
        }
        return nil
    }

    private mutating func skips(_ beginning: String, to ending: String) -> Bool {
        guard !hasFailed, starts(beginning) else { return false }
        guard let end = find(ending, from: position + beginning.utf8.count) else {
            hasFailed = true
            return false
        }
        position = end
        return true
    }

    private mutating func section() -> Event? {
        if hasFailed { return nil }
        guard starts("<![CDATA[") else { return starts("<!") ? fail() : nil }
        let start = position + 9
        guard !open.isEmpty, let end = find("]]>", from: start) else { return fail() }
        position = end
        return .text(String(decoding: bytes[start..<end - 3], as: UTF8.self))
    }

    private mutating func text() -> Event? {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let raw = bytes[position..<end]
        position = end
        guard let text = Self.unescaped(raw), !open.isEmpty || raw.allSatisfy(Self.isBlank) else { return fail() }
        return open.isEmpty ? next() : .text(text)
    }

    private mutating func end() -> Event? {
        position += 2
        guard let name = name(), let last = open.last, last.name == name else { return fail() }
        skipBlanks()
        guard take(">") else { return fail() }
        open.removeLast()
        return .end
    }

    private mutating func start() -> Event? {
        position += 1
        guard let name = name() else { return fail() }
        var namespaces = open.last?.namespaces ?? [:]
        while true {
            skipBlanks()
            let isEmpty = take("/")
            if take(">") {
                open.append((name, namespaces))
                hasPendingEnd = isEmpty
                return Self.resolved(name, namespaces).map { .start($0) } ?? fail()
            }
            guard !isEmpty, let attribute = self.name(), let value = value() else { return fail() }
            if attribute == "xmlns" { namespaces[""] = value }
            if attribute.hasPrefix("xmlns:") { namespaces[String(attribute.dropFirst(6))] = value }
        }
    }

    private static func resolved(_ name: String, _ namespaces: [String: String]) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return (namespaces[""] ?? "") + name
        case 2: return namespaces[String(parts[0])].map { $0 + parts[1] }
        default: return nil
        }
    }

    // MARK: - Smaller parts

    private mutating func name() -> String? {
        let start = position
        while position < bytes.count, Self.isInName(bytes[position]) { position += 1 }
        guard position > start, position - start <= Self.longestName else { return nil }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func value() -> String? {
        skipBlanks()
        guard take("=") else { return nil }
        skipBlanks()
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
            let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
        else { return nil }
        let raw = bytes[position + 1..<end]
        position = end + 1
        return raw.contains(UInt8(ascii: "<")) ? nil : Self.unescaped(raw)
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: letter) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isInName(_ byte: UInt8) -> Bool {
        !isBlank(byte) && !"<>/='\"&".utf8.contains(byte)
    }

    private static func unescaped(_ raw: ArraySlice<UInt8>) -> String? {
        guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = raw
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                result.append(byte)
                continue
            }
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
            else { return nil }
            result += Array(String(Character(scalar)).utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }
}
