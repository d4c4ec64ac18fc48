internal import Basics

/// The content of a barcode, checked against its kind: it can be drawn, and a scanner returns exactly ``bytes``.
public struct BarcodeContent: Equatable, Sendable {
    public let format: BarcodeFormat
    /// The value in the canonical form of the kind: digits without gaps, start and stop letters (Codabar), a `+` before an add-on
    /// (EAN, UPC), `(01)…` before each element (GS1).
    @ByCodePoints public private(set) var text: String
    /// The encoded bytes. GS1 kinds: the elements without parentheses, GS (0x1D) after each variable-length element but the last.
    public let bytes: [UInt8]
    /// The mark of the character set of the bytes (ECI); 0 without one.
    public let eci: Int
    /// The bytes are GS1 elements and must be marked as such (FNC1), in a kind that also holds other bytes.
    public let isMarkedGS1: Bool
    /// The rule of the kind that the value breaks. It is drawn anyway: real cards break rules too.
    public private(set) var warning: BarcodeProblem?
    /// The content fits whatever the sequence of its characters. If false, only drawing it shows whether it fits.
    public let isSureToFit: Bool

    init(
        format: BarcodeFormat, text: String, bytes: [UInt8], eci: Int = 0, isMarkedGS1: Bool = false,
        warning: BarcodeProblem? = nil, isSureToFit: Bool = true
    ) {
        self.format = format
        self.text = text
        self.bytes = bytes
        self.eci = eci
        self.isMarkedGS1 = isMarkedGS1
        self.warning = warning
        self.isSureToFit = isSureToFit
    }

    func warned(of problem: BarcodeProblem) -> BarcodeContent {
        var copy = self
        copy.warning = warning ?? problem
        return copy
    }
}

extension BarcodeContent {
    /// Checks a value against a kind. Throws ``BarcodeProblem``.
    /// - Parameter encoding: the name of a ``BarcodeEncoding``, for kinds that hold bytes (others ignore it). Default: one byte per
    ///   character where the text allows it.
    public init(_ value: String, as format: BarcodeFormat, encoding name: String? = nil) throws(BarcodeProblem) {
        guard format.isKnown else { throw .unknownFormat(format.rawValue) }
        guard !value.isEmpty else { throw .empty }
        switch format {
        case .ean13: try self.init(retail: value, RetailRules(format: format, length: 13, lengthText: "13 digits"))
        case .ean8: try self.init(retail: value, RetailRules(format: format, length: 8, lengthText: "8 digits"))
        case .upcA: try self.init(retail: value, RetailRules(format: format, length: 12, lengthText: "12 digits"))
        case .upcE: try self.init(upcE: value)
        case .dataBar: try self.init(dataBar: value)
        case .itf: try self.init(interleaved: value)
        case .codabar: try self.init(codabar: value)
        case .code39: try self.init(code39: value)
        case .code93: try self.init(code93: value)
        case .code128: try self.init(code128: value)
        case .dataBarExpanded, .gs1Code128: try self.init(elements: value, as: format)
        default: try self.init(bytesOf: value, as: format, encoding: name)
        }
    }

    /// For kinds whose text is plain ASCII and is encoded unchanged.
    init(_ format: BarcodeFormat, _ text: String) {
        self.init(format: format, text: text, bytes: Array(text.utf8))
    }
}

