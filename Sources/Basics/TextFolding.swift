internal import CUTF8Proc

/// Folds text so that names sort and match the same on every machine: compatibility decomposition without marks, case folding
/// (utf8proc), and a small table for letters without a decomposition.
public enum TextFolding {
    /// Letters with a stroke or ligature, which have no decomposition.
    private static let letters: [Unicode.Scalar: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n",
        "ĸ": "k", "ß": "ss",
    ]

    public static func fold(_ text: String) -> String {
        if text.isEmpty { return "" }
        var copy = text
        if copy.withUTF8({ UnsafeRawBufferPointer($0).isASCII }) { return text.lowercased() }
        let options =
            UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_STRIPMARK.rawValue
            | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue
        let folded: String? = copy.withUTF8 { bytes in
            var result: UnsafeMutablePointer<utf8proc_uint8_t>?
            let length = utf8proc_map(bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: options))
            defer { free(result) }
            guard length >= 0, let result else { return nil }
            return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
        }
        guard let folded else { return text.lowercased() }
        guard folded.unicodeScalars.contains(where: { !$0.isASCII && letters[$0] != nil }) else { return folded }
        return folded.unicodeScalars.reduce(into: "") { result, scalar in
            if !scalar.isASCII, let plain = letters[scalar] {
                result += plain
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
