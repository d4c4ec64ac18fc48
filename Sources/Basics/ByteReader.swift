/// Reads numbers from untrusted bytes: a read past the end returns nil and never traps.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    public private(set) var position: Int

    public init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    public var isAtEnd: Bool { position >= bytes.count }

    public mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// An unsigned number of `count` bytes, at most seven, most significant first.
    public mutating func bigEndian(_ count: Int) -> Int? {
        guard position <= bytes.count - count else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The same, least significant byte first.
    public mutating func littleEndian(_ count: Int) -> Int? {
        guard position <= bytes.count - count else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns false, without moving, if fewer bytes are left.
    public mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - position else { return false }
        position += count
        return true
    }

    /// Moves behind the next byte of this value; returns false, without moving, if there is none.
    public mutating func skip(toNext byte: UInt8) -> Bool {
        guard position < bytes.count, let next = bytes[position...].firstIndex(of: byte) else { return false }
        position = next + 1
        return true
    }
}
