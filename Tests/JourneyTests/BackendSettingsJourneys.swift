import Cards
import TestSupport
import Testing

/// The backend's settings, each tested by its effect on the real program.
@Suite("Settings of the backend", .inTurns)
struct BackendSettingsJourneys {
    private static let token = "t0ken-of-the-database"

    /// A Firebase-like database behind its own TLS, which rejects requests without the token.
    private struct Database {
        let backend: FirebaseBackend
        let front: NginxFront
        let certificates: TestCertificates

        init(_ certificate: TestCertificates.Kind = .good) async throws {
            certificates = try await TestCertificates()
            backend = try FirebaseBackend(token: BackendSettingsJourneys.token).start()
            front = try await NginxFront(before: backend.server, certificate, of: certificates)
            backend.cards = ["gym": .object(["name": .string("Elm Gym"), "number": .string("7")])]
        }
    }

    private func settings(_ database: Database, _ lines: String...) -> String {
        (["backend:", "  url: \(database.front.url)"] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
    }

    @Test(
        "a database with its own certificate needs service, ca_file and credentials_file",
        .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func database() async throws {
        let database = try await Database()
        defer { database.backend.stop() }
        let home = try Home()
        _ = try home.folder.write(Self.token + "\n", to: "secret")
        let file = "credentials_file: ~/secret"
        let authority = "ca_file: \(database.certificates.authorityFile)"
        // Without `service` the token is sent in a header, which such a database ignores.
        let lacking = [
            ([file, authority], "denies access"), (["service: firebase", authority], "denies access"),
            (["service: firebase", file], "authority unknown to this machine"),
        ]
        for (lines, words) in lacking {
            try home.configure("backend:\n  url: \(database.front.url)\n" + lines.map { "  \($0)\n" }.joined())
            let ending = try await home.run("sync")
            #expect(ending.status == 4 && ending.errors.contains(words), "\(lines): \(ending.errors)")
        }
        try home.configure(settings(database, "service: firebase", file, authority))
        let first = try await home.run("sync")
        #expect(first.status == 0, "\(first.errors)")
        try await home.add("Old Bakery", number: "8")
        let second = try await home.run("sync")
        #expect(second.status == 0 && second.output.hasSuffix("2 cards, 1 sent\n"), "\(second.errors)")
        #expect(Set(database.backend.cards.values.compactMap { $0["name"]?.string }) == ["Elm Gym", "Old Bakery"])
        #expect(!home.log.contains(Self.token))
    }

    @Test("allow_plain_http sends credentials over http to another machine, for which a proxy stands here")
    func plainHTTP() async throws {
        let proxy = try TestBackend().start()
        defer { proxy.stop() }
        proxy.setFault { _ in .json("[]") }
        let home = try Home()
        _ = try home.folder.write("ann:s3cret", to: "secret")
        let settings = "backend:\n  url: http://cards.invalid\n  credentials_file: ~/secret\n"
        let environment: [String: String?] = ["http_proxy": proxy.url]
        try home.configure(settings)
        let refused = try await home.run(["sync"], environment: environment)
        #expect(refused.status != 0 && refused.errors.contains("allow_plain_http: true"), "\(refused.errors)")
        #expect(proxy.requests.isEmpty)
        try home.configure(settings + "  allow_plain_http: true\n")
        let allowed = try await home.run(["sync"], environment: environment)
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(proxy.requests.first?.headers["authorization"]?.hasPrefix("Basic ") == true)
    }

    @Test(
        "the screen does the same", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func onTheScreen() async throws {
        let database = try await Database()
        defer { database.backend.stop() }
        let home = try Home()
        _ = try home.folder.write(Self.token, to: "secret")
        try home.configure(
            settings(
                database, "service: firebase", "credentials_file: ~/secret",
                "ca_file: \(database.certificates.authorityFile)"))
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("t")
        try await program.wait(outside: "the star on the backend") {
            database.backend.cards["gym"]?["starred"] == .bool(true)
        }
        #expect(try await program.quit() == 0)
    }

    @Test("the output of credentials_command is sent, and its failure is reported")
    func credentialsCommand() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { $0.headers["authorization"] == "Basic YW5uOnMzY3JldA==" ? nil : .status(401) }
        let home = try Home()
        try home.configure("backend:\n  url: \(backend.url)\n  credentials_command: echo ann:s3cret\n")
        let ending = try await home.run("sync")
        #expect(ending.status == 0, "\(ending.errors)")
        try home.configure("backend:\n  url: \(backend.url)\n  credentials_command: exit 3\n")
        let failed = try await home.run("sync")
        #expect(failed.status == 4)
        #expect(failed.errors.contains("credentials_command failed"))
        #expect(backend.requests.count == 1)
    }

    @Test(
        "credentials are sent to the origin of the settings' backend only, not to another named by --backend",
        arguments: [true, false])
    func credentialsOfAnotherOrigin(isFile: Bool) async throws {
        let (own, other) = (try TestBackend().start(), try TestBackend().start())
        defer {
            own.stop()
            other.stop()
        }
        let home = try Home()
        _ = try home.folder.write("ann:s3cret", to: "secret")
        let source =
            isFile ? "credentials_file: ~/secret" : "credentials_command: touch \(home.path("asked")); echo ann:s3cret"
        try home.configure("backend:\n  url: \(own.url)/cards\n  \(source)\n")
        let elsewhere = try await home.run("sync", "--backend", other.url)
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
        #expect(elsewhere.errors.contains("are for \(own.url)/cards, and are not sent to \(other.url)."))
        #expect(other.requests.count == 1 && other.requests.allSatisfy { $0.headers["authorization"] == nil })
        #expect(own.requests.isEmpty && !Files.exists(home.path("asked")))
        // On the screen too.
        let program = try home.start(["--backend", other.url])
        try await program.wait(forText: "are not sent to \(other.url)")
        try await program.wait(outside: "the list to be asked for") { other.requests.count > 1 }
        #expect(try await program.quit() == 0)
        #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
        // Another path of the same origin belongs to the same backend.
        let same = try await home.run("sync", "--backend", own.url + "/")
        #expect(same.status == 0 && same.errors.isEmpty, "\(same.errors)")
        #expect(own.requests.count == 1 && own.requests.allSatisfy { $0.headers["authorization"] != nil })
        // Credentials without a backend are sent to nobody.
        try home.configure("backend:\n  \(source)\n")
        let nobody = try await home.run("sync", "--backend", own.url)
        #expect(nobody.errors.contains("Set backend.url."))
        #expect(own.requests.last?.headers["authorization"] == nil)
    }

    @Test(
        "with a certificate for another host no request is sent",
        .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func certificateOfAnotherHost() async throws {
        let database = try await Database(.wrongName)
        defer { database.backend.stop() }
        let home = try Home()
        _ = try home.folder.write(Self.token, to: "secret")
        try home.configure(
            settings(
                database, "service: firebase", "credentials_file: ~/secret",
                "ca_file: \(database.certificates.authorityFile)"))
        try await home.add("Elm Gym")
        let ending = try await home.run("sync", "--send-all")
        #expect(ending.status == 4)
        #expect(ending.errors.contains("its certificate is for another host than 127.0.0.1"))
        #expect(database.backend.server.requests.isEmpty)
    }

    @Test("a server that echoes the URL gets the token neither into the store nor onto a screen")
    func echo() async throws {
        let backend = try FirebaseBackend(token: Self.token).start()
        defer { backend.stop() }
        backend.server.setFault { request in
            guard request.method == "PUT" else { return nil }
            let headers = ["Content-Type": "text/plain"]
            return .init(status: 400, headers: headers, [.text("cannot write to \(request.path)")])
        }
        let home = try Home()
        _ = try home.folder.write(Self.token, to: "secret")
        try home.configure("backend:\n  url: \(backend.url)\n  service: firebase\n  credentials_file: ~/secret\n")
        #expect(try await home.run("sync").status == 0)
        try await home.add("Elm Gym")
        let ending = try await home.run("sync")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("cannot write to /cards/") && !ending.errors.contains(Self.token))
        let program = try home.start()
        try await program.wait(for: "Elm Gym")
        try await program.press("B")
        try await program.wait(for: "cannot write to")
        #expect(await !program.text.contains(Self.token))
        try await program.press("q")
        #expect(try await program.quit() == 0)
        for file in [home.store, home.store + "-wal", home.path("state/cards-tui/log")] where Files.exists(file) {
            #expect(try !Files.bytes(of: file).contains(Array(Self.token.utf8)), "\(file)")
        }
    }

    @Test("an accepted change that the backend does not list stays ours, and is listed on B")
    func contradiction() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Elm Gym", ["note": .string("old")])]
        let home = try Home()
        try home.configure("backend:\n  url: \(backend.url)\n")
        #expect(try await home.run("sync").status == 0)
        backend.setFault { $0.method == "POST" ? .json("{}") : nil }
        try await home.bring([Samples.card("Elm Gym", ["note": .string("new")])])
        #expect(try await home.run("sync").status == 0)
        let program = try home.start()
        try await program.wait(forText: "the backend accepted this change")
        try await program.press("B")
        try await program.wait(forText: "still lists the old card")
        try await program.press("q")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["note"]?.string == "new")
    }

