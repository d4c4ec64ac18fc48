internal import Synchronization

/// Returns the next bytes of a file; empty at its end. It may block.
public typealias ByteChunks = @Sendable () throws -> [UInt8]

/// A file that is read from its start to its end, or anywhere, as an archive is. The calls may block.
public protocol ReadableFile: Sendable {
    /// The next bytes; empty at its end.
    func next() throws -> [UInt8]

    var byteCount: Int { get throws }

    /// Another one once the file was changed or replaced.
    var version: FileVersion { get throws }

    /// Fills the buffer with the bytes from this offset on; returns how many there were.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Where it can be opened again by what reads files by their paths; nil for a pipe and for bytes in memory.
    var path: String? { get }
}

extension ReadableFile {
    public var path: String? { nil }
}

/// Tells whether a file is still what it was, without reading it: its size, its identity, when it was written.
public struct FileVersion: Equatable, Sendable {
    private let parts: [Int]

    public init(_ parts: Int...) { self.parts = parts }
}

/// Bytes in memory as a file: an archive within an archive.
public final class MemoryFile: ReadableFile {
    private let bytes: [UInt8]
    private let hasEnded = Mutex(false)

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public func next() -> [UInt8] {
        hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return hasEnded ? [] : bytes
        }
    }

    public var byteCount: Int { bytes.count }
    public var version: FileVersion { FileVersion(bytes.count, bytes.hashValue) }

    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes[min(max(offset, 0), bytes.count)...].prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }
}

/// Access to the user's files for photos, import and export.
public protocol LocalFiles: Sendable {
    /// The bytes of a regular file of at most `limit` bytes. `~` means the home folder. Throws a user-facing error.
    func read(_ path: String, limit: Int) async throws -> [UInt8]

    /// The same, in chunks.
    func chunks(of path: String, limit: Int) async throws -> ByteChunks

    /// The same file, to be read anywhere. It may block.
    func file(_ path: String, limit: Int) throws -> any ReadableFile

    /// Writes the chunks that `next` returns until nil to a file, atomically. Throws a user-facing error, and the errors of `next`.
    func write(_ path: String, chunks next: @Sendable () async throws -> [UInt8]?) async throws

    /// Completions of the typed path, at most 100, in alphabetical order; folders end with `/`.
    func completions(of path: String) async -> [String]

    /// The folders and the wanted files (by name) in a folder; of very full ones the first 20,000 that are found. Throws a
    /// user-facing error.
    func listing(ofFolder path: String, where isWanted: @Sendable (String) -> Bool) async throws -> FolderListing

    /// Whether ``write(_:chunks:)`` would replace a file at the typed path. Throws a user-facing error where it would refuse to.
    func replacesFile(_ path: String) async throws -> Bool

    /// Whether the typed path is a folder.
    func isFolder(_ path: String) async -> Bool
}

/// The result of copying a text.
public enum ClipboardOutcome: Hashable, Sendable {
    /// The user's command accepted it.
    case copied
    /// Another program passes it to the terminal; whether the terminal accepts it cannot be known.
    case sentToTerminal
    /// Not copied yet: the caller must send it to the terminal.
    case notAccepted
}

/// Copies text to the user's clipboard with a command.
public protocol ClipboardWriting: Sendable {
    /// Throws a user-facing error if the user's command failed.
    func copy(_ text: String) async throws -> ClipboardOutcome
}

/// What became of a link that was given to a program.
public enum LinkOutcome: Sendable {
    case opened
    /// The program runs still: whether it succeeds is not known.
    case started
}

/// Opens a link outside of the program.
public protocol LinkOpening: Sendable {
    /// Starts the user's command with the link as its only argument. Throws a user-facing error if there is no command, or if it fails.
    @discardableResult func open(_ link: String) async throws -> LinkOutcome

    /// The same with the path of a document, which is a file as long as the program runs.
    /// - Parameter name: that of the file.
    func open(document: [UInt8], named name: String) async throws -> LinkOutcome
}

/// The contents of a folder for a picker: names, kinds, sizes and times.
public struct FolderListing: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public let name: String
        public let isFolder: Bool
        /// In bytes; not set for a folder.
        public let byteCount: Int
        public let modified: Timestamp

        public init(name: String, isFolder: Bool, byteCount: Int = 0, modified: Timestamp = Timestamp(milliseconds: 0))
        {
            (self.name, self.isFolder) = (name, isFolder)
            (self.byteCount, self.modified) = (byteCount, modified)
        }

        /// Hidden by convention.
        public var isHidden: Bool { name.hasPrefix(".") }
    }

    /// The absolute path of the folder.
    public let path: String
    /// The path for display: `~` for the home folder.
    public let label: String
    /// Folders and regular files, in no order.
    public let entries: [Entry]
    /// Whether the listing is incomplete.
    public let isCut: Bool

    public init(path: String, label: String, entries: [Entry], isCut: Bool = false) {
        self.path = path
        self.label = label
        self.entries = entries
        self.isCut = isCut
    }

    /// The parent folder; nil for the root.
    public var parent: String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    public func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}
