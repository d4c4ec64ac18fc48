extension UInt8 {
    /// Whether it is a decimal digit in ASCII.
    @inlinable
    public var isDigit: Bool { (0x30...0x39).contains(self) }
}
