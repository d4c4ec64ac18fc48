internal import Basics
internal import CardCodes
internal import Cards

/// The head of every message between the program and its helper: numbers of four bytes, little-endian.
struct MessageHead: Equatable {
    static let byteCount = count * 4
    private static let count = 8

    let numbers: [UInt32]

    /// Missing numbers are 0.
    init(_ numbers: UInt32...) {
        self.numbers = numbers + Array(repeating: 0, count: Self.count - min(Self.count, numbers.count))
    }

    /// Nil unless there are exactly ``byteCount`` bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var reader = ByteReader(bytes)
        numbers = (0..<Self.count).map { _ in UInt32(reader.littleEndian(4) ?? 0) }
    }

    subscript(index: Int) -> UInt32 { numbers[index] }

    var bytes: [UInt8] { numbers.flatMap(\.littleEndianBytes) }
}

/// A request for something made of one photo, whose bytes follow the head.
struct HelperRequest: Equatable {
    enum Work: Equatable {
        /// Its pixels, at most of this size.
        case pixels(PixelSize)
        /// A card's picture, cropped out of it.
        case crop(PhotoCrop)
        /// A small picture file, at most of this size.
        case thumbnail(PixelSize)
        /// The barcodes on it.
        case codes
        /// The barcodes on a picture that is sent as grey pixels of this size.
        case greyCodes(PixelSize)
    }

    /// The maximum size of a photo.
    static let maximumBytes = 64 << 20

    var byteCount: Int
    var work: Work

    init(byteCount: Int, work: Work) { (self.byteCount, self.work) = (byteCount, work) }

    /// Nil for an invalid request.
    init?(_ head: MessageHead) {
        byteCount = Int(head[1])
        guard byteCount <= Self.maximumBytes else { return nil }
        switch head[0] {
        case 0, 2, 4:
            let size = PixelSize(width: Int(head[2]), height: Int(head[3]))
            guard size.width > 0, size.height > 0 else { return nil }
            work = head[0] == 0 ? .pixels(size) : head[0] == 2 ? .thumbnail(size) : .greyCodes(size)
        case 1:
            let numbers = head.numbers.dropFirst(2).map { Int(Int32(bitPattern: $0)) }
            guard let crop = PhotoCrop(numbers: numbers) else { return nil }
            work = .crop(crop)
        case 3: work = .codes
        default: return nil
        }
    }

    var head: MessageHead {
        let count = UInt32(clamping: byteCount)
        func head(_ code: UInt32, _ size: PixelSize) -> MessageHead {
            MessageHead(code, count, UInt32(clamping: size.width), UInt32(clamping: size.height))
        }
        switch work {
        case .pixels(let target): return head(0, target)
        case .thumbnail(let target): return head(2, target)
        case .codes: return MessageHead(3, count)
        case .greyCodes(let size): return head(4, size)
        case .crop(let crop):
            let numbers = crop.numbers.map { UInt32(bitPattern: Int32(clamping: $0)) }
            return MessageHead(1, count, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        }
    }
}

/// The answer. After `.pixels`, `.photo` and `.codes` their bytes follow the head.
enum HelperAnswer: Equatable {
    case pixels(PixelSize, isDamaged: Bool)
    case photo(byteCount: Int)
    /// The photo that was sent is already as requested.
    case unchanged
    /// As ``CodeMessage`` writes them.
    case codes(byteCount: Int)
    case failure(DecodeFailure)

    /// Nil for an invalid answer.
    init?(_ head: MessageHead) {
        let size = PixelSize(width: Int(head[1]), height: Int(head[2]))
        switch head[0] {
        case 0: self = .pixels(size, isDamaged: head[3] != 0)
        case 1: self = .failure(.notAPicture)
        case 2:
            guard let format = PictureFormat(rawValue: head[1]) else { return nil }
            self = .failure(.unsupported(format))
        case 3: self = .failure(.tooLarge(size))
        case 4: self = .failure(.truncated)
        case 5: self = .failure(.libraryMissing)
        case 6: self = .failure(.damaged)
        case 7: self = .failure(.outOfMemory)
        case 8: self = .photo(byteCount: Int(head[1]))
        case 9: self = .unchanged
        case 10: self = .codes(byteCount: Int(head[1]))
        case 11: self = .failure(.readerMissing)
        case 12: self = .failure(.notConfined)
        default: return nil
        }
    }

