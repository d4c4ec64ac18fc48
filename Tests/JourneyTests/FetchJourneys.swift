import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite(
    "Cards from an address", .inTurns, .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
struct FetchJourneys {
    private let home: Home
    private let backend: TestBackend
    private let front: NginxFront
    private let certificates: TestCertificates

    init() async throws {
        home = try Home()
        backend = try TestBackend().start()
        certificates = try await TestCertificates()
        front = try await NginxFront(before: backend, of: certificates)
        let port = front.port
        try home.configure("backend: {ca_file: \(certificates.authorityFile)}\n")
        backend.setFault { request in
            switch request.path.prefix(while: { $0 != "?" }) {
            case "/moved": .init(status: 302, headers: ["Location": "https://localhost:\(port)/cards.json"])
            case "/page": .html()
            case "/wait": .hang
            default: .json(#"[{"identifier":"a","name":"Fern Florist","number":"47"}]"#)
            }
        }
    }

    private var port: UInt16 { front.port }

    @Test("a command fetches over TLS, refuses another host in a pipe, and says what is no file")
    func command() async throws {
        defer { backend.stop() }
        let refused = try await home.run("import", front.url + "/moved?k=secret")
        #expect(refused.status == 4 && refused.errors.contains("localhost:\(port)/cards.json"), "\(refused.errors)")
        let page = try await home.run("import", front.url + "/page?k=secret")
        #expect(page.status == 4 && page.errors.contains("answered with a web page"), "\(page.errors)")
        #expect(!(refused.errors + page.errors).contains("secret"))
        let done = try await home.run("import", front.url + "/cards.json?k=secret")
        #expect(
            (done.status, done.output) == (0, "127.0.0.1:\(port)/cards.json: 56 B\n1 added, 0 changed\n"),
            "\(done.errors)")
        #expect(try await home.names() == ["Fern Florist"])
        #expect(!home.log.contains("secret"))
    }

    @Test("on a terminal another host is asked, and Ctrl-C ends the question as well as a fetch that waits")
    func terminal() async throws {
        defer { backend.stop() }
        let program = try home.start(["import", front.url + "/moved"])
        try await program.wait(forText: "Download the file from there? [y/N]")
        try await program.type("y\r")
        #expect(try await program.exitStatus() == 0)
        #expect(try await home.names() == ["Fern Florist"])
        let asked = try home.start(["import", front.url + "/moved"])
        try await asked.wait(forText: "Download the file from there? [y/N]")
        try await asked.press("ctrl-c")
        #expect(try await asked.exitStatus() == 130)
        let waiting = try home.start(["import", front.url + "/wait"])
        _ = await backend.request { $0.path == "/wait" }
        try await waiting.press("ctrl-c")
        #expect(try await waiting.exitStatus() == 130)
    }

    @Test("the field of the screen takes an address")
    func screen() async throws {
        defer { backend.stop() }
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("i")
        try await program.wait(for: "Import cards")
        try await program.type(front.url + "/moved\r")
        try await program.wait(forText: "redirects to localhost")
        try await program.press("y")
        try await program.wait(for: "Import from Cards TUI")
        try await program.press("i")
        try await program.wait(forText: "1 added")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == ["Fern Florist"])
    }
}
