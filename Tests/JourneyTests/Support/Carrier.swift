import Glibc
import PtySupport
import TestSupport
import VaultSupport

@testable import CardSharing

/// What carries the changes of two homes: it can be away for a while, and asks for a password where it is a server.
final class Carrier: Sendable {
    enum Kind: String, Sendable, CaseIterable { case folder, webDAV, postgreSQL }

    static let isPossible = DAVServer.isPossible && PostgreSQLServer.isPossible
    static let password = "s3cret-of-the-server"

    private enum Place {
        case folder(TemporaryFolder)
        case webDAV(DAVServer)
        case postgreSQL(PostgreSQLServer)
    }

    private let place: Place

    /// Waits until it can be used.
    init(_ kind: Kind) async throws {
        switch kind {
        case .folder:
            let folder = try TemporaryFolder()
            mkdir(folder.path + "/stick", 0o700)
            place = .folder(folder)
        case .webDAV: place = .webDAV(try await DAVServer(user: "owner:" + Self.password))
        case .postgreSQL:
            let server = try await PostgreSQLServer()
            try await server.sql(
                "CREATE ROLE locked", "ALTER ROLE owner PASSWORD '\(Self.password)'", "GRANT locked TO owner")
            place = .postgreSQL(server)
        }
    }

    var address: String {
        switch place {
        case .folder(let folder): "folder:" + folder.path + "/stick"
        case .webDAV(let server): server.url + "/cards"
        case .postgreSQL(let server): server.networkAddress("owner", "postgres")
        }
    }

    /// Whether a change there is told at once. A server of files is asked every half a minute, and when a person asks.
    var isTelling: Bool { if case .webDAV = place { false } else { true } }

    /// How many changes a server of files has got.
    var received: Int {
        guard case .webDAV(let server) = place else { return 0 }
        return server.requests.split(separator: "\n").count { $0.contains("/log/") && $0.contains(" 201 ") }
    }

    /// Gives a home what it needs to sign in.
    func admit(_ home: Home, password: String = password) throws {
        guard isServer else { return }
        _ = try home.folder.write("owner:\(password)\n", to: "secret")
        try home.configure("sync:\n  credentials_file: ~/secret\n")
    }

    private var isServer: Bool { if case .folder = place { false } else { true } }

    // MARK: - Away and back

    func leave() async throws {
        switch place {
        case .folder(let folder): try Self.move(folder, "stick", to: "unplugged")
        case .webDAV(let server): server.stop()
        case .postgreSQL(let server): await server.kill()
        }
    }

    func comeBack() async throws {
        switch place {
        case .folder(let folder): try Self.move(folder, "unplugged", to: "stick")
        case .webDAV(let server): try await server.start()
        case .postgreSQL(let server): await server.start()
        }
    }

    /// What a screen says of it while it is away.
    var absence: String {
        switch place {
        case .folder: "the folder is missing; perhaps its disk is not mounted"
        case .webDAV: "no connection"
        case .postgreSQL: "cannot be reached"
        }
    }

    // MARK: - Refusing

    /// Has it refuse that home from its next start on: by another password there, or by another vault in the folder.
    func refuse(_ home: Home) async throws {
        guard case .folder(let folder) = place else { return try admit(home, password: "wr0ng-one") }
        try Self.move(folder, "stick", to: "unplugged")
        mkdir(folder.path + "/stick", 0o700)
        let ending = try await Home().run("sync", "setup", address, "--yes")
        guard ending.status == 0 else { throw JourneyError(ending.errors) }
    }

    func accept(_ home: Home) throws {
        guard case .folder(let folder) = place else { return try admit(home) }
        try Self.move(folder, "stick", to: "other")
        try Self.move(folder, "unplugged", to: "stick")
    }

    /// What a screen says then.
    var refusal: String {
        switch place {
        case .folder: "are not the ones that this store shares"
        case .webDAV: "the name or the password is wrong"
        case .postgreSQL: "the password is wrong or missing"
        }
    }

    private static func move(_ folder: TemporaryFolder, _ name: String, to other: String) throws {
        guard rename(folder.path + "/" + name, folder.path + "/" + other) == 0 else {
            throw JourneyError("\(name) cannot be moved: \(String(cString: strerror(errno)))")
        }
    }
}

extension PostgreSQLServer {
    /// Runs statements as the owner, and returns the first column of the last one.
    @discardableResult
    func sql(_ texts: String...) async throws -> [String] {
        let session = PostgreSQLSession(
            to: try PostgreSQLAddress(address("owner", "postgres")), password: Carrier.password,
            limits: PostgreSQLConnection.Limits(), libraries: PostgreSQLLibrary.names)
        defer { session.close() }
        let rows = try await session.run { connection throws(PostgreSQLFailure) in
            try connection.execute(texts.map { PostgreSQLStatement($0) })
        }
        guard let last = rows.last else { return [] }
        return (0..<last.count).map { last.text($0, 0) ?? "" }
    }
}
