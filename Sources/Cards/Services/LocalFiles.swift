/// Gives the next bytes of a file, and none at its end. It may block.
public typealias ByteChunks = @Sendable () throws -> [UInt8]

/// The user's own files, as photos, the import and the export need them.
public protocol LocalFiles: Sendable {
    /// The bytes of a regular file of at most `limit` bytes. `~` means the home folder. Throws an error with words.
    func read(_ path: String, limit: Int) async throws -> [UInt8]

    /// The same, chunk by chunk.
    func chunks(of path: String, limit: Int) async throws -> ByteChunks

    /// Writes a file out of the chunks that `next` gives until nil: whole, or not at all. Throws an error with words, and what
    /// `next` throws.
    func write(_ path: String, chunks next: @Sendable () async throws -> [UInt8]?) async throws

    /// What the typed path can become, folders with a `/` behind them, at most 100, in alphabetical order.
    func completions(of path: String) async -> [String]

    /// The folders and the wanted files in a folder, by the files' names: of very full ones the first 20,000 that are found. Throws
    /// an error with words.
    func listing(ofFolder path: String, where isWanted: @Sendable (String) -> Bool) async throws -> FolderListing

    /// Whether the typed path leads to a folder.
    func isFolder(_ path: String) async -> Bool
}

/// Where a text went that was to be copied.
public enum ClipboardOutcome: Hashable, Sendable {
    /// The user's own command has taken it.
    case copied
    /// The terminal is told of it by another program; whether it listens cannot be known.
    case sentToTerminal
    /// Nobody has it yet: the terminal itself is to be told.
    case notTaken
}

/// Puts text on the person's clipboard by a command.
public protocol ClipboardWriting: Sendable {
    /// Throws an error with words where the user's command did not take it.
    func copy(_ text: String) async throws -> ClipboardOutcome
}

/// No command: the terminal is told.
public struct NoClipboardCommand: ClipboardWriting {
    public init() {}
    public func copy(_ text: String) async -> ClipboardOutcome { .notTaken }
}

/// Opens a link outside of the program.
public protocol LinkOpening: Sendable {
    /// Starts the user's command with the link as its one argument. Throws an error with words where there is none.
    func open(_ link: String) async throws
}
