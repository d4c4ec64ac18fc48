/// Each ASCII character as a string, so that drawing allocates none.
enum ASCII {
    static let texts: [String] = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }
}
