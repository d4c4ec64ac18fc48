internal import CZXing
internal import Cards

/// Finds barcodes with libZXing, which is opened with the first picture. A hostile picture may end the process: only the helper, and
/// tests, call it.
///
/// What the library does by itself: an EAN-13 that begins with 0 is a UPC-A, as both are the same bars; an ITF has six digits at least, as
/// shorter ones are found in any row of lines; a MaxiCode has to be straight and clean.
public struct ZXingReader: Sendable {
    public enum Failure: Error {
        case libraryMissing
        /// It took no part in a picture of this kind, or found no memory.
        case gaveUp
    }

    /// A picture has no more codes than that.
    public static let maximumCodes = 32
    /// No smaller copy of a picture is looked at: its longer side in pixels.
    private static let smallestCopy = 400
    /// Seen in less than this part of the lines of another, a code of bars is doubted.
    private static let sureShare = 4

    /// How a picture is read.
    private enum Strictness {
        /// Finds as much as it can.
        case lenient
        /// Asks for more lines that agree, in a picture of black and white alone: what is read differently there was a guess.
        case strict

        /// A code of bars has to be the same in so many lines of a picture.
        var minimumLines: Int32 { self == .lenient ? 2 : 4 }
    }

    public init() {}

    /// All that are found, each once, from the top. Where there is none the picture is looked at again with black for white; where there
    /// are several, and one of bars among them, again with stricter settings: what is not found then is doubted.
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

    /// A code and where its middle is, in parts of the picture.
    private struct Place {
        let code: ScannedCode
        let x: Double
        let y: Double
        /// In how many lines of the search it was seen; 0 where the library does not say.
        let lines: Int
    }

    /// In the picture and in ever smaller copies of it: a large code that is blurred is found in a small one only.
    private func search(_ image: GreyImage, _ strictness: Strictness) throws(Failure) -> [Place] {
        var places: [Place] = []
        var copy: GreyImage? = image
        repeat {
            guard let image = copy else { break }
            places += try Self.read(strictness == .strict ? image.blackAndWhite : image, strictness.minimumLines)
            copy = image.halved
        } while copy.map { max($0.width, $0.height) >= Self.smallestCopy } ?? false
        return places
    }

    private static func read(_ image: GreyImage, _ minimumLines: Int32) throws(Failure) -> [Place] {
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
            Place(
                code: seen.code, x: Double(seen.x) / Double(image.width * 4),
                y: Double(seen.y) / Double(image.height * 4), lines: seen.lines)
        }
    }

    /// As the library tells it: the middle four times over, in pixels.
    private struct Seen {
        let code: ScannedCode
        let x: Int
        let y: Int
        let lines: Int

        init(_ code: CZXingCode) {
            (self.code, lines) = (ScannedCode(code), Int(code.line_count))
            (x, y) = (code.sum(from: 0), code.sum(from: 1))
        }
    }

    /// In reading order, with the lines that each was seen in. A code with an add-on is also found without it, where a line of the search
    /// missed that.
    private static func distinct(_ places: [Place]) -> [(code: ScannedCode, lines: Int)] {
        var lines: [ScannedCode: Int] = [:]
        for place in places { lines[place.code, default: 0] += place.lines }
        var seen: Set<ScannedCode> = []
        let codes = places.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.code).filter { seen.insert($0).inserted }
        let whole = codes.filter { code in
            !codes.contains { $0.format == code.format && $0.bytes.starts(with: code.bytes + [UInt8(ascii: " ")]) }
        }
        return whole.prefix(maximumCodes).map { ($0, lines[$0] ?? 0) }
    }

    /// Bars beside another code are often a part of that, or what lies about it, read as something else. Those that the strict reading did
    /// not confirm, and those that were seen in a few lines only beside bars that were seen in many, come last and are marked.
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
    /// Of the corners' places along one axis.
    fileprivate func sum(from first: Int) -> Int {
        let (a, b, c, d, e, f, g, h) = corners
        return first == 0 ? Int(a) + Int(c) + Int(e) + Int(g) : Int(b) + Int(d) + Int(f) + Int(h)
    }
}

extension ScannedCode {
    /// Read line by line, each of which says all of it.
    fileprivate var isBars: Bool { !format.holdsBytes && ![.dataBar, .dataBarExpanded].contains(format) }

    /// FNC1 in first position (ISO/IEC 15424), with a character set and without.
    private static let marksOfGS1: Set<String> = ["]Q3", "]Q4", "]d2", "]d5", "]z1", "]z4"]

    fileprivate init(_ code: CZXingCode) {
        let symbology = String(cString: code.symbology)
        let format = symbology == "]C1" ? .gs1Code128 : BarcodeFormat(rawValue: String(cString: code.format))
        var bytes = Array(UnsafeBufferPointer(start: code.bytes, count: code.count))
        // The library reads the carriage return of a MaxiCode's first set as a line feed, which takes a shift there and which nobody
        // writes.
        if format == .maxiCode { bytes = bytes.map { $0 == 0x0A ? 0x0D : $0 } }
        let index = Int(code.sequence_index)
        let size = Int(code.sequence_size)
        self.init(
            format: format, bytes: bytes, hasCharacterSet: code.has_eci,
            isMarkedGS1: Self.marksOfGS1.contains(symbology),
            part: code.is_part && index >= 0 ? CodePart(number: index + 1, count: size > 0 ? size : nil) : nil)
    }
}
