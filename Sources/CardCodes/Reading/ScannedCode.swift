internal import Basics
public import Cards

/// A scanned code: its kind and its bytes, before they are interpreted as text.
public struct ScannedCode: Hashable, Sendable {
    public let format: BarcodeFormat
    /// As a scanner returns them, except for GS1 DataBar Expanded: there each element has its identifier in parentheses, as
    /// `(01)`.
    public let bytes: [UInt8]
    /// The character set that the code declares for its bytes (ECI); 0 for none, and where it declares several.
    public let eci: Int
    /// Whether it is marked as GS1, in a kind that can also hold other bytes.
    public let isMarkedGS1: Bool
    /// Its position among several codes that hold one text together.
    public let part: CodePart?
    /// Whether it may be a misreading: found beside another code, and in too few lines or not confirmed by the strict reading.
    public var isDoubtful: Bool

    public init(
        format: BarcodeFormat, bytes: [UInt8], eci: Int = 0, isMarkedGS1: Bool = false,
        part: CodePart? = nil, isDoubtful: Bool = false
    ) {
        self.format = format
        self.bytes = bytes
        self.eci = eci
        self.isMarkedGS1 = isMarkedGS1
        self.part = part
        self.isDoubtful = isDoubtful
    }
}

/// Converts a scanned code to a card's barcode, which gives a scanner the same bytes when it is drawn again.
extension ScannedCode {
    public var barcode: FoundBarcode {
        var found = whole
        (found.part, found.isDoubtful) = (part, isDoubtful)
        return found
    }

    private var whole: FoundBarcode {
        switch format {
        case .ean8, .ean13, .upcA, .upcE: return retail
        case .codabar:
            let value = latin1
            return found(value, number: value.count > 2 ? String(value.dropFirst().dropLast()) : value)
        case .dataBarExpanded, .gs1Code128:
            // Unknown elements are kept as they are, and so is what would give other bytes when it is drawn.
            let content = try? BarcodeContent(latin1, as: format)
            let isExact = format == .dataBarExpanded || content?.bytes == bytes
            let value = isExact ? content?.text ?? latin1 : latin1
            return found(value, number: value)
        default: return format.holdsBytes ? elements ?? text : found(latin1, number: latin1)
        }
    }

    private func found(_ value: String, number: String, encoding: BarcodeEncoding? = nil) -> FoundBarcode {
        // Blanks at the ends belong to the code only: nobody types them into the number.
        let number = number.trimmed
        let barcode = Barcode(
            format: format, value: value.isSameText(as: number) ? nil : value, encoding: encoding?.rawValue)
        return FoundBarcode(barcode: barcode.asScanned(number: number), number: number)
    }

    /// The library separates an add-on by a blank.
    private var retail: FoundBarcode {
        let parts = latin1.split(separator: " ", maxSplits: 1)
        return found(parts.joined(separator: "+"), number: parts.first.map(String.init) ?? latin1)
    }

    /// Marked GS1 elements, for a kind that holds bytes; nil where drawing them would give other bytes.
    private var elements: FoundBarcode? {
        let encoding = BarcodeEncoding.gs1
        guard isMarkedGS1, let content = try? BarcodeContent(latin1, as: format, encoding: encoding.rawValue),
            content.bytes == bytes
        else { return nil }
        return found(content.text, number: content.text, encoding: encoding)
    }

    /// Text or bytes, for a kind that holds bytes. ASCII needs no encoding; another declared character set is kept. Unmarked UTF-8,
    /// and anything that cannot be typed, is stored as hexadecimal bytes: marking it would make another code, and as one character
    /// per byte it would be unreadable.
    private var text: FoundBarcode {
        let encoding = BarcodeEncoding(eci: eci)
        let declared = encoding?.text(of: bytes)
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        if let encoding, let declared, declared.isOneLine, encoding != .latin1, !isASCII || declared != latin1 {
            return found(declared, number: declared, encoding: encoding)
        }
        let unicode = encoding == .latin1 ? nil : String(validating: bytes, as: UTF8.self)
        if isASCII || unicode == nil, latin1.isOneLine { return found(latin1, number: latin1) }
        let value = Hexadecimal.text(of: bytes, uppercase: true)
        let shown = declared ?? unicode ?? ShiftJIS.text(of: bytes) ?? latin1
        return found(value, number: shown.readable ?? value, encoding: .hexadecimal)
    }

    private var latin1: String { bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) } }
}

extension String {
    /// Whether the text is not empty and has no control characters.
    fileprivate var isOneLine: Bool { !isEmpty && !unicodeScalars.contains(where: \.isControl) }

    fileprivate var trimmed: String {
        let start = unicodeScalars.drop(while: \.properties.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    /// Its lines and fields joined by blanks; nil for unreadable text.
    fileprivate var readable: String? {
        // Line ends, and the separators of fields in codes: FS, GS, RS, US, EOT.
        let separators: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{1C}", "\u{1D}", "\u{1E}", "\u{1F}", "\u{4}"]
        guard unicodeScalars.allSatisfy({ !$0.isControl || separators.contains($0) }) else { return nil }
        let words = unicodeScalars.split { $0 == " " || separators.contains($0) }
        return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// Japanese text without a declared character set, such as the kanji of a QR code (ISO/IEC 18004, 7.3.6).
enum ShiftJIS {
    /// Nil for bytes that are not Shift JIS, or could be Latin text as well: nearly all Japanese text has bytes of 0x80 to 0x9F,
    /// which are no characters in ISO 8859-1. Also nil where the C library lacks the conversion.
    static func text(of bytes: [UInt8]) -> String? {
        guard bytes.contains(where: { (0x80...0x9F).contains($0) }),
            let converted = CharacterSets.converted(bytes, from: "CP932"),
            let text = String(validating: converted, as: UTF8.self),
            // Private use characters have no common meaning.
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .privateUse })
        else { return nil }
        return text
    }
}
