import Cards

/// A file that is never in memory: a beginning, a pattern many times, and an end.
struct PatternFile: ReadableFile {
    let head: [UInt8]
    let pattern: [UInt8]
    let count: Int
    let tail: [UInt8]

    func next() -> [UInt8] { [] }

    var byteCount: Int { head.count + pattern.count * count + tail.count }
    var version: FileVersion { FileVersion(byteCount) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            let bytes = part(at: offset + filled).prefix(buffer.count - filled)
            if bytes.isEmpty { break }
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            bytes.withUnsafeBytes { target.copyMemory(from: $0) }
            filled += bytes.count
        }
        return filled
    }

    private func part(at position: Int) -> ArraySlice<UInt8> {
        let end = head.count + pattern.count * count
        if position < head.count { return head[position...] }
        if position < end { return pattern[((position - head.count) % pattern.count)...] }
        return tail[min(position - end, tail.count)...]
    }
}

extension PatternFile {
    /// An archive of 10 GB of zeros, deflated with the fixed codes: a zero, and then again and again 258 times the byte before.
    /// - Parameter size: what the archive says of it.
    static func zeros(named name: String, size: Int = 0xFFFF_FFF0) -> PatternFile {
        var bits: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<16 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
        let bytes = stride(from: 0, to: 120, by: 8).map { start -> UInt8 in
            bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | $1 }
        }
        // Behind the first two bytes they repeat: 13 bytes are 8 times 258 zeros.
        let pattern = Array(repeatElement(Array(bytes[2...]), count: 1024).joined())
        let count = (10 << 30) / (1024 * 8 * 258) + 1
        let packed = 2 + pattern.count * count
        let head = ZipRecord.header(name, packedSize: packed, size: size)
        let directory = ZipRecord.directory(name, packedSize: packed, size: size)
        let end = ZipRecord.end(entries: 1, directoryBytes: directory.count, at: head.count + packed)
        return PatternFile(head: head + bytes[..<2], pattern: pattern, count: count, tail: directory + end)
    }
}

/// The records of a ZIP archive, with whatever they say.
enum ZipRecord {
    static func header(_ name: String, packedSize: Int, size: Int) -> [UInt8] {
        joined([
            [0x50, 0x4B, 3, 4], number(20, 2), number(0, 2), sizes(packedSize, size, name), number(0, 2),
            Array(name.utf8),
        ])
    }

    static func directory(_ name: String, packedSize: Int, size: Int) -> [UInt8] {
        joined([
            [0x50, 0x4B, 1, 2], number(20, 2), number(20, 2), number(0, 2), sizes(packedSize, size, name),
            number(0, 12), number(0, 4), Array(name.utf8),
        ])
    }

    /// With the record for many entries where they are many.
    static func end(entries: Int, directoryBytes: Int, at offset: Int) -> [UInt8] {
        let isFar = entries >= 0xFFFF
        let far = joined([
            [0x50, 0x4B, 6, 6], number(44, 8), number(45, 2), number(45, 2), number(0, 8), number(entries, 8),
            number(entries, 8), number(directoryBytes, 8), number(offset, 8), [0x50, 0x4B, 6, 7], number(0, 4),
            number(offset + directoryBytes, 8), number(1, 4),
        ])
        return joined([
            isFar ? far : [], [0x50, 0x4B, 5, 6], number(0, 4), number(min(entries, 0xFFFF), 2),
            number(min(entries, 0xFFFF), 2), number(isFar ? 0xFFFF_FFFF : directoryBytes, 4),
            number(isFar ? 0xFFFF_FFFF : offset, 4), number(0, 2),
        ])
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// Deflated, from 1980, with a checksum of 0.
    private static func sizes(_ packedSize: Int, _ size: Int, _ name: String) -> [UInt8] {
        joined([
            number(8, 2), number(0, 2), number(0x21, 2), number(0, 4), number(packedSize, 4), number(size, 4),
            number(name.utf8.count, 2),
        ])
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }
}
