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

    /// Escapes U+2028 and U+2029, which many programs treat as line ends, and the control characters from U+007F on. JSON has escaped
    /// those below.
    static func neutralized(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < json.count {
            guard let (scalar, length) = unsafeScalar(in: json, at: index) else {
                index += 1
                continue
            }
            result += json[copied..<index]
            result += Array(escape(scalar).utf8)
            index += length
            copied = index
        }
        return copied == 0 ? json : result + json[copied...]
    }

    /// The character that begins there and has to be escaped, and its bytes.
    @inline(__always)
    private static func unsafeScalar(in json: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = json[index]
        guard first >= 0x7F else { return nil }
        func byte(_ offset: Int) -> UInt8 { index + offset < json.count ? json[index + offset] : 0 }
        if first == 0x7F { return ("\u{7F}", 1) }
        if first == 0xC2, (0x80...0x9F).contains(byte(1)) { return (Unicode.Scalar(byte(1)), 2) }
        guard first == 0xE2, byte(1) == 0x80, byte(2) & 0xFE == 0xA8 else { return nil }
        return (byte(2) == 0xA8 ? "\u{2028}" : "\u{2029}", 3)
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