/// Kinds that hold bytes: Aztec, Data Matrix, MaxiCode, PDF417, QR, Micro QR and rMQR.
extension BarcodeContent {
    init(bytesOf value: String, as format: BarcodeFormat, encoding name: String?) throws(BarcodeProblem) {
        guard let capacity = ByteCapacity(of: format) else { throw .unknownFormat(format.rawValue) }
        let encoding = try BarcodeEncoding.named(name) ?? .usual(for: value)
        if encoding == .gs1 {
            try self.init(markedElements: value, as: format)
            return
        }
        let bytes = try encoding.bytes(of: value)
        guard !bytes.isEmpty else { throw .empty }
        // Plain ASCII needs no mark.
        let isPlain = bytes.allSatisfy { $0 < 0x80 } && bytes.elementsEqual(value.utf8)
        let eci = isPlain ? 0 : encoding.eci
        guard eci == 0 || format != .microQR else {
            throw .rule("a Micro QR code cannot declare the encoding \(encoding.rawValue): use a QR code")
        }
        let sure = capacity.maximum(for: bytes, isMarked: eci > 0)
        let most = ByteCapacity(mostOf: format)?.maximum(for: bytes, isMarked: false) ?? sure
        guard bytes.count <= max(sure, most) else { throw .tooLong(format, maximum: most, given: bytes.count) }
        self.init(
            format: format, text: value, bytes: bytes, eci: eci, isSureToFit: bytes.count <= sure)
    }

    private init(markedElements value: String, as format: BarcodeFormat) throws(BarcodeProblem) {
        guard format.canBeMarkedGS1 else {
            throw .rule("\(format.labelWithArticle) cannot be marked as GS1: use QR, Data Matrix or Aztec")
        }
        let message = try GS1Message(value)
        let sure = ByteCapacity(of: format)?.maximum(for: message.bytes, isMarked: true) ?? 0
        self.init(
            format: format, text: message.text, bytes: message.bytes, isMarkedGS1: true, warning: message.warning,
            isSureToFit: message.bytes.count <= sure)
    }
}

extension BarcodeEncoding {
    /// One byte per character (ISO-8859-1) where all characters allow it: every scanner reads it.
    static func usual(for value: String) -> BarcodeEncoding {
        value.unicodeScalars.allSatisfy { $0.value <= 0xFF } ? .latin1 : .utf8
    }

    /// Nil if no encoding is specified.
    static func named(_ name: String?) throws(BarcodeProblem) -> BarcodeEncoding? {
        guard let name, !name.isEmpty else { return nil }
        guard let known = BarcodeEncoding(name: name) else { throw .unknownEncoding(name) }
        return known
    }
}

/// Kinds that hold digits only, except the retail kinds (``RetailRules``).
extension BarcodeContent {
    /// ISO/IEC 16390 has no limit; the upper bound is that of the drawing library.
    private static let interleavedLengths = 6...90

    /// Interleaved 2 of 5. Fewer than six digits are refused because most scanners require a minimum length, by default 6 or more:
    /// a part of a longer code looks like a complete short one.
    init(interleaved value: String) throws(BarcodeProblem) {
        let digits = try DigitGroups(value).digits
        let lengths = Self.interleavedLengths
        guard digits.count <= lengths.upperBound else {
            throw .tooLong(.itf, maximum: lengths.upperBound, given: digits.count)
        }
        guard digits.count >= lengths.lowerBound - 1 else {
            throw .length(needed: "\(lengths.lowerBound) digits or more", given: digits.count)
        }
        guard digits.count.isMultiple(of: 2) else { throw .unevenDigits(fixed: "0" + digits) }
        self.init(.itf, digits)
    }

    /// A GTIN of 14 digits, or its first 13 without the check digit; a leading `(01)` is accepted.
    init(dataBar value: String) throws(BarcodeProblem) {
        let digits = try DigitGroups(value.hasPrefix("(01)") ? value.dropFirst(4) : value[...]).digits
        switch digits.count {
        case 13: self.init(.dataBar, digits + String(CheckDigit.following(digits)))
        case 14:
            try CheckDigit.verify(digits)
            self.init(.dataBar, digits)
        default: throw .length(needed: "13 digits, or 14 with the check digit", given: digits.count)
        }
    }
}

