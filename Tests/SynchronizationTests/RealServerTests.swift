import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// Third-party servers with their own responses to writes, and the program's real store.
@Suite("Real servers", .timeLimit(.minutes(3)))
struct RealServerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let frameworks = PythonBackend.Framework.allCases.filter(\.isPossible)

    @Test("the frameworks of the test packages are installed")
    func installed() { #expect(Self.frameworks.count == 2, "apt-get install python3-flask python3-aiohttp") }

    @Test("a small backend accepts new, changed and deleted cards, whatever it responds", arguments: frameworks)
    func small(framework: PythonBackend.Framework) async throws {
        let theirs = JSON.object(["identifier": .string("theirs"), "name": .string("Theirs"), "note": .string("x")])
        let backend = try PythonBackend(framework, cards: [theirs])
        let device = try await Device("laptop", in: folder, backend: backend.url, kind: .myCards)
        let mine = Card(identifier: try #require(CardID("mine")), name: "Mine")
        try await device.save(mine)
        #expect(try await device.synchronize().failure == nil)
        #expect(try backend.cards.compactMap { $0["name"]?.string }.sorted() == ["Mine", "Theirs"])

        let their = try #require(CardID("theirs"))
        var edited = try #require(try await device.store.card(their))
        edited.note = "edited"
        try await device.save(edited)
        try await device.delete(mine.identifier)
        let status = try await device.synchronize()
        #expect(status.failure == nil && status.tally.pending == 0 && status.phase != .readOnly)
        #expect(try backend.cards.compactMap { $0["note"]?.string } == ["edited"])
        #expect(try await device.synchronize().sent == 0)
        #expect(try await device.cards().count == 1)
    }

    @Test("a deletion that another device already made is not pending for ever", arguments: frameworks)
    func deletedTwice(framework: PythonBackend.Framework) async throws {
        let card = JSON.object(["identifier": .string("gone"), "name": .string("Gone")])
        let backend = try PythonBackend(framework, cards: [card])
        let devices = [
            try await Device("laptop", in: folder, backend: backend.url, kind: .myCards),
            try await Device("phone", in: folder, backend: backend.url, kind: .myCards),
        ]
        for device in devices { try await device.synchronize() }
        for device in devices { try await device.delete(try #require(CardID("gone"))) }
        for device in devices {
            let status = try await device.synchronize()
            #expect(status.failure == nil && status.tally.pending == 0 && status.phase != .readOnly)
            #expect(try await device.cards().isEmpty)
        }
    }

    @Test(
        "through nginx with HTTP/2 and gzip cards are exchanged, with large lists and photos",
        .enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func nginx() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let certificates = try await TestCertificates()
        let front = try await NginxFront(before: backend, of: certificates, speaksHTTP2: true, isPacking: true)
        backend.cards = (0..<3000).map {
            .object([
                "identifier": .string("card-\($0)"), "name": .string("Club \($0)"),
                "note": .string(String(repeating: "The words of a note. ", count: 20)),
            ])
        }
        let device = try await Device(
            "laptop", in: folder, backend: front.url, kind: .myCards, certificateFile: certificates.authorityFile)
        let first = try await device.synchronize()
        #expect(first.failure == nil)
        #expect(try await device.cards().count == 3000)
        for number in 0..<5 {
            try await device.save(Card(identifier: try #require(CardID("mine-\(number)")), name: "Mine"))
            try await device.delete(try #require(CardID("card-\(number)")))
            #expect(try await device.synchronize().failure == nil)
        }
        #expect(backend.cards.count == 3000)
    }
}
