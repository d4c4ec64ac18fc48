public import Cards

/// The issuers of passes that may be asked, in a file of the state folder that only the user can read.
public struct PassConsentFile: PassConsentKeeping {
    /// A larger file is none of ours.
    private static let maximumBytes = 4 << 20

    private let path: String

    public init(path: String) { self.path = path }

    public func load() -> PassConsents {
        guard let bytes = try? FileReading.bytes(ofFile: path, limit: Self.maximumBytes),
            let json = try? JSONParser.parse(bytes)
        else { return PassConsents() }
        return PassConsents(json: json)
    }

    public func update(_ change: (inout PassConsents) -> Void) throws {
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { try Folder.make(String(path[..<slash])) }
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