/// Kinds that hold letters, digits and punctuation, one symbol per character.
extension BarcodeContent {
    private static let capitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// The 43 characters of ISO/IEC 16388. Asterisks around the printed value are the start and stop symbols.
    init(code39 value: String) throws(BarcodeProblem) {
        let allowed = Set((Self.capitals + " -.$/+%").unicodeScalars)
        var inner = value[...]
        if value.count > 2, value.hasPrefix("*"), value.hasSuffix("*") { inner = inner.dropFirst().dropLast() }
        let fixed = inner.uppercased()
        try Self.require(allowed, in: value, description: "capitals, digits and - . $ / + %", fixed: fixed)
        try Self.limit(value.unicodeScalars.count, to: 85, .code39)
        self.init(.code39, value)
    }

    /// Any ASCII. The 43 characters of Code 39 take one symbol each, all others two; the library draws up to 107 symbols.
    init(code93 value: String) throws(BarcodeProblem) {
        try Self.requireASCII(value)
        let single = Set((Self.capitals + " -.$/+%").unicodeScalars)
        let symbols = value.unicodeScalars.reduce(0) { $0 + (single.contains($1) ? 1 : 2) }
        guard symbols <= 107 else {
            throw .rule(
                "a Code 93 holds 107 characters at most; lowercase letters and symbols count twice: you have \(symbols)"
            )
        }
        self.init(.code93, value)
    }

    /// ISO-8859-1 (ISO/IEC 15417, with FNC4). The library draws up to 60 symbols: one per character, half of one per digit in a run
    /// of digits, up to half of one more where control characters force a change of code set, and one to three per character beyond
    /// ASCII, by what is beside it.
    init(code128 value: String) throws(BarcodeProblem) {
        let scalars = value.unicodeScalars
        if let odd = scalars.first(where: { $0.value > 0xFF }) {
            throw .character(Character(odd), allowed: "letters, digits and symbols of western Europe", fixed: nil)
        }
        let isASCII = scalars.allSatisfy(\.isASCII)
        let digits = scalars.count { ("0"..."9").contains($0) }
        if digits == scalars.count {
            try Self.limit(digits, to: 118, .code128)
        } else if isASCII, digits < 2 {
            try Self.limit(scalars.count, to: 60, .code128)
        }
        // What the text takes at least; only drawing it tells how much more.
        let least = (scalars.count - digits) + (digits + 1) / 2 + (isASCII ? 0 : 1)
        guard least <= 60 else {
            let rule = "a Code 128 holds 60 symbols, one for each letter or two digits and more for letters like \u{E4}"
            throw .rule("\(rule): you have \(least) or more")
        }
        let sure = !isASCII ? 20 : scalars.contains { $0.value < 0x20 } ? 40 : 60
        self.init(
            format: .code128, text: value, bytes: scalars.map { UInt8(truncatingIfNeeded: $0.value) },
            isSureToFit: digits == scalars.count || scalars.count <= sure)
    }

    /// Digits and six punctuation characters between a start and a stop of A to D; both default to A. At least two characters:
    /// scanners ignore shorter codes as noise.
    init(codabar value: String) throws(BarcodeProblem) {
        let ends = Set("ABCDabcd".unicodeScalars)
        var inner = value.unicodeScalars[...]
        var (start, stop) = ("A", "A")
        if inner.count > 1, let first = inner.first, let last = inner.last, ends.contains(first), ends.contains(last) {
            start = String(first).uppercased()
            stop = String(last).uppercased()
            inner = inner.dropFirst().dropLast()
        }
        let text = String(inner)
        let fixed = String(String.UnicodeScalarView(inner.filter { $0 != " " }))
        try Self.require(
            Set("0123456789-$:/.+".unicodeScalars), in: text, description: "digits and - $ : / . +, between A to D",
            fixed: fixed)
        guard inner.count >= 2 else { throw .length(needed: "2 digits or more", given: inner.count) }
        try Self.limit(inner.count, to: 58, .codabar)
        self.init(.codabar, start + text + stop)
    }

    private static func requireASCII(_ value: String) throws(BarcodeProblem) {
        guard let odd = value.unicodeScalars.first(where: { !$0.isASCII }) else { return }
        throw .character(Character(odd), allowed: "letters without accents, digits and symbols (ASCII)", fixed: nil)
    }

