import Cards
import PtySupport
import Synchronization
import Terminal
import TestSupport
import Testing

/// From the import of a pass to a renewed gate, with a web service over TLS.
@Suite("Passes that renew themselves", .inTurns, .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
struct PassRenewalJourneys {
    private let home: Home
    private let backend: TestBackend
    private let front: NginxFront
    private let certificates: TestCertificates

    init() async throws {
        home = try Home()
        backend = try TestBackend().start()
        certificates = try await TestCertificates()
        front = try await NginxFront(before: backend, of: certificates)
        try configure(allowsLocal: true)
        try Files.write(pass("12"), to: home.path("juniper.pkpass"))
        try #require(try await home.run("import", home.path("juniper.pkpass")).status == 0)
    }

    private func configure(allowsLocal: Bool) throws {
        try home.configure("backend: {ca_file: \(certificates.authorityFile)}\npasses: {local: \(allowsLocal)}\n")
    }

    private func pass(_ gate: String) -> [UInt8] {
        TestPass().with { ($0.service, $0.gate) = (front.url + "/wallet", gate) }.bytes
    }

    /// Answers as the issuer of the pass with this gate; the second time it is not modified.
    private func serve(gate: String) {
        let (bytes, date) = (pass(gate), "Sat, 28 Nov 2026 10:00:0\(gate.count) GMT")
        backend.setFault { request in
            guard request.line == "GET /wallet/v1/passes/pass.com.juniper/17",
                request.headers["authorization"] == "ApplePass " + TestPass().token
            else { return .status(401) }
            if request.headers["if-modified-since"] == date { return .init(status: 304, headers: [:]) }
            return .init(
                headers: ["Content-Type": "application/vnd.apple.pkpass", "Last-Modified": date], [.bytes(bytes)])
        }
    }

    @Test("by command and by the timer: asked once, renewed, told once, taken back")
    func command() async throws {
        defer { backend.stop() }
        serve(gate: "14")
        let piped = try await home.run("passes", "renew")
        #expect(piped.status == 1 && backend.requests.isEmpty, "\(piped.errors)")
        let program = try home.start(["passes", "renew"])
        try await program.wait(forText: "Ask 127.0.0.1:\(front.port) for new versions")
        try await program.type("y\r")
        try await program.wait(forText: "Juniper Rail: gate 12 → 14")
        #expect(try await program.exitStatus() == 0)
        let again = try await home.run("passes", "renew")
        #expect((again.status, again.output) == (0, "Juniper Rail: unchanged\n"), "\(again.errors)")
        #expect(backend.requests.last?.headers["if-modified-since"] != nil)
        serve(gate: "105")
        let told = try await home.run("remind")
        #expect((told.status, told.output) == (0, "Juniper Rail: gate 14 → 105\n"), "\(told.errors)")
        #expect(try await home.run("remind").output == "")
        #expect(try await home.cards().first?["note"]?.string == "A ticket\n\nGATE: 105")
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.cards().first?["note"]?.string == "A ticket\n\nGATE: 14")
        backend.setFault { _ in .status(410) }
        let gone = try await home.run("passes", "renew")
        #expect(gone.status == 1 && gone.errors.contains("has withdrawn the pass (410)"))
        #expect(!home.log.contains(TestPass().token))
    }

    @Test("this machine is not asked without passes.local, also after somebody agreed")
    func local() async throws {
        defer { backend.stop() }
        serve(gate: "14")
        try configure(allowsLocal: false)
        let refused = try await home.run("passes", "renew", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("passes.local: true allows it"), "\(refused.errors)")
        #expect(try await home.run("remind").output == "")
        #expect(backend.requests.isEmpty)
    }

    @Test("on the screen: :renew-passes asks, renews and tells what is new")
    func screen() async throws {
        defer { backend.stop() }
        serve(gate: "14")
        let program = try home.start()
        try await program.wait(for: "Juniper Rail · 1 of 1")
        try await program.type(":renew-passes\r")
        try await program.wait(forText: "Ask 127.0.0.1:\(front.port)?")
        try await program.press("y")
        try await program.wait(forText: "Juniper Rail: gate 12 → 14")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["note"]?.string == "A ticket\n\nGATE: 14")
    }
}
