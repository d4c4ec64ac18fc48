internal import Basics
public import Cards
internal import Glibc

/// The settings of a backend that the program itself writes into the settings file.
public struct BackendSettings: Equatable, Sendable {
    /// What becomes of the credentials. Its description does not contain them.
    public enum Credentials: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The settings keep what they say.
        case kept
        /// They were for another backend: their lines become comments.
        case none
        /// They are written into a file of their own.
        case typed([UInt8])

        public var description: String {
            switch self {
            case .kept: "kept"
            case .none: "none"
            case .typed: "typed"
            }
        }
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    public var url: String
    public var kind: BackendKind
    /// The name of a file beside the settings file; nil writes none.
    public var credentialsFile: String?
    /// Whether the credentials that the settings name become a comment.
    public var dropsCredentials: Bool

    public init(url: String, kind: BackendKind, credentialsFile: String? = nil, dropsCredentials: Bool = false) {
        self.url = url
        self.kind = kind
        self.credentialsFile = credentialsFile
        self.dropsCredentials = dropsCredentials
    }

    /// Writes the settings into the file, and typed credentials into one beside it: readable by the owner only, like every file that
    /// is created here. Where one of the two cannot be written, both stay as they were. Throws ``ConfigEditingError``,
    /// ``PipedSettings`` and ``FileError``.
    public static func write(
        url: String, kind: BackendKind, credentials: Credentials, toConfig path: String
    ) throws {
        try PipedSettings.check(path)
        try Folder.make(ofFile: path)
        var old: [UInt8] = []
        do {
            old = try FileReading.bytes(ofFile: path, limit: Config.maximumBytes)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        var settings = BackendSettings(url: url, kind: kind, dropsCredentials: credentials == .none)
        guard case .typed(let bytes) = credentials else {
            return try AtomicFile.write(ConfigEditing(path: path).text(old, setting: settings), to: path)
        }
        let file = CredentialsFile(besideConfig: path, with: old)
        settings.credentialsFile = file.name
        // Before anything is written: a file that cannot be changed leaves no credentials behind.
        let text = try ConfigEditing(path: path).text(old, setting: settings)
        let former = try file.write(bytes)
        do {
            try AtomicFile.write(text, to: path)
        } catch {
            file.restore(former)
            throw error
        }
    }
}

/// The file for typed credentials: one that the settings name already, otherwise one that does not exist yet.
private struct CredentialsFile {
    let name: String
    private let path: String
    private let isReplaced: Bool

    init(besideConfig config: String, with settings: [UInt8]) {
        let prefix = config.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(config[...$0]) } ?? ""
        let named = Config.parse(settings, path: config, environment: { _ in nil }, validateBackend: { _ in nil })
            .config.backend.credentials
        // In a folder of others, the name says whose they are.
        let isOwnFolder = prefix.hasSuffix("/cards-tui/")
        let first = isOwnFolder ? "credentials" : "cards-tui-credentials"
        var (name, number) = (first, 1)
        while named != .file(prefix + name), Self.exists(prefix + name) {
            number += 1
            name = "\(first)-\(number)"
        }
        self.name = name
        path = prefix + name
        isReplaced = Self.exists(prefix + name)
    }

    /// Also a link that leads nowhere.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(PathText.cString(path), &status) == 0
    }

    /// Returns the former content; nil where there was no file.
    func write(_ bytes: [UInt8]) throws(FileError) -> [UInt8]? {
        if isReplaced {
            let former = try FileReading.bytes(ofFile: path, limit: CredentialsReader.maximumBytes)
            try AtomicFile.writePrivate(bytes, to: path)
            return former
        }
        // Never one that somebody else has put there meanwhile.
        let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        do {
            try file.write(bytes)
            try file.synchronize()
        } catch {
            restore(nil)
            throw error
        }
        return nil
    }

    func restore(_ former: [UInt8]?) {
        if let former { try? AtomicFile.writePrivate(former, to: path) } else { unlink(PathText.cString(path)) }
    }
}
