internal import Basics
internal import Cards
internal import Synchronization

/// The names of a ZIP archive in several files: cut into pieces, as by `split` and 7-Zip (`cards.zip.001`, `.002`), or on several disks, as
/// by `zip` (`cards.z01`, `.z02`, `cards.zip`).
public enum SplitArchive {
    /// More are not open at a time.
    private static let maximumParts = 200

    /// A part by the name of its file.
    private struct Part: Equatable {
        /// The path without what numbers it.
        let stem: String
        let isDisk: Bool
        /// That of the last disk is the largest.
        let number: Int

        init?(_ path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            let ending = path[dot...].dropFirst().lowercased()
            let digits = ending.drop { $0 == "z" }
            stem = String(path[..<dot])
            isDisk = ending.hasPrefix("z")
            if ending == "zip" {
                number = .max
            } else {
                guard ending.utf8.count == 3, digits.utf8.count == (isDisk ? 2 : 3), digits.utf8.allSatisfy(\.isDigit),
                    let value = Int(digits), value > 0, isDisk || stem.lowercased().hasSuffix(".zip")
                else { return nil }
                number = value
            }
        }
    }

    public static func isPart(_ path: String) -> Bool { Part(path).map { $0.number < .max } ?? false }

    /// The paths of all parts of the archive of which this file is one, in their order; the path alone where there are no others.
    public static func paths(besides path: String, isThere: (String) -> Bool) -> [String] {
        guard let part = Part(path) else { return [path] }
        let isCapital = part.isDisk && path.dropFirst(part.stem.count + 1).first == "Z"
        var paths: [String] = []
        while paths.count < maximumParts {
            let digits = String(paths.count + 1)
            let zeros = String(repeating: "0", count: max(0, (part.isDisk ? 2 : 3) - digits.count))
            let next = part.stem + (part.isDisk ? isCapital ? ".Z" : ".z" : ".") + zeros + digits
            guard next == path || isThere(next) else { break }
            paths.append(next)
        }
        let last = part.stem + (isCapital ? ".ZIP" : ".zip")
        if part.isDisk, !paths.isEmpty, last == path || isThere(last) { paths.append(last) }
        return paths.count > 1 && paths.contains(path) ? paths : [path]
    }

    /// The same files, with the parts of an archive as one, at the place of its first.
    public static func joining(_ inputs: [ImportInput]) -> [ImportInput] {
        let parts = inputs.map { Part($0.name) }
        let numbers = Dictionary(grouping: parts.compactMap { $0 }, by: \.stem).filter { $0.value.count > 1 }
        var joined: Set<String> = []
        return inputs.indices.compactMap { index in
            guard let part = parts[index], let all = numbers[part.stem], all.count <= maximumParts + 1,
                all.allSatisfy({ $0.isDisk == part.isDisk })
            else { return inputs[index] }
            guard joined.insert(part.stem).inserted else { return nil }
            let files = inputs.indices.filter { parts[$0]?.stem == part.stem }.sorted {
                (parts[$0]?.number ?? 0) < (parts[$1]?.number ?? 0)
            }.map { inputs[$0] }
            return ImportInput(name: part.stem + (part.isDisk ? ".zip" : "")) {
                try JoinedFile.joining(try files.map { try $0.open() }, areDisks: part.isDisk)
            }
        }
    }
}

/// The parts of an archive, read as one file. Nothing is copied but the directory of one on several disks, which tells of each entry on
/// which of them it is.
final class JoinedFile: ReadableFile {
    private struct Part: Sendable {
        let file: any ReadableFile
        let start: Int
        let end: Int
    }

    private static let chunkBytes = 256 << 10

    private let parts: [Part]
    let byteCount: Int
    /// What is read from this position on in place of the files.
    private let directory: (start: Int, bytes: [UInt8])?
    private let position = Mutex(0)

    /// Throws ``TransferError``, and the errors of the files.
    static func joining(_ files: [any ReadableFile], areDisks: Bool) throws -> JoinedFile {
        var parts: [Part] = []
        for file in files {
            let start = parts.last?.end ?? 0
            parts.append(Part(file: file, start: start, end: start + (try file.byteCount)))
            // Of the file that they make, as of any other.
            guard start <= TransferLimits.fileBytes else { throw TransferError.partsTooLarge }
        }
        let pieces = JoinedFile(parts, nil)
        guard areDisks else { return pieces }
        return JoinedFile(parts, try pieces.directoryOfOneDisk())
    }

    private init(_ parts: [Part], _ directory: (start: Int, bytes: [UInt8])?) {
        self.parts = parts
        self.directory = directory
        byteCount = parts.last?.end ?? 0
    }

    func next() throws -> [UInt8] {
        let start = position.withLock { $0 }
        let bytes = try bytes(at: start, count: min(Self.chunkBytes, byteCount - start))
        position.withLock { $0 += bytes.count }
        return bytes
    }

    var version: FileVersion { FileVersion(byteCount) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let directory, offset >= directory.start {
            let part = directory.bytes.dropFirst(offset - directory.start).prefix(buffer.count)
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            return part.count
        }
        guard let part = parts.first(where: { $0.start <= offset && offset < $0.end }) else { return 0 }
        let end = min(part.end, directory?.start ?? part.end)
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(end - offset))
        return try part.file.read(at: offset - part.start, into: room)
    }

    /// The directory and the record behind it as they would be of an archive in one file; nil where they are none.
    private func directoryOfOneDisk() throws -> (start: Int, bytes: [UInt8])? {
        guard let end = try ZipDirectoryEnd(of: self) else { return nil }
        var record = ByteReader(try bytes(at: end.position, count: ZipDirectoryEnd.recordBytes), at: 6)
        guard let disk = record.littleEndian(2), record.skip(2), let entries = record.littleEndian(2),
            let size = record.littleEndian(4), let offset = record.littleEndian(4), parts.indices.contains(disk)
        else { return nil }
        let start = parts[disk].start + offset
        guard start + size == end.position, size <= ZipLimits.usual.directoryBytes else { return nil }
        var bytes = try bytes(at: start, count: byteCount - start)
        guard bytes.count == byteCount - start else { return nil }
        func write(_ value: Int, _ count: Int, at position: Int) {
            for index in 0..<count { bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
        }
        var entry = 0
        for _ in 0..<entries {
            var reader = ByteReader(bytes, at: entry + 28)
            guard let name = reader.littleEndian(2), let extra = reader.littleEndian(2),
                let comment = reader.littleEndian(2), let disk = reader.littleEndian(2), reader.skip(6),
                let offset = reader.littleEndian(4), parts.indices.contains(disk),
                parts[disk].start + offset <= UInt32.max, reader.position <= size
            else { return nil }
            write(0, 2, at: entry + 34)
            write(parts[disk].start + offset, 4, at: entry + 42)
            entry = reader.position + name + extra + comment
        }
        guard start <= UInt32.max else { return nil }
        // On this disk, on which the directory begins, and how many of its entries are on this one.
        write(0, 4, at: size + 4)
        write(entries, 2, at: size + 8)
        write(start, 4, at: size + 16)
        return (start, bytes)
    }
}
