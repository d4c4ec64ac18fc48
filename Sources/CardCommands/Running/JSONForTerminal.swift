/// JSON that may be looked at: whatever a terminal would act on, or an eye would not see, stands as `\u`. Only strings can hold
/// such characters, so a replacement anywhere leaves the value as it is.
enum JSONForTerminal {
    static func text(of json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard isHidden(scalar) else {
                result.unicodeScalars.append(scalar)
                return
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Our own line ends between the cards are no part of a string.
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        default: false
        }
    }
}
