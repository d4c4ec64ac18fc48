/// Escapes external text for a log line or a message: one line, with control and direction characters as `\u{1B}`. It does not know
/// column widths; the screen has its own rules.
public enum VisibleText {
    public static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isHidden(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a terminal would interpret it, or it would be invisible.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: false
        }
    }
}

extension String {
    /// Enough of a name to recognize the card; a longer one would push the rest of the sentence out of sight.
    public var shortName: String { shortened(to: 60) }

    /// At most this many characters, the last an ellipsis where some are left out.
    public func shortened(to length: Int) -> String { count > length ? prefix(length - 1) + "…" : self }
}
