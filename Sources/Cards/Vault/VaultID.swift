internal import Basics

/// Identifies a vault: a set of cards that devices share. 128 random bits, as 32 hexadecimal digits in lower case.
public struct VaultID: Hashable, Sendable {
    public let text: String

    /// Nil for anything else than 32 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.text = text
    }

    public static func random() -> VaultID {
        var generator = SystemRandomNumberGenerator()
        return VaultID(using: &generator)
    }

    public init(using generator: inout some RandomNumberGenerator) {
        let bytes: [UInt8] = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Hexadecimal.text(of: bytes)
    }
}

/// Identifies a device of a vault: one store. 64 random bits, as 16 hexadecimal digits in lower case.
public struct DeviceID: Hashable, Sendable, Comparable {
    public let text: String

    /// Nil for anything else than 16 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.text = text
    }

    public static func random() -> DeviceID {
        var generator = SystemRandomNumberGenerator()
        return DeviceID(using: &generator)
    }

    public init(using generator: inout some RandomNumberGenerator) {
        let bytes: [UInt8] = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Hexadecimal.text(of: bytes)
    }

    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.text < right.text }
}

/// The SHA-256 of an object of a vault (FIPS 180-4), as it travels: 64 hexadecimal digits in lower case.
public struct ObjectHash: Hashable, Sendable, Comparable {
    public let text: String

    /// Nil for anything else than 64 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.text = text
    }

    /// The hash of these bytes.
    public init(of bytes: [UInt8]) { self.init(PhotoHash(of: bytes)) }

    /// The name of a photo is the hash of its bytes.
    public init(_ photo: PhotoHash) { text = photo.text }

    public static func < (left: ObjectHash, right: ObjectHash) -> Bool { left.text < right.text }
}
