public import Cards

/// The settings of a backend that the program itself writes into the settings file.
public struct BackendSettings: Hashable, Sendable {
    public var url: String
    public var kind: BackendKind
    /// The name of a file beside the settings file; nil leaves what the settings say.
    public var credentialsFile: String?

    public init(url: String, kind: BackendKind, credentialsFile: String? = nil) {
        (self.url, self.kind, self.credentialsFile) = (url, kind, credentialsFile)
    }

    /// Writes the settings into the file, and the credentials into one beside it: readable by the owner only, like every file that is
    /// created here. Throws ``ConfigEditingError`` and ``FileError``.
    /// - Parameter credentials: nil for none.
    /// - Returns: where the credentials are; nil for none.
    @discardableResult
    public static func write(
        url: String, kind: BackendKind, credentials: [UInt8]?, toConfig path: String
    ) throws -> CredentialsSource? {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[..<$0]) } ?? "."
        if !folder.isEmpty { try Folder.make(folder) }
        let settings = BackendSettings(
            url: url, kind: kind, credentialsFile: credentials == nil ? nil : credentialsName)
        var old: [UInt8] = []
        do {
            old = try FileReading.bytes(ofFile: path, limit: Config.maximumBytes)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        // Before anything is written: a file that cannot be changed leaves no credentials behind.
        let text = try ConfigEditing(path: path).text(old, setting: settings)
        if let credentials {
            try AtomicFile.writePrivate(credentials, to: folder + "/" + credentialsName)
        }
        try AtomicFile.write(text, to: path)
        return credentials == nil ? nil : .file(folder + "/" + credentialsName)
    }

    static let credentialsName = "credentials"
}