    private static func limit(_ count: Int, to maximum: Int, _ format: BarcodeFormat) throws(BarcodeProblem) {
        guard count <= maximum else { throw .tooLong(format, maximum: maximum, given: count) }
    }

    /// Throws for the first character that is not in the kind's alphabet.
    /// - Parameter fixed: a corrected value, offered if it is valid itself.
    private static func require(
        _ allowed: Set<Unicode.Scalar>, in value: String, description: String, fixed: String
    ) throws(BarcodeProblem) {
        guard let odd = value.unicodeScalars.first(where: { !allowed.contains($0) }) else { return }
        let isRight = !fixed.isEmpty && fixed.unicodeScalars.allSatisfy(allowed.contains)
        throw .character(Character(odd), allowed: description, fixed: isRight ? fixed : nil)
    }
}

/// The number of bytes that a kind holds in every case: what the library draws whatever the sequence of letters, digits and other
/// bytes.
///
/// Sources: ISO/IEC 18004 table 7 (QR and Micro QR, level L), ISO/IEC 23941 table 6 (rMQR, level M), ISO/IEC 16022 table 7 (Data Matrix). For the others, where the capacity depends on
/// the sequence of characters: the minimum found among many thousand random values (libzint 2.11.1), rounded down.
struct ByteCapacity {
    /// For 0-9 only.
    let digits: Int
    /// For digits, A-Z, blank and $ % * + - . / : only.
    let capitals: Int
    /// For printable ASCII only.
    let printable: Int
    let bytes: Int

    /// The size of the UTF-8 mark (ECI 26), at most.
    private static let mark = 4

    /// Nil for a kind that does not hold arbitrary bytes.
    init?(of format: BarcodeFormat) {
        switch format {
        case .aztec: self.init(digits: 3800, capitals: 2100, printable: 1200, bytes: 950)
        case .dataMatrix: self.init(digits: 3116, capitals: 2000, printable: 1550, bytes: 1545)
        case .maxiCode: self.init(digits: 138, capitals: 93, printable: 62, bytes: 46)
        case .pdf417: self.init(digits: 2500, capitals: 1150, printable: 800, bytes: 600)
        case .microQR: self.init(digits: 35, capitals: 21, printable: 15, bytes: 15)
        case .rMQR: self.init(digits: 361, capitals: 219, printable: 150, bytes: 150)
        case .qrCode: self.init(digits: 7089, capitals: 4296, printable: 2953, bytes: 2953)
        default: return nil
        }
    }

    /// The maximum that the kind holds for each character class alone; longer content need not be tried. Nil where the guaranteed
    /// capacity is also the maximum.
    init?(mostOf format: BarcodeFormat) {
        switch format {
        case .aztec: self.init(digits: 3832, capitals: 3067, printable: 3067, bytes: 1914)
        case .dataMatrix: self.init(digits: 3116, capitals: 2335, printable: 2335, bytes: 2335)
        case .maxiCode: self.init(digits: 138, capitals: 138, printable: 138, bytes: 138)
        case .microQR: self.init(digits: 35, capitals: 34, printable: 34, bytes: 34)
        case .rMQR: self.init(digits: 361, capitals: 360, printable: 360, bytes: 360)
        case .pdf417: self.init(digits: 2710, capitals: 1850, printable: 1850, bytes: 1850)
        default: return nil
        }
    }

    private init(digits: Int, capitals: Int, printable: Int, bytes: Int) {
        self.digits = digits
        self.capitals = capitals
        self.printable = printable
        self.bytes = bytes
    }

    func maximum(for content: [UInt8], isMarked: Bool) -> Int {
        let size =
            if content.allSatisfy(\.isDigit) {
                digits
            } else if content.allSatisfy(Self.isCapital) {
                capitals
            } else if content.allSatisfy({ (0x20..<0x7F).contains($0) }) {
                printable
            } else {
                bytes
            }
        return isMarked ? size - Self.mark : size
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || " $%*+-./:".utf8.contains(byte)
    }
}
