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

    public init() {}

    /// All that are found, each once, from the top. Where there is none the picture is looked at again with black for white.
    public func codes(in image: GreyImage) throws(Failure) -> [ScannedCode] {
        let found = try search(image)
        return Self.distinct(found.isEmpty ? try search(image.inverted) : found)
    }

    /// A code and where its middle is, in parts of the picture.
    private struct Place {
        let code: ScannedCode
        let x: Double
        let y: Double
    }

    /// In the picture and in ever smaller copies of it: a large code that is blurred is found in a small one only.
    private func search(_ image: GreyImage) throws(Failure) -> [Place] {
        var places: [Place] = []
        var copy: GreyImage? = image
        repeat {
            guard let image = copy else { break }
            places += try Self.read(image)
            copy = image.halved
        } while copy.map { max($0.width, $0.height) >= Self.smallestCopy } ?? false
        return places
    }

    private static func read(_ image: GreyImage) throws(Failure) -> [Place] {
        var codes: [(ScannedCode, x: Int, y: Int)] = []
        let outcome = image.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeMutablePointer(to: &codes) { codes in
                czxing_read(
                    pixels.baseAddress, Int32(image.width), Int32(image.height),
                    { code, context in
                        guard let code = code?.pointee, code.count > 0 else { return }
                        let codes = context?.assumingMemoryBound(to: [(ScannedCode, x: Int, y: Int)].self)
                        codes?.pointee.append((ScannedCode(code), x: code.sum(from: 0), y: code.sum(from: 1)))
                    }, codes)
            }
        }
        switch outcome {
        case CZXING_DONE: break
        case CZXING_MISSING: throw .libraryMissing
        default: throw .gaveUp
        }
        return codes.map { code, x, y in
            Place(code: code, x: Double(x) / Double(image.width * 4), y: Double(y) / Double(image.height * 4))
        }
    }

    /// In reading order. A code with an add-on is also found without it, where a line of the search missed that.
    private static func distinct(_ places: [Place]) -> [ScannedCode] {
        var seen: Set<ScannedCode> = []
        let codes = places.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.code).filter { seen.insert($0).inserted }
        let whole = codes.filter { code in
            !codes.contains { $0.format == code.format && $0.bytes.starts(with: code.bytes + [UInt8(ascii: " ")]) }
        }
        return Array(whole.prefix(maximumCodes))
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
    fileprivate init(_ code: CZXingCode) {
        let isGS1Code128 = String(cString: code.symbology) == "]C1"
        self.init(
            format: isGS1Code128 ? .gs1Code128 : BarcodeFormat(rawValue: String(cString: code.format)),
            bytes: Array(UnsafeBufferPointer(start: code.bytes, count: code.count)), hasCharacterSet: code.has_eci)
    }
}
