internal import Cards

extension ReadableFile {
    /// The bytes from this offset on; fewer at the end of the file.
    func bytes(at offset: Int = 0, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let added = try bytes.withUnsafeMutableBytes {
                try read(at: offset + filled, into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if added == 0 { break }
            filled += added
        }
        return filled == count ? bytes : Array(bytes.prefix(filled))
    }
}
