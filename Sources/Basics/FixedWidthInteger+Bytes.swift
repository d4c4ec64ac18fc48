extension FixedWidthInteger {
    /// Its bytes, the most significant first.
    public var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// Its bytes, the least significant first.
    public var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
