extension UnsafeRawBufferPointer {
    /// Whether every byte is of ASCII. Eight at a time: an import asks this of every text.
    public var isASCII: Bool {
        var index = 0
        while index + 8 <= count {
            if loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        return self[index...].allSatisfy { $0 < 0x80 }
    }
}
