/// The user's own files, as the form's photo fields and the import need them.
public protocol LocalFiles: Sendable {
    /// The bytes of a regular file of at most `limit` bytes. `~` means the home folder. Throws an error with words.
    func read(_ path: String, limit: Int) async throws -> [UInt8]

    /// What the typed path can become, folders with a `/` behind them, at most 100, in alphabetical order.
    func completions(of path: String) async -> [String]
}

/// Opens a link outside of the program.
public protocol LinkOpening: Sendable {
    /// Starts the user's command with the link as its one argument. Throws an error with words where there is none.
    func open(_ link: String) async throws
}
