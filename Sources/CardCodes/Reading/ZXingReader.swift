internal import CZXing
internal import Cards

/// Finds barcodes with libZXing, which is loaded for the first picture. A hostile picture may crash the process: only the helper
/// and tests call it.
///
/// Behaviour of the library: an EAN-13 that begins with 0 is a UPC-A, since both have the same bars; an ITF has at least six
/// digits, since shorter ones are found in any row of lines; a MaxiCode has to be straight and clean.
public struct ZXingReader: Sendable {
    public enum Failure: Error {
        case libraryMissing
        /// The library rejected the picture or ran out of memory.
        case gaveUp
    }

    /// The maximum number of codes in a picture.
    public static let maximumCodes = 32
    /// The longer side, in pixels, of the smallest scaled copy that is searched.
    private static let smallestCopy = 400
    /// A linear code is doubtful if it was found in fewer than a quarter of the lines of another one.
    private static let sureShare = 4

    /// The settings for reading a picture.
    private enum Strictness {
        /// Finds as many codes as possible.
        case lenient
        /// Requires more lines that agree, in a black-and-white copy: a code that is read differently there was a guess.
        case strict

        /// The number of lines in which a linear code has to be the same.
        var minimumLines: Int32 { self == .lenient ? 2 : 4 }
    }

    public init() {}

    /// All codes, each once, from top to bottom. If there is none, the negative is searched. If there are several, one of them
    /// linear, the picture is read again with stricter settings: linear codes that are not found then are doubtful.
    public func codes(in image: GreyImage) throws(Failure) -> [ScannedCode] {
        var image = image
        var found = try search(image, .lenient)
        if found.isEmpty {
            image = image.inverted
            found = try search(image, .lenient)
        }
        let codes = Self.distinct(found)
        guard codes.count > 1, codes.contains(where: \.code.isBars) else { return codes.map(\.code) }
        return Self.judged(codes, confirmed: Set(try search(image, .strict).map(\.code)))
    }

    /// A code with its centre as fractions of the picture's size.
    private struct LocatedCode {
        let code: ScannedCode
        let x: Double
        let y: Double
        /// The number of lines in which it was found; 0 where the library does not tell.
        let lines: Int
    }

    /// Searches the picture and ever smaller copies of it: a large, blurred code is found in a small copy only.
    private func search(_ image: GreyImage, _ strictness: Strictness) throws(Failure) -> [LocatedCode] {
        var codes: [LocatedCode] = []
        var copy: GreyImage? = image
        repeat {
            guard let image = copy else { break }
            codes += try Self.read(strictness == .strict ? image.blackAndWhite : image, strictness.minimumLines)
            copy = image.halved
        } while copy.map { max($0.width, $0.height) >= Self.smallestCopy } ?? false
        return codes
    }

    private static func read(_ image: GreyImage, _ minimumLines: Int32) throws(Failure) -> [LocatedCode] {
        var codes: [Seen] = []
        let outcome = image.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeMutablePointer(to: &codes) { codes in
                czxing_read(
                    pixels.baseAddress, Int32(image.width), Int32(image.height), minimumLines,
                    { code, context in
                        guard let code = code?.pointee, code.count > 0 else { return }
                        let codes = context?.assumingMemoryBound(to: [Seen].self)
                        codes?.pointee.append(Seen(code))
                    }, codes)
            }
        }
        switch outcome {
        case CZXING_DONE: break
        case CZXING_MISSING: throw .libraryMissing
        default: throw .gaveUp
        }
        return codes.map { seen in
            LocatedCode(
                code: seen.code, x: Double(seen.x) / Double(image.width * 4),
                y: Double(seen.y) / Double(image.height * 4), lines: seen.lines)
        }
    }

    /// A code with the sum of its corners' coordinates, in pixels: four times its centre.
    private struct Seen {
        let code: ScannedCode
        let x: Int
        let y: Int
        let lines: Int

        init(_ code: CZXingCode) {
            self.code = ScannedCode(code)
            lines = Int(code.line_count)
            x = code.sum(from: 0)
            y = code.sum(from: 1)
        }
    }

    /// In reading order, with the number of lines. A code without its add-on, found where a line of the search missed that, is
    /// dropped.
    private static func distinct(_ located: [LocatedCode]) -> [(code: ScannedCode, lines: Int)] {
        var lines: [ScannedCode: Int] = [:]
        for found in located { lines[found.code, default: 0] += found.lines }
        var seen: Set<ScannedCode> = []
        let codes = located.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.code).filter { seen.insert($0).inserted }
        let whole = codes.filter { code in
            !codes.contains { $0.format == code.format && $0.bytes.starts(with: code.bytes + [UInt8(ascii: " ")]) }
        }
        return whole.prefix(maximumCodes).map { ($0, lines[$0] ?? 0) }
    }

    /// A linear code beside another code is often a misreading of a part of that, or of what surrounds it. Those that the strict
    /// reading did not confirm, and those with few lines beside one with many, come last and are marked as doubtful.
    static func judged(
        _ codes: [(code: ScannedCode, lines: Int)], confirmed: Set<ScannedCode>
    ) -> [ScannedCode] {
        let most = codes.filter { $0.code.isBars }.map { $0.lines }.max() ?? 0
        let judged = codes.map { code, lines in
            var judged = code
            let isRare = lines > 0 && lines * sureShare < most
            judged.isDoubtful = code.isBars && (isRare || !confirmed.contains(code))
            return judged
        }
        return judged.filter { !$0.isDoubtful } + judged.filter(\.isDoubtful)
    }
}