    var head: MessageHead {
        func head(_ code: UInt32, _ size: PixelSize) -> MessageHead {
            MessageHead(code, UInt32(clamping: size.width), UInt32(clamping: size.height))
        }
        return switch self {
        case .pixels(let size, let isDamaged):
            MessageHead(0, UInt32(clamping: size.width), UInt32(clamping: size.height), isDamaged ? 1 : 0)
        case .failure(.notAPicture): MessageHead(1)
        case .failure(.unsupported(let format)): MessageHead(2, format.rawValue)
        case .failure(.tooLarge(let size)): head(3, size)
        case .failure(.truncated): MessageHead(4)
        case .failure(.libraryMissing): MessageHead(5)
        case .failure(.damaged): MessageHead(6)
        case .failure(.outOfMemory): MessageHead(7)
        case .photo(let byteCount): MessageHead(8, UInt32(clamping: byteCount))
        case .unchanged: MessageHead(9)
        case .codes(let byteCount): MessageHead(10, UInt32(clamping: byteCount))
        case .failure(.readerMissing): MessageHead(11)
        case .failure(.notConfined): MessageHead(12)
        }
    }
}

/// Why the helper did not decode a picture, in a form that fits into three numbers: the helper returns no text, because a hostile
/// picture could choose it.
enum DecodeFailure: Error, Equatable {
    case notAPicture
    case unsupported(PictureFormat)
    case tooLarge(PixelSize)
    case truncated
    case libraryMissing
    case damaged
    case outOfMemory
    /// The library that reads barcodes is missing.
    case readerMissing
    /// The system cannot confine the helper, so it reads no picture.
    case notConfined

    /// The error for the user.
    var photoError: PhotoError {
        switch self {
        case .notAPicture: .notAPicture
        case .unsupported(let format):
            if let package = format.loaderPackage {
                .loaderMissing(format: format.name, package: package)
            } else {
                .unsupportedFormat(format.name)
            }
        // The helper also rejects sizes without pixels, which are not too large but damaged.
        case .tooLarge(let size) where size.width < 1 || size.height < 1: .decoderFailed("its data is damaged")
        case .tooLarge(let size): .tooLarge(size)
        case .truncated: .truncated
        case .libraryMissing: .libraryMissing("gdk-pixbuf")
        case .damaged: .decoderFailed("its data is damaged")
        case .outOfMemory: .decoderFailed("it needs too much memory")
        case .readerMissing: .libraryMissing("libZXing")
        case .notConfined:
            .decoderFailed("this system cannot confine the decoder: the kernel does not support seccomp filters")
        }
    }
}

/// The codes of a picture, as bytes sent from the helper to the program. For each: kind, marks, its number and the count in a
/// sequence (0 for none or unknown), its character set (ECI, 0 for none), length, and bytes.
enum CodeMessage {
    /// The maximum for one code: more than any kind holds.
    static let maximumBytesOfCode = 8 << 10
    static let maximumBytes = ZXingReader.maximumCodes * (maximumBytesOfCode + headCount)
    private static let headCount = 8

    private enum Mark {
        static let gs1: UInt8 = 1
        static let doubtful: UInt8 = 2
        static let all = gs1 | doubtful
    }

    /// Codes that are too long or of unknown kind are left out.
    static func bytes(of codes: [ScannedCode]) -> [UInt8] {
        var bytes: [UInt8] = []
        for code in codes.prefix(ZXingReader.maximumCodes) {
            guard let kind = BarcodeFormat.known.firstIndex(of: code.format), code.bytes.count <= maximumBytesOfCode
            else { continue }
            let marks = (code.isMarkedGS1 ? Mark.gs1 : 0) | (code.isDoubtful ? Mark.doubtful : 0)
            bytes += [UInt8(kind), marks]
            bytes += [UInt8(clamping: code.part?.number ?? 0), UInt8(clamping: code.part?.count ?? 0)]
            bytes += UInt16(clamping: code.eci).bigEndianBytes
            bytes += UInt16(code.bytes.count).bigEndianBytes
            bytes += code.bytes
        }
        return bytes
    }

    /// Nil for bytes that our helper does not write.
    static func codes(in bytes: [UInt8]) -> [ScannedCode]? {
        var codes: [ScannedCode] = []
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard codes.count < ZXingReader.maximumCodes, let kind = reader.byte(), let marks = reader.byte(),
                marks & ~Mark.all == 0, let number = reader.byte(), let parts = reader.byte(), number > 0 || parts == 0,
                BarcodeFormat.known.indices.contains(Int(kind)), let eci = reader.bigEndian(2),
                let count = reader.bigEndian(2), (1...maximumBytesOfCode).contains(count)
            else { return nil }
            let start = reader.position
            guard reader.skip(count) else { return nil }
            codes.append(
                ScannedCode(
                    format: BarcodeFormat.known[Int(kind)], bytes: Array(bytes[start..<reader.position]),
                    eci: eci, isMarkedGS1: marks & Mark.gs1 != 0,
                    part: number > 0 ? CodePart(number: Int(number), count: parts > 0 ? Int(parts) : nil) : nil,
                    isDoubtful: marks & Mark.doubtful != 0))
        }
        return codes
    }
}
