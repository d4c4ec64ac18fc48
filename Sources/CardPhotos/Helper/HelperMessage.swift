internal import Cards

/// Three numbers of four bytes, the least significant first: the head of every message between the program and its
/// helper.
struct MessageHead: Hashable {
    static let byteCount = 12

    var first: UInt32
    var second: UInt32
    var third: UInt32

    init(_ first: UInt32, _ second: UInt32, _ third: UInt32) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// Nil when there are not exactly as many bytes as a head has.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(at offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        self.init(number(at: 0), number(at: 4), number(at: 8))
    }

    var bytes: [UInt8] {
        [first, second, third].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
}

/// Asks for one picture. The photo's bytes follow the head.
struct DecodeRequest: Hashable {
    /// A photo of more bytes is not sent.
    static let maximumBytes = 64 << 20

    var byteCount: Int
    var target: PixelSize

    init(byteCount: Int, target: PixelSize) { (self.byteCount, self.target) = (byteCount, target) }

    /// Nil for a request that the program never sends.
    init?(_ head: MessageHead) {
        self.init(byteCount: Int(head.first), target: PixelSize(width: Int(head.second), height: Int(head.third)))
        guard byteCount <= Self.maximumBytes, target.width > 0, target.height > 0 else { return nil }
    }

    var head: MessageHead {
        MessageHead(UInt32(clamping: byteCount), UInt32(clamping: target.width), UInt32(clamping: target.height))
    }
}

/// Answers it. After `.picture` the pixels follow the head.
enum DecodeAnswer: Hashable {
    case picture(PixelSize)
    case failure(DecodeFailure)

    /// Nil for anything that our own helper does not say.
    init?(_ head: MessageHead) {
        let size = PixelSize(width: Int(head.second), height: Int(head.third))
        switch head.first {
        case 0: self = .picture(size)
        case 1: self = .failure(.notAPicture)
        case 2:
            guard let format = PictureFormat(rawValue: head.second) else { return nil }
            self = .failure(.unsupported(format))
        case 3: self = .failure(.tooLarge(size))
        case 4: self = .failure(.truncated)
        case 5: self = .failure(.libraryMissing)
        case 6: self = .failure(.damaged)
        case 7: self = .failure(.outOfMemory)
        default: return nil
        }
    }

    var head: MessageHead {
        func head(_ code: UInt32, _ size: PixelSize) -> MessageHead {
            MessageHead(code, UInt32(clamping: size.width), UInt32(clamping: size.height))
        }
        return switch self {
        case .picture(let size): head(0, size)
        case .failure(.notAPicture): MessageHead(1, 0, 0)
        case .failure(.unsupported(let format)): MessageHead(2, format.rawValue, 0)
        case .failure(.tooLarge(let size)): head(3, size)
        case .failure(.truncated): MessageHead(4, 0, 0)
        case .failure(.libraryMissing): MessageHead(5, 0, 0)
        case .failure(.damaged): MessageHead(6, 0, 0)
        case .failure(.outOfMemory): MessageHead(7, 0, 0)
        }
    }
}