    @Test(
        "the screen sets a backend: it writes the settings, the credentials into a file of their own, and syncs at once"
    )
    func setOnTheScreen() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        // ann:s3cret
        backend.setFault { $0.headers["authorization"] == "Basic YW5uOnMzY3JldA==" ? nil : .status(401) }
        backend.cards = [.object(["identifier": .string("gym"), "name": .string("Elm Gym")])]
        let home = try Home()
        try home.configure("# my settings\nmouse: false   # off\n")
        let program = try home.start()
        try await program.wait(for: "No cards yet")
        try await program.press("B")
        try await program.wait(for: "My Cards or Firebase")
        try await program.press("down")
        try await program.press("enter")
        try await program.wait(for: "Set up a backend")
        try await program.press("ctrl-a", "ctrl-k")
        try await program.type("http://127.0.0.1:\(backend.port)")
        try await program.press("tab", "tab")
        try await program.type("ann:wrong")
        try await program.press("ctrl-s")
        try await program.wait(for: "denies access")
        try await program.press("ctrl-a", "ctrl-k")
        try await program.type("ann:s3cret")
        try await program.press("ctrl-s")
        try await program.wait(for: "The backend is set up. It has 1 card.")
        try await program.press("esc")
        try await program.wait(for: "Elm Gym")
        #expect(try await program.quit() == 0)
        let settings = try home.folder.text(of: "config/cards-tui/config.yaml")
        #expect(
            settings == """
                # my settings
                mouse: false   # off
                backend:
                  url: http://127.0.0.1:\(backend.port)
                  service: mycards
                  credentials_file: credentials

                """)
        #expect(try await home.run("sync").status == 0)
        #expect(!home.log.contains("s3cret"))
    }
}
