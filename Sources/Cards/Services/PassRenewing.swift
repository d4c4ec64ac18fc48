/// Where a pass says that its newer versions are: a web service as Apple Wallet asks it. The token is in no description.
public struct PassService: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// As the pass has it.
    public let address: String
    /// The type and the serial number of the pass.
    public let type: String
    public let serial: String
    package let token: String

    public init(address: String, type: String, serial: String, token: String) {
        self.address = address
        self.type = type
        self.serial = serial
        self.token = token
    }

    public var description: String { "\(type)/\(serial)" }
    public var customMirror: Mirror { Mirror(self, children: ["pass": description]) }
}

/// What is agreed to: that passes of this type are asked for at this host.
public struct PassIssuer: Hashable, Sendable {
    /// "pass.com.juniper"
    public let type: String
    /// With the port, if it is not that of https.
    public let host: String

    public init(type: String, host: String) { (self.type, self.host) = (type, host) }
}

public enum PassAnswer: Hashable, Sendable {
    /// A new version, and the date that its server gave it.
    case file([UInt8], modified: String?)
    /// The pass is still the one that is here.
    case unchanged
}

/// Asks issuers for new versions of their passes.
public protocol PassFetching: Sendable {
    /// The host that would be asked. Throws ``PassError`` for an address that is not used.
    func host(of service: PassService) throws(PassError) -> String

    /// Sends the type, the serial number and the token of the pass, and this date of the version that is here; nil for none. Throws
    /// ``PassError`` and `CancellationError`.
    func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer
}

/// Why a pass was not renewed; it stays as it is.
public struct PassError: UserFacingError, Hashable {
    public enum Kind: Hashable, Sendable {
        /// The pass has no web service that can be asked.
        case address
        /// It cannot be reached, or fails.
        case network
        /// It does not want to, or answered with something else than the pass.
        case answer
    }

    public let kind: Kind
    public let userMessage: String

    public init(_ kind: Kind, _ reason: String) {
        (self.kind, userMessage) = (kind, reason + " The pass stays as it is.")
    }
}

/// Which issuers may be asked, and what they said last. It is kept on this machine only.
public struct PassConsents: Hashable, Sendable {
    /// The date that a server gave to a version of a pass.
    public struct Version: Hashable, Sendable {
        public let file: PhotoHash
        public let date: String
    }

    private static let maximumVersions = 2000

    public private(set) var issuers: Set<PassIssuer> = []
    /// By type and serial number.
    private var versions: [String: Version] = [:]

    public init() {}

    public mutating func agree(to issuer: PassIssuer) { issuers.insert(issuer) }

    /// The date of the version that is here, for the server; nil if it gave none.
    public func date(of service: PassService, file: PhotoHash) -> String? {
        versions[service.description].flatMap { $0.file == file ? $0.date : nil }
    }

    public mutating func note(_ date: String?, of service: PassService, file: PhotoHash) {
        guard let date, date.utf8.count <= 100 else { return versions[service.description] = nil }
        // Nobody has as many passes; without its date a pass is only fetched once more.
        if versions.count >= Self.maximumVersions { versions = [:] }
        versions[service.description] = Version(file: file, date: date)
    }

    // MARK: - JSON

    public init(json: JSON) {
        for issuer in json["issuers"]?.array ?? [] {
            guard let type = issuer["type"]?.string, let host = issuer["host"]?.string else { continue }
            issuers.insert(PassIssuer(type: type, host: host))
        }
        for version in json["versions"]?.array ?? [] {
            guard let pass = version["pass"]?.string, let date = version["date"]?.string,
                let file = version["file"]?.string.flatMap({ PhotoHash($0) })
            else { continue }
            versions[pass] = Version(file: file, date: date)
        }
    }

    public var json: JSON {
        let issuers = issuers.map { ["type": $0.type, "host": $0.host] }
        let versions = versions.sorted { $0.key < $1.key }.map {
            ["pass": $0.key, "file": $0.value.file.text, "date": $0.value.date]
        }
        func list(_ objects: [[String: String]]) -> JSON {
            .array(objects.map { .object($0.mapValues { .string($0) }) })
        }
        return .object([
            "issuers": list(
                issuers.sorted { ($0["host"] ?? "", $0["type"] ?? "") < ($1["host"] ?? "", $1["type"] ?? "") }),
            "versions": list(versions),
        ])
    }
}

/// Keeps the consents. Calls may block for a short time.
public protocol PassConsentKeeping: Sendable {
    /// Nothing where there is none, or what cannot be read: then it is asked again.
    func load() -> PassConsents
    /// Changes what is kept; other programs may have changed it since. Throws a user-facing error.
    func update(_ change: (inout PassConsents) -> Void) throws
}

/// Where there is no network.
public struct NoPasses: PassFetching {
    public init() {}

    public func host(of service: PassService) throws(PassError) -> String {
        throw PassError(.address, "Nothing can be asked here.")
    }

    public func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer {
        throw PassError(.address, "Nothing can be asked here.")
    }
}

/// What renews passes.
public struct PassServices: Sendable {
    public let fetching: any PassFetching
    public let consents: any PassConsentKeeping

    public init(fetching: any PassFetching, consents: any PassConsentKeeping) {
        self.fetching = fetching
        self.consents = consents
    }
}
