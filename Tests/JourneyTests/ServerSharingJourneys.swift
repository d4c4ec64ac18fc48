import PtySupport
import Terminal
import TestSupport
import Testing
import VaultSupport

/// The commands that share cards over servers, with every setting of `sync`.
@Suite("Sharing cards over servers", .inTurns)
struct ServerSharingJourneys {
    private static let passphrase = "correct horse battery staple"
    private static let password = Carrier.password
    private static let number = "4711000815"

    /// Two homes and the settings that they need for a server. All texts that were written are kept, to look for secrets.
    private final class Devices {
        let (desk, laptop): (Home, Home)
        let settings: [String]
        private(set) var texts: [String] = []

        init(_ settings: String...) throws {
            (desk, laptop) = (try Home(), try Home())
            self.settings = settings
            for home in [desk, laptop] {
                try home.configure(settings)
                _ = try home.folder.write("desk:\(ServerSharingJourneys.password)\n", to: "secret")
                _ = try home.folder.write(ServerSharingJourneys.passphrase + "\n", to: "key")
            }
        }

        func run(_ home: Home, _ arguments: String...) async throws -> Home.Ending {
            let ending = try await home.run(arguments)
            texts += [ending.output, ending.errors, home.log]
            return ending
        }

        /// Everything that two devices do with a server, from checking it until leaving.
        func share(over address: String) async throws {
            let check = try await run(desk, "sync", "check", address)
            #expect(check.status == 0 && check.output.contains(": ok: "), "\(check.errors)")
            #expect(check.output.contains("encrypted before they are written there"))
            try await desk.add("Amber Bakery", number: ServerSharingJourneys.number)
            let first = try await run(desk, "sync", "setup", address, "--name", "desk", "--yes")
            #expect(first.status == 0 && first.output.contains("1 card"), "\(first.errors)")

            _ = try laptop.folder.write("wr0ng horse\n", to: "key")
            let refused = try await run(laptop, "sync", "setup", address, "--name", "laptop", "--yes")
            #expect(refused.status == 4 && refused.errors.contains("the passphrase is wrong"), "\(refused.errors)")
            _ = try laptop.folder.write(ServerSharingJourneys.passphrase + "\n", to: "key")
            let second = try await run(laptop, "sync", "setup", address, "--name", "laptop", "--yes")
            #expect(second.status == 0 && second.output.hasSuffix(": 1 new\n"), "\(second.errors)")
            try await laptop.add("Elm Gym")
            #expect(try await run(laptop, "sync").output.hasSuffix(": sent 1 change\n"))
            #expect(try await run(desk, "sync").output.hasSuffix(": 1 new\n"))
            #expect(try await desk.names() == ["Amber Bakery", "Elm Gym"])

            try await standing(address)
            #expect(try await run(desk, "sync", "forget", "laptop", "--yes").output == "Forgot laptop.\n")
            #expect(try await !run(desk, "sync", "devices").output.contains("laptop"))
            #expect(try await run(desk, "sync", "forget", "laptop", "--yes").status == 1)
            #expect(try await run(laptop, "sync", "leave", "--yes").output.contains("no longer shared"))
            #expect(try await run(laptop, "sync").status == 2)
            #expect(try await laptop.names() == ["Amber Bakery", "Elm Gym"])
            for secret in [ServerSharingJourneys.password, ServerSharingJourneys.passphrase, "wr0ng"] {
                #expect(!texts.contains { $0.contains(secret) })
            }
        }

        private func standing(_ address: String) async throws {
            let status = try await run(desk, "sync", "status", "--json")
            #expect(status.output.contains("\"address\":\"\(address)\"") && status.output.contains("\"failure\":null"))
            #expect(try await run(desk, "sync", "status").output.contains("nothing pending"))
            #expect(try await run(desk, "sync", "check").status == 0)
            let lines = try await run(desk, "sync", "devices").output.split(separator: "\n")
            #expect(lines.count == 2 && lines.first?.hasSuffix("this device") == true)
            #expect(lines.last?.hasPrefix("laptop") == true)
        }
    }

