internal import Basics

/// An address to fetch a file of cards from. What is shown of it has neither its query nor all of its path, which may hold secrets.
public struct FetchTarget: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The whole address, for the connection only.
    package let address: String
    /// With the port, if it is not that of https.
    public let host: String
    /// The host and the last part of the path: "passes.example/cedar.pkpass".
    public let name: String
    /// How many redirects led here.
    package let redirects: Int

    package init(address: String, host: String, name: String, redirects: Int = 0) {
        self.address = address
        self.host = host
        self.name = name
        self.redirects = redirects
    }

    /// Whether a text is meant as an address and not as the path of a file; one with such a name is `./https:…`.
    public static func isAddress(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.prefix($0.count).lowercased() == $0 }
    }

    /// Asks whether to follow a redirect to another host.
    public func question(leadingTo next: FetchTarget) -> String {
        "\(host) redirects to \(next.host) (\(next.name)). Download the file from there?"
    }

    public var description: String { name }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// A file that was fetched. It is not kept: it is gone with its last reader.
public struct FetchedFile: Sendable {
    /// As in ``FetchTarget/name``, of where it was in the end.
    public let name: String
    public let byteCount: Int
    /// Opens it at its beginning; it may be called often.
    public let open: @Sendable () -> any ReadableFile

    public init(name: String, byteCount: Int, open: @escaping @Sendable () -> any ReadableFile) {
        self.name = name
        self.byteCount = byteCount
        self.open = open
    }

    /// "34 kB".
    public var size: String { byteCount.byteText }
}

public enum FetchOutcome: Sendable {
    case file(FetchedFile)
    /// The server says that it is at another host, which has to be agreed to.
    case elsewhere(FetchTarget)
}

/// What follows a fetch while it runs.
public struct FetchWatch: Sendable {
    /// Called with each part that arrives; returns whether the rest is of no use, which ends the fetch.
    public let isUseless: @Sendable ([UInt8]) -> Bool
    public let progress: @Sendable (DownloadProgress) -> Void

    public init(
        isUseless: @escaping @Sendable ([UInt8]) -> Bool = { _ in false },
        progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) {
        self.isUseless = isUseless
        self.progress = progress
    }
}

/// Fetches files of cards by their addresses.
public protocol FileFetching: Sendable {
    /// What a typed address means. Throws ``FetchError`` for one that is not https, or has a password.
    func target(of text: String) throws -> FetchTarget

    /// Fetches a file of at most `limit` bytes. Throws ``FetchError``, `CancellationError`, and the errors of the disk.
    func fetch(_ target: FetchTarget, limit: Int, _ watch: FetchWatch) async throws -> FetchOutcome
}

/// Why a file was not fetched.
public struct FetchError: UserFacingError, Equatable {
    public enum Kind: Hashable, Sendable {
        /// The address cannot be used.
        case address
        /// The server cannot be reached, or answers with something else.
        case network
    }

    public let kind: Kind
    public let userMessage: String

    public init(_ kind: Kind, _ reason: String) { (self.kind, userMessage) = (kind, reason + " Nothing was imported.") }
}
