internal import Basics
internal import CNettle

/// Identifies something by so many hexadecimal digits in lower case: random bits, or a hash.
public struct HexID<let digits: Int, Subject>: Hashable, Sendable, Comparable {
    public let text: String

    /// Nil for anything else than so many digits in lower case.
    public init?(_ text: String) {
        guard text.utf8.count == digits, text.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.text = text
    }

    /// Nil for another number of bytes than its own.
    public init?(bytes: [UInt8]) { self.init(Hexadecimal.text(of: bytes)) }

    /// Random bits, 64 at a time: each number is a system call.
    public init(using generator: inout some RandomNumberGenerator) {
        text = Hexadecimal.text(of: (0..<digits / 16).flatMap { _ in generator.next().bigEndianBytes })
    }

    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return Self(using: &generator)
    }

    /// Call it in a closure: Swift 6.3 crashes on a key path from another module to a property of a type with a number as its parameter.
    public var bytes: [UInt8] { Hexadecimal.bytes(of: text[...]) ?? [] }

    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// Identifies a vault: a set of cards that devices share.
public typealias VaultID = HexID<32, VaultHeader>

/// Identifies a device of a vault: one store.
public typealias DeviceID = HexID<16, VaultDevice>

/// Identifies the bytes of a photo by their SHA-256 (FIPS 180-4). It does not hold the bytes.
public typealias PhotoHash = HexID<64, NewPhoto>

extension PhotoHash {
    /// The hash of these bytes.
    public init(of bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        cnettle_sha256(bytes, bytes.count, &digest)
        text = Hexadecimal.text(of: digest)
    }
}

/// The SHA-256 of an object of a vault, as it travels.
public typealias ObjectHash = HexID<64, VaultHeader>

extension ObjectHash {
    /// The hash of these bytes.
    public init(of bytes: [UInt8]) { self.init(PhotoHash(of: bytes)) }

    /// The name of a photo is the hash of its bytes.
    public init(_ photo: PhotoHash) { text = photo.text }
}