    @Test(
        "WebDAV with a certificate, a password and a passphrase: ca_file, credentials_command and key_file",
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func webDAV() async throws {
        let certificates = try await TestCertificates()
        let server = try await DAVServer(user: "desk:" + Self.password, certificates: certificates)
        let devices = try Devices(
            "credentials_command: cat ~/secret", "key_file: ~/key", "ca_file: \(certificates.authorityFile)")
        let address = server.url + "/cards"
        try devices.desk.configure(Array(devices.settings.dropLast()))
        let stranger = try await devices.run(devices.desk, "sync", "setup", address, "--yes")
        #expect(stranger.status == 4 && stranger.errors.contains("sync.ca_file"), "\(stranger.errors)")
        #expect(!server.requests.contains("PUT"))
        try devices.desk.configure(Array(devices.settings.dropFirst()))
        let nobody = try await devices.run(devices.desk, "sync", "check", address)
        #expect(nobody.status == 4 && nobody.errors.contains("the name or the password is wrong"), "\(nobody.errors)")
        try devices.desk.configure(devices.settings)
        try await devices.share(over: address)
        let search = ["-r", Self.number, server.folder.path + "/files"]
        #expect(try await devices.desk.start(program: "/bin/grep", search).exitStatus() == 1)
    }

    @Test(
        "PostgreSQL with a desk that has a password: ca_file, credentials_file and key_command",
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL and openssl"))
    func postgreSQL() async throws {
        let server = try await PostgreSQLServer()
        let devices = try Devices(
            "credentials_file: ~/secret", "key_command: cat ~/key",
            "ca_file: \(server.certificates.authorityFile)")
        func address(_ role: String) -> String {
            server.networkAddress(role, "postgres", options: "?sslmode=verify-full")
        }
        try devices.desk.configure(Array(devices.settings.dropLast()))
        let stranger = try await devices.run(devices.desk, "sync", "check", address("owner"))
        #expect(stranger.status == 4 && stranger.errors.contains("cannot be trusted"), "\(stranger.errors)")
        try devices.desk.configure(devices.settings)

        let early = try await devices.run(devices.desk, "sync", "check", address("desk"))
        #expect(early.status == 4 && early.errors.contains("does not admit this user"), "\(early.errors)")
        let owner = try devices.desk.start(["sync", "desk", address("owner"), "desk"])
        try await owner.wait(for: "Let the role desk use the cards")
        try await owner.type("y\r")
        try await owner.wait(for: "Password for desk")
        try await owner.type(Self.password + "\r")
        try await owner.wait(for: "desk can use the cards")
        #expect(try await owner.exitStatus() == 0)
        #expect(await !owner.text.contains(Self.password))
        // From now on the server wants that password from it.
        try await server.sql("CREATE ROLE locked", "GRANT locked TO desk")
        _ = try devices.desk.folder.write("desk:wr0ng\n", to: "secret")
        let wrong = try await devices.run(devices.desk, "sync", "check", address("desk"))
        #expect(wrong.status == 4 && wrong.errors.contains("the password is wrong"), "\(wrong.errors)")
        _ = try devices.desk.folder.write("desk:\(Self.password)\n", to: "secret")

        try await devices.share(over: address("desk"))
        let bodies = "FROM cards_tui.batch WHERE position('\(Self.number)'::bytea IN body)"
        #expect(try await server.sql("SELECT count(*)::text \(bodies) > 0") == ["0"])
        #expect(try await server.sql("SELECT count(*)::text \(bodies) = 0") != ["0"])
        #expect(!server.log.contains(Self.password))
    }

    @Test(
        "allow_plain_http sends a password over http to another machine, for which a proxy stands here",
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func plainHTTP() async throws {
        let server = try await DAVServer(user: "desk:" + Self.password)
        let home = try Home()
        _ = try home.folder.write("desk:\(Self.password)", to: "secret")
        try home.configure(["credentials_file: ~/secret"])
        let arguments = ["sync", "setup", "http://cards.invalid/cards", "--yes"]
        let environment: [String: String?] = ["http_proxy": server.url]
        let refused = try await home.run(arguments, environment: environment)
        #expect(refused.status == 4 && refused.errors.contains("sync.allow_plain_http: true"), "\(refused.errors)")
        #expect(server.requests.isEmpty)
        try home.configure(["credentials_file: ~/secret", "allow_plain_http: true"])
        let allowed = try await home.run(arguments, environment: environment)
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(allowed.output.contains("note: The connection is not encrypted"))
        #expect(!allowed.output.contains(Self.password))
    }
}

extension Home {
    /// Writes settings of `sync`, a line each.
    fileprivate func configure(_ lines: [String]) throws {
        try configure("sync:\n" + lines.map { "  \($0)\n" }.joined())
    }
}
