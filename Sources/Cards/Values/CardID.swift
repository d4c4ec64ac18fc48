internal import Basics
internal import Synchronization

/// The permanent identifier of a card: opaque text of 1 to 128 characters of A-Z a-z 0-9 _ -.
///
/// The alphabet is narrow on purpose: an identifier becomes part of a URL path, and without `/`, `.`, `%` and line ends it cannot
/// escape from it. Identifiers made here are UUIDs; external ones are kept unchanged.
public struct CardID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public static let maximumLength = 128

    public let text: String

    /// Nil if the text is empty, too long or contains a character outside the alphabet.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.maximumLength).contains(bytes.count), Self.isAllowed(text) else { return nil }
        self.text = text
    }

    /// A new random identifier: a version 4 UUID (RFC 9562) in upper case, as My Cards makes them.
    public init(using generator: inout some RandomNumberGenerator) {
        // Two numbers rather than sixteen bytes: each is a system call.
        let high = generator.next() & ~0xF000 | 0x4000
        self.init(uuid: high, generator.next() & ~(0xC0 << 56) | 0x80 << 56)
    }

    /// The UUID with these bits, in upper case.
    init(uuid high: UInt64, _ low: UInt64) {
        text = String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for place in 0..<32 {
                if place == 8 || place == 12 || place == 16 || place == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let number = place < 16 ? high : low
                let digit = UInt8(number >> UInt64(60 - place % 16 * 4) & 0xF)
                buffer[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
                position += 1
            }
            return position
        }
    }

    public static func random() -> CardID {
        var generator = SystemRandomNumberGenerator()
        return CardID(using: &generator)
    }

    public var description: String { text }

    public static func < (left: CardID, right: CardID) -> Bool { left.text < right.text }

    private static func isAllowed(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.allSatisfy { byte in
                byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        }
    }
}

/// Makes new identifiers that ascend: version 7 UUIDs (RFC 9562), the time and a random number that counts up.
///
/// The cards of a file get such ones. Their rows then stand one behind the other in the indexes of the store; random identifiers would
/// write each to another page, and 100,000 cards have more pages than its cache.
public final class CardIDSequence: Sendable {
    private let high: UInt64
    private let low: Mutex<UInt64>

    public init(from time: Timestamp, using generator: inout some RandomNumberGenerator) {
        high = UInt64(bitPattern: time.milliseconds) << 16 | 0x7000 | generator.next() & 0x0FFF
        // The first bit of the counter is 0, so that it never runs over.
        low = Mutex(0x80 << 56 | generator.next() >> 3)
    }

    public convenience init() {
        var generator = SystemRandomNumberGenerator()
        self.init(from: CardClock.system.now(), using: &generator)
    }

    public func next() -> CardID {
        CardID(
            uuid: high,
            low.withLock { low in
                defer { low += 1 }
                return low
            })
    }
}
