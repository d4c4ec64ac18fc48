internal import Basics
public import Cards
internal import Glibc

/// Where a vault is in PostgreSQL: `postgresql://user@host,host:port/database?option=value`. Never holds a password: that comes from
/// `~/.pgpass`, a service file, or whoever opens the connection.
public struct PostgreSQLAddress: Hashable, Sendable {
    /// Why a text is no address.
    public struct Problem: UserFacingError, Equatable {
        public let reason: String
        public var userMessage: String { "The address of the database: \(reason)." }
    }

    struct Host: Hashable, Sendable {
        /// A name, an address, or the folder of a socket; nil for libpq's own choice.
        let name: String?
        let port: String?

        /// Whether what is sent there does not leave this machine.
        var isLocal: Bool {
            guard let name else { return false }
            return name.hasPrefix("/") || name == "localhost" || name == "::1"
                || (name.hasPrefix("127.")
                    && name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) })
        }
    }

    /// Tried in this order. At least one.
    let hosts: [Host]
    /// What libpq is told besides the host, in order.
    let options: [(key: String, value: String)]
    /// Which of the database's vaults, where it has several: `vault=…`.
    public let vault: VaultID?
    /// The address for people.
    public let name: String

    /// What may stand behind the question mark. Others could take the password or the host to another place.
    private static let known: Set<String> = [
        "application_name", "channel_binding", "connect_timeout", "dbname", "gssencmode", "host", "keepalives",
        "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname", "passfile", "port", "require_auth",
        "service", "sslcert", "sslcrl", "sslkey", "sslmode", "sslrootcert", "ssl_min_protocol_version",
        "target_session_attrs", "tcp_user_timeout", "user", "vault",
    ]

    /// - Parameter certificateFile: trusted instead of the system's certificates, unless the address says otherwise.
    public init(_ text: String, certificateFile: String? = nil) throws(Problem) {
        guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            throw Problem(reason: "it begins with postgresql://")
        }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var values = try Self.options(in: parts.count > 1 ? parts[1] : "")
        var authority = place.first ?? ""
        if let at = authority.lastIndex(of: "@") {
            let user = authority[..<at]
            guard !user.contains(":") else { throw Self.password }
            authority = authority[authority.index(after: at)...]
            values["user"] = try Self.decoded(user)
        }
        if place.count > 1, !place[1].isEmpty { values["dbname"] = try Self.decoded(place[1]) }

        var hosts =
            try authority.isEmpty
            ? [] : authority.split(separator: ",").map { part throws(Problem) in try Self.host(part) }
        if let list = values.removeValue(forKey: "host") {
            guard hosts.isEmpty else { throw Problem(reason: "it names the host twice") }
            let ports = values["port"]?.split(separator: ",").map(String.init) ?? []
            hosts = list.split(separator: ",").enumerated().map { index, name in
                Host(name: String(name), port: ports.indices.contains(index) ? ports[index] : ports.first)
            }
        } else if hosts.isEmpty {
            hosts = [Host(name: nil, port: values["port"])]
        }
        values["port"] = nil
        if values["sslrootcert"] == nil, let certificateFile { values["sslrootcert"] = certificateFile }
        let identifier = values.removeValue(forKey: "vault")
        vault = identifier.flatMap { VaultID($0) }
        guard identifier == nil || vault != nil else {
            throw Problem(reason: "vault= is not followed by 32 hexadecimal digits")
        }
        try Self.secure(&values, hosts)
        self.hosts = hosts
        options = values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        name = Self.name(hosts, values)
    }

    public static func == (left: PostgreSQLAddress, right: PostgreSQLAddress) -> Bool {
        left.hosts == right.hosts && left.vault == right.vault
            && left.options.elementsEqual(right.options) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(hosts)
        hasher.combine(vault)
        for option in options { hasher.combine(option.value) }
    }

    var user: String? { options.first { $0.key == "user" }?.value }

    /// How long to wait for each host; nil where the address does not say it. libpq leaves that to us.
    var connectTimeout: Duration? {
        options.first { $0.key == "connect_timeout" }.flatMap { Int($0.value) }.flatMap { $0 > 0 ? .seconds($0) : nil }
    }

    // MARK: - Parsing

    private static let password = Problem(
        reason: "a password in it would be visible to others; put it into ~/.pgpass (host:port:database:user:password)")

    private static func options(in text: Substring) throws(Problem) -> [String: String] {
        var values: [String: String] = [:]
        for item in text.split(separator: "&") {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try decoded(sides[0])
            guard key != "password", key != "sslpassword" else { throw password }
            guard known.contains(key) else { throw Problem(reason: "the option \(key) is not known") }
            guard sides.count == 2 else { throw Problem(reason: "the option \(key) has no value") }
            values[key] = try decoded(sides[1])
        }
        return values
    }

    private static func host(_ text: Substring) throws(Problem) -> Host {
        var (name, rest) = (text, Substring())
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            name = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
        } else if let colon = text.firstIndex(of: ":") {
            (name, rest) = (text[..<colon], text[colon...])
        }
        guard rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil) else {
            throw Problem(reason: "a port is a number up to 65535")
        }
        let decoded = try decoded(name)
        return Host(name: decoded.isEmpty ? nil : decoded, port: rest.isEmpty ? nil : String(rest.dropFirst()))
    }

    private static func decoded(_ text: Substring) throws(Problem) -> String {
        guard let text = PercentCoding.decoded(text), !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw Problem(reason: "it has a control character or a wrong percent sign")
        }
        return text
    }

    // MARK: - Safety

    /// A server elsewhere has to prove who it is, and a session that can only read is of no use.
    private static func secure(_ values: inout [String: String], _ hosts: [Host]) throws(Problem) {
        if values["target_session_attrs"] == nil { values["target_session_attrs"] = "read-write" }
        if values["application_name"] == nil { values["application_name"] = "cards-tui" }
        // A machine that lost its power answers nothing: the system gives the connection up after so many milliseconds.
        if values["tcp_user_timeout"] == nil { values["tcp_user_timeout"] = "15000" }
        let isElsewhere = hosts.contains { !$0.isLocal } && !isOwnChoice(hosts, values)
        guard isElsewhere else { return }
        guard values["sslmode"] == nil || values["sslmode"] == "verify-full" else {
            throw Problem(reason: "sslmode=\(values["sslmode"] ?? "") does not verify the server; leave it out")
        }
        values["sslmode"] = "verify-full"
        if values["sslrootcert"] == nil, let file = authorities { values["sslrootcert"] = file }
    }

    /// Whether nothing says where it is: libpq takes this machine's socket.
    private static func isOwnChoice(_ hosts: [Host], _ values: [String: String]) -> Bool {
        hosts.allSatisfy { $0.name == nil } && values["service"] == nil
            && !["PGHOST", "PGHOSTADDR", "PGSERVICE"].contains { (name: String) in getenv(name) != nil }
    }

    /// The system's authorities where the user has none of their own for PostgreSQL: libpq before version 16 does not look for them.
    private static var authorities: String? {
        if Glibc.getenv("PGSSLROOTCERT") != nil { return nil }
        if let home = ThisMachine.home, access(PathText.cString(home + "/.postgresql/root.crt"), R_OK) == 0 {
            return nil
        }
        let file = "/etc/ssl/certs/ca-certificates.crt"
        return access(PathText.cString(file), R_OK) == 0 ? file : nil
    }

    private static func name(_ hosts: [Host], _ values: [String: String]) -> String {
        let places = hosts.compactMap { host -> String? in
            guard let name = host.name else { return nil }
            if name.hasPrefix("/") { return "this machine" }
            return host.port.map { $0 == "5432" ? name : "\(name):\($0)" } ?? name
        }
        let place = places.isEmpty ? values["service"] ?? "this machine" : places.joined(separator: ",")
        return values["dbname"].map { "\(place)/\($0)" } ?? place
    }
}
