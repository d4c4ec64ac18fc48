public import Cards

/// Stores the view state in a file of the state folder, replaced atomically: of several programs the last to write wins.
///
/// It is an actor so that the writes of one program stay in order.
public actor ViewStateFile: ViewStateKeeping {
    /// A larger file is no view state.
    private static let maximumBytes = 64 << 10

    private let path: String
    private let report: @Sendable (FileError) -> Void

    /// - Parameter report: receives the error if the state could not be saved.
    public init(path: String, report: @escaping @Sendable (FileError) -> Void = { _ in }) {
        self.path = path
        self.report = report
    }

    public nonisolated func load() -> ViewState {
        FileReading.json(ofFile: path, limit: Self.maximumBytes).map { ViewState(json: $0) } ?? ViewState()
    }

    public func keep(_ state: ViewState) {
        do {
            try Folder.make(ofFile: path)
            try AtomicFile.write(JSONWriter.bytes(of: state.json), to: path)
        } catch {
            report(error)
        }
    }
}

/// The issuers of passes that may be asked, in a file of the state folder that only the user can read.
public struct PassConsentFile: PassConsentKeeping {
    /// A larger file is none of ours.
    private static let maximumBytes = 4 << 20

    private let path: String

    public init(path: String) { self.path = path }

    public func load() -> PassConsents {
        FileReading.json(ofFile: path, limit: Self.maximumBytes).map { PassConsents(json: $0) } ?? PassConsents()
    }

    public func update(_ change: (inout PassConsents) -> Void) throws {
        try Folder.make(ofFile: path)
        // Two programs at once must not lose what somebody agreed to.
        let lock = try? ProcessLock.acquire(path + "-lock", waiting: true)
        defer { withExtendedLifetime(lock) {} }
        let before = load()
        var consents = before
        change(&consents)
        if consents == before { return }
        try AtomicFile.writePrivate(JSONWriter.bytes(of: consents.json), to: path)
    }
}
