/// JSON that is safe to display: characters that a terminal interprets, or that are invisible, are written as `\u`. Only strings
/// can contain such characters, so replacing them anywhere preserves the value.
enum JSONForTerminal {
    /// More combining marks than any language uses on a letter would cover the lines around it.
    private static let maximumMarks = 4

    static func text(of json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var marks = 0
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            marks = isMark(scalar) ? marks + 1 : 0
            if isHidden(scalar) || marks > maximumMarks {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Escapes U+2028 and U+2029: many programs treat them as line ends, which would split a card.
    static func withoutLineSeparators(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + 2 < json.count {
            if json[index] == 0xE2, json[index + 1] == 0x80, json[index + 2] & 0xFE == 0xA8 {
                result += json[copied..<index]
                result += Array((json[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                index += 3
                copied = index
            } else {
                index += 1
            }
        }
        return copied == 0 ? json : result + json[copied...]
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.reduce(into: "") { result, unit in
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // The newlines between the cards are not part of a string.
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        default: false
        }
    }
}
