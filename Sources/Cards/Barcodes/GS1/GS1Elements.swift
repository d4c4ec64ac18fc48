/// The element strings of a GS1 code, `(01)09501101530003(10)AB-123`: each an application identifier and its data, checked.
public struct GS1Elements: Hashable, Sendable {
    public struct Element: Hashable, Sendable {
        /// `01`, `3102`.
        public let identifier: String
        public let data: String

        /// The identifier without parentheses before the data.
        var plain: String { identifier + data }
        var written: String { "(\(identifier))\(data)" }
    }

    /// Never empty.
    public let elements: [Element]

    /// Ends variable-length data, and stands for FNC1.
    static let separator: Unicode.Scalar = "\u{1D}"

    init(elements: [Element]) { self.elements = elements }

    /// As scanners return them: without parentheses, ``separator`` after each variable-length element but the last.
    public var scanned: String {
        var text = ""
        for (index, element) in elements.enumerated() {
            text += element.plain
            let isPredefined = GS1Identifier.isPredefinedLength(element.identifier)
            if index < elements.count - 1, !isPredefined { text.unicodeScalars.append(Self.separator) }
        }
        return text
    }

    /// With parentheses around the identifiers; as scanners return them if parentheses in the data could be read as an identifier.
    public var text: String {
        let written = elements.map(\.written).joined()
        return elements.allSatisfy { !Self.holdsIdentifier($0.data) } ? written : scanned
    }

    /// Whether something in parentheses looks like an identifier.
    private static func holdsIdentifier(_ data: String) -> Bool {
        let scalars = Array(data.unicodeScalars)
        return scalars.indices.contains { identifier(in: scalars, at: $0) != nil }
    }

    /// The digits in parentheses at this index, as of `(01)`: two to four; nil otherwise.
    static func identifier(in scalars: [Unicode.Scalar], at index: Int) -> String? {
        guard index < scalars.count, scalars[index] == "(" else { return nil }
        let digits = scalars[(index + 1)...].prefix { ("0"..."9").contains($0) }
        guard (2...4).contains(digits.count), digits.endIndex < scalars.count, scalars[digits.endIndex] == ")" else {
            return nil
        }
        return String(String.UnicodeScalarView(digits))
    }
}
