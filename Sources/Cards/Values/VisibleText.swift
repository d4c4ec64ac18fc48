/// Text from outside as it may stand in a line of the log or in a message: one line, control and direction
/// characters as `\u{1B}`. It knows nothing of columns; what reaches the screen goes through the screen's own rules.
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

    /// Whether a terminal would act on it, or an eye would not see it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: false
        }
    }
}
