internal import Basics

/// The element strings of a GS1 code, `(01)09501101530003(10)AB-123`: each an application identifier and its data, checked.
public struct GS1Elements: Equatable, Sendable {
    public struct Element: Equatable, Sendable {
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

extension GS1Elements {
    /// More than any code holds; longer text is not examined.
    private static let longest = 400

    /// Reads both notations: with identifiers in parentheses, and as scanners return it: digits, ``separator`` after
    /// variable-length data, optionally preceded by the symbology identifier (`]C1`, `]e0`) or a separator. Blanks beside identifiers and in data of digits
    /// are gaps; in other data they belong to it, and no rule allows them.
    ///
    /// In the notation with parentheses, two to four digits in parentheses are always an identifier; data that contains such a
    /// sequence must be written as a scanner returns it. Throws ``BarcodeProblem``.
    public init(_ value: String) throws(BarcodeProblem) {
        let count = value.unicodeScalars.count { $0 != " " }
        guard count <= Self.longest else {
            throw .rule("a GS1 code holds 74 characters at most; you have \(count)")
        }
        let text = String(String.UnicodeScalarView(value.unicodeScalars.drop { $0 == " " }))
        if text.hasPrefix("(") {
            guard let found = Self.split(text) else { throw Self.noIdentifier }
            try self.init(checking: found)
        } else {
            try self.init(scanned: text)
        }
    }

    /// The elements of the notation with parentheses, not checked, without gaps; nil unless it begins with an identifier.
    static func split(_ text: String) -> [(identifier: String, data: String)]? {
        let scalars = Array(text.unicodeScalars)
        var found: [(identifier: String, data: String)] = []
        var position = scalars.firstIndex { $0 != " " } ?? 0
        while position < scalars.count {
            if let identifier = identifier(in: scalars, at: position) {
                found.append((identifier, ""))
                position += identifier.utf8.count + 2
            } else {
                guard let last = found.indices.last else { return nil }
                found[last].data.unicodeScalars.append(scalars[position])
                position += 1
            }
        }
        if found.isEmpty { return nil }
        return found.map { element in
            let holdsDigits = GS1Identifier.named(element.identifier)?.holdsDigitsOnly ?? false
            let data = holdsDigits ? element.data.replacing(bytesOf: " ", with: "") : element.data
            let inner = data.unicodeScalars.drop { $0 == " " }
            let end = inner.lastIndex { $0 != " " }.map { inner.index(after: $0) } ?? inner.startIndex
            return (element.identifier, String(inner[..<end]))
        }
    }

    private init(scanned text: String) throws(BarcodeProblem) {
        var rest = Self.withoutGaps(scanned: text).unicodeScalars[...]
        var found: [(identifier: String, data: String)] = []
        while true {
            rest = rest.drop { $0 == Self.separator }
            guard !rest.isEmpty else { break }
            guard let identifier = GS1Identifier.beginning(Substring(rest)) else {
                throw rest.first.map { ("0"..."9").contains($0) } == true
                    ? Self.unknown(String(String.UnicodeScalarView(rest.prefix(2)))) : Self.noIdentifier
            }
            rest = rest.dropFirst(identifier.digits.count)
            var data = rest.prefix { $0 != Self.separator }
            if identifier.isPredefinedLength { data = data.prefix(identifier.lengths.upperBound) }
            rest = rest[data.endIndex...]
            found.append((identifier.digits, String(data)))
        }
        guard !found.isEmpty else { throw .empty }
        try self.init(checking: found)
    }

    /// What a scanner would return, without a symbology identifier and without gaps.
    static func withoutGaps(scanned text: String) -> String {
        var rest = text.unicodeScalars.drop { $0 == " " }
        for prefix in ["]C1", "]e0"] where String(rest.prefix(3)) == prefix { rest = rest.dropFirst(3) }
        var result = String.UnicodeScalarView()
        while let next = rest.first {
            if next == " " || next == separator {
                if next == separator { result.append(next) }
                rest.removeFirst()
                continue
            }
            guard let identifier = GS1Identifier.beginning(Substring(rest)) else {
                // Nobody knows where these elements end. People type digits in groups.
                let isOfDigits = rest.allSatisfy { $0 == " " || $0 == separator || ("0"..."9").contains($0) }
                result.append(contentsOf: isOfDigits ? rest.filter { $0 != " " } : Array(rest))
                break
            }
            result.append(contentsOf: identifier.digits.unicodeScalars)
            rest = rest.dropFirst(identifier.digits.count)
            let most = identifier.isPredefinedLength ? identifier.lengths.upperBound : .max
            var count = 0
            while let next = rest.first, next != separator, count < most {
                rest.removeFirst()
                if next == " ", identifier.holdsDigitsOnly { continue }
                result.append(next)
                count += 1
            }
        }
        return String(result)
    }