extension CZXingCode {
    /// The sum of the corners' coordinates along one axis.
    fileprivate func sum(from first: Int) -> Int {
        let (a, b, c, d, e, f, g, h) = corners
        return first == 0 ? Int(a) + Int(c) + Int(e) + Int(g) : Int(b) + Int(d) + Int(f) + Int(h)
    }
}

extension ScannedCode {
    /// Whether it is a linear code: every line contains all of it.
    fileprivate var isBars: Bool { !format.holdsBytes && ![.dataBar, .dataBarExpanded].contains(format) }

    /// The symbology identifiers of ISO/IEC 15424 for FNC1 in first position, with and without ECI: of QR codes, of square and
    /// rectangular Data Matrix codes, and of Aztec codes alone and in a series.
    private static let marksOfGS1: Set<String> = ["]Q3", "]Q4", "]d2", "]d5", "]d8", "]dB", "]z1", "]z4", "]z7", "]zA"]

    fileprivate init(_ code: CZXingCode) {
        let symbology = String(cString: code.symbology)
        let format = symbology == "]C1" ? .gs1Code128 : BarcodeFormat(rawValue: String(cString: code.format))
        var bytes = Array(UnsafeBufferPointer(start: code.bytes, count: code.count))
        // The library reads the carriage return of a MaxiCode's code set A as a line feed, which would need a shift there and
        // which nobody writes.
        if format == .maxiCode { bytes = bytes.map { $0 == 0x0A ? 0x0D : $0 } }
        let index = Int(code.sequence_index)
        let size = Int(code.sequence_size)
        self.init(
            format: format, bytes: bytes,
            eci: DeclaredCharacterSet.eci(
                in: UnsafeBufferPointer(start: code.declared, count: code.declared_count)),
            isMarkedGS1: Self.marksOfGS1.contains(symbology),
            part: code.is_part && index >= 0 ? CodePart(number: index + 1, count: size > 0 ? size : nil) : nil)
    }
}

/// Reads the declarations of character sets (ECI) that the library writes between the bytes of a code.
private enum DeclaredCharacterSet {
    private static let backslash = UInt8(ascii: "\\")
    /// Those in which ASCII is not one byte a character: UTF-16 and UTF-32.
    private static let wide = [25, 33, 34, 35]

    /// The one by which all bytes are read; 0 for none, and for several.
    static func eci(in declared: UnsafeBufferPointer<UInt8>) -> Int {
        // The symbology identifier, such as "]Q2", comes first.
        var rest = declared.dropFirst(3)
        var current = 0
        var (all, beyondASCII) = (Set<Int>(), Set<Int>())
        while let byte = rest.popFirst() {
            if byte == backslash, rest.first != backslash {
                current = Int(String(decoding: rest.prefix(6), as: UTF8.self)) ?? 0
                rest = rest.dropFirst(6)
                continue
            }
            if byte == backslash { rest = rest.dropFirst() }
            all.insert(current)
            if byte > 0x7F { beyondASCII.insert(current) }
        }
        // ASCII is the same in all others.
        let deciding = beyondASCII.isEmpty || !all.isDisjoint(with: wide) ? all : beyondASCII
        return deciding.count == 1 ? deciding.first ?? 0 : 0
    }
}
