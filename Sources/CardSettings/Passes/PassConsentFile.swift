public import Cards

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