    private init(checking found: [(identifier: String, data: String)]) throws(BarcodeProblem) {
        var elements: [Element] = []
        for (position, one) in found.enumerated() {
            guard let identifier = GS1Identifier.named(one.identifier) else { throw Self.unknown(one.identifier) }
            try identifier.check(one.data) { fixed in
                let all = found.enumerated().map {
                    Element(identifier: $1.identifier, data: $0 == position ? fixed : $1.data)
                }
                return GS1Elements(elements: all).text
            }
            elements.append(Element(identifier: one.identifier, data: one.data))
        }
        self.init(elements: elements)
    }

    private static let noIdentifier = BarcodeProblem.rule(
        "each part starts with a GS1 application identifier: (01)09501101530003(10)AB-123")

    private static func unknown(_ digits: String) -> BarcodeProblem {
        .rule("(\(digits)) is not a known GS1 application identifier")
    }
}

extension GS1Identifier {
    /// Throws ``BarcodeProblem`` where the data breaks a rule.
    /// - Parameter whole: returns the complete corrected value for the corrected data.
    func check(_ data: String, whole: (String) -> String) throws(BarcodeProblem) {
        let scalars = Array(data.unicodeScalars)
        guard lengths.contains(scalars.count) else {
            throw .rule("(\(digits)) needs \(lengthText); you have \(scalars.count)")
        }
        var position = 0
        for (index, part) in parts.enumerated() where position < scalars.count {
            // Only the last part of an identifier has variable length.
            let count = min(part.lengths.upperBound, scalars.count - position)
            let piece = scalars[position..<(position + count)]
            let isLast = index == parts.count - 1 || position + count == scalars.count
            guard part.lengths.contains(count), !isLast || position + count == scalars.count else {
                throw .rule("(\(digits)) needs \(lengthText); you have \(scalars.count)")
            }
            if let odd = piece.first(where: { !part.holds($0) }) {
                let fixed = odd == " " ? whole(data.replacing(bytesOf: " ", with: "")) : nil
                throw .character(Character(odd), allowed: part.label, fixed: fixed)
            }
            let text = String(String.UnicodeScalarView(piece))
            try check(text, by: part.rule) { fixed in
                func joined(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
                    String(String.UnicodeScalarView(scalars))
                }
                return whole(joined(scalars[..<piece.startIndex]) + fixed + joined(scalars[piece.endIndex...]))
            }
            position += count
        }
    }

    private func check(_ text: String, by rule: Part.Rule, whole: (String) -> String) throws(BarcodeProblem) {
        switch rule {
        case .none: return
        case .checkDigit: try CheckDigit.verify(text, whole: whole)
        case .checkPair: try CheckPair.verify(text, whole: whole)
        case .hour, .minute, .second:
            guard let number = Int(text), number < (rule == .hour ? 24 : 60) else {
                throw .rule("(\(digits)) needs a time as HHMMSS, not \(text)")
            }
        case .day, .dayOrMonth:
            let numbers = [text.prefix(2), text.dropFirst(2).prefix(2), text.dropFirst(4)].compactMap { Int($0) }
            let isWholeMonth = rule == .dayOrMonth && text.hasSuffix("00")
            guard numbers.count == 3,
                CalendarDay(year: 2000 + numbers[0], month: numbers[1], day: isWholeMonth ? 1 : numbers[2]) != nil
            else { throw .rule("(\(digits)) needs a date as YYMMDD, not \(text)") }
        }
    }

    private var lengthText: String {
        let unit = parts.allSatisfy { $0.characters == .digits } ? "digits" : "characters"
        if lengths.count == 1 { return "\(lengths.lowerBound) \(unit)" }
        if parts.allSatisfy({ $0.lengths.count == 1 }) {
            // Complete parts only: 3, 6, 9, 12 or 15 digits.
            var (length, possible) = (0, [String]())
            for (index, part) in parts.enumerated() {
                length += part.lengths.lowerBound
                if index + 1 == parts.count || parts[index + 1].isOptional { possible.append("\(length)") }
            }
            return "\(possible.dropLast().joined(separator: ", ")) or \(length) \(unit)"
        }
        return "\(lengths.lowerBound) to \(lengths.upperBound) \(unit)"
    }
}
