/// Each ASCII character as text of its own, so that none is made while drawing.
enum ASCII {
    static let texts: [String] = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }
}
