internal import Basics
public import Cards

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
