/// Where a pass says that its newer versions are: a web service as Apple Wallet asks it. The token is in no description.
public struct PassService: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
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

public enum PassAnswer: Equatable, Sendable {
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
public struct PassError: UserFacingError, Equatable {
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
        (self.kind, userMessage) = (kind, reason + " The pass is unchanged.")
    }
}

/// What is new of a pass.
public struct RenewedPass: Equatable, Sendable {
    public let card: CardID
    public let name: String
    public let changes: [String]
    /// Of fields that were changed here, too.
    public let conflicts: Int

    public init(card: CardID, name: String, changes: [String], conflicts: Int) {
        (self.card, self.name, self.changes, self.conflicts) = (card, name, changes, conflicts)
    }

    /// "Juniper Rail: gate 12 → 14"
    public var text: String {
        "\(name): \(changes.joined(separator: ", "))\(conflicts > 0 ? " (in conflict with what was changed here)" : "")"
    }
}

/// Which issuers may be asked, what they said last, and what nobody was told yet. It is kept on this machine only.
public struct PassConsents: Equatable, Sendable {
    /// The date that a server gave to a version of a pass.
    public struct Version: Equatable, Sendable {
        public let file: PhotoHash
        public let date: String
    }

    private static let maximumVersions = 2000
    private static let maximumNews = 200

    public private(set) var issuers: Set<PassIssuer> = []
    /// Those that somebody said no to.
    public private(set) var declined: Set<PassIssuer> = []
    /// What is new and could not be told yet, the oldest first.
    public private(set) var news: [RenewedPass] = []
    /// By type and serial number.
    private var versions: [String: Version] = [:]

    public init() {}

    public mutating func agree(to issuer: PassIssuer) {
        issuers.insert(issuer)
        declined.remove(issuer)
    }

    public mutating func decline(_ issuer: PassIssuer) {
        issuers.remove(issuer)
        declined.insert(issuer)
    }

    /// Keeps what is new until it was told.
    public mutating func keep(_ pass: RenewedPass) {
        if !news.contains(pass) { news.append(pass) }
        // Telling fails for long; the history of the cards has it all.
        if news.count > Self.maximumNews { news.removeFirst(news.count - Self.maximumNews) }
    }

    public mutating func noteTold(_ passes: [RenewedPass]) { news.removeAll { passes.contains($0) } }

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
        issuers = Self.issuers(in: json["issuers"])
        declined = Self.issuers(in: json["declined"]).subtracting(issuers)
        for version in json["versions"]?.array ?? [] {
            guard let pass = version["pass"]?.string, let date = version["date"]?.string,
                let file = version["file"]?.string.flatMap({ PhotoHash($0) })
            else { continue }
            versions[pass] = Version(file: file, date: date)
        }
        for pass in json["news"]?.array ?? [] {
            guard let card = pass["card"]?.string.flatMap({ CardID($0) }), let name = pass["name"]?.string,
                let changes = pass["changes"]?.array
            else { continue }
            var conflicts = 0
            if case .number(let digits)? = pass["conflicts"] { conflicts = Int(digits) ?? 0 }
            keep(RenewedPass(card: card, name: name, changes: changes.compactMap(\.string), conflicts: conflicts))
        }
    }

    private static func issuers(in json: JSON?) -> Set<PassIssuer> {
        var issuers: Set<PassIssuer> = []
        for issuer in json?.array ?? [] {
            guard let type = issuer["type"]?.string, let host = issuer["host"]?.string else { continue }
            issuers.insert(PassIssuer(type: type, host: host))
        }
        return issuers
    }

    private static func json(_ issuers: Set<PassIssuer>) -> JSON {
        let sorted = issuers.sorted { ($0.host, $0.type) < ($1.host, $1.type) }
        return .array(
            sorted.map { issuer in
                let members: [String: JSON] = ["type": .string(issuer.type), "host": .string(issuer.host)]
                return JSON.object(members)
            })
    }

    public var json: JSON {
        let versions = versions.sorted { $0.key < $1.key }.map { pass, version in
            let members: [String: JSON] = [
                "pass": .string(pass), "file": .string(version.file.text), "date": .string(version.date),
            ]
            return JSON.object(members)
        }
        let news = news.map { pass in
            let members: [String: JSON] = [
                "card": .string(pass.card.text), "name": .string(pass.name),
                "changes": .array(pass.changes.map { JSON.string($0) }), "conflicts": .number(String(pass.conflicts)),
            ]
            return JSON.object(members)
        }
        let members: [String: JSON] = [
            "issuers": Self.json(issuers), "declined": Self.json(declined), "versions": .array(versions),
            "news": .array(news),
        ]
        return JSON.object(members)
    }
}

/// Keeps the consents. Calls may block for a short time.
public protocol PassConsentKeeping: Sendable {
    /// Nothing where there is none, or what cannot be read: then it is asked again.
    func load() -> PassConsents
    /// Changes what is kept; other programs may have changed it since. Throws a user-facing error.
    func update(_ change: (inout PassConsents) -> Void) throws
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
