import Basics
import Cards
import PtySupport
import TestSupport
import Testing

/// What only the program that people run could do wrong: the optimizer once compiled a call through an empty table of zlib.
@Suite("Compressed answers of a backend", .inTurns)
struct PackedAnswerJourneys {
    private static let list = Samples.list([Samples.card("Elm Gym", number: "4711")])

    private func answering(_ body: [UInt8], encoding: String) throws -> TestBackend {
        let backend = try TestBackend().start()
        backend.setFault { request in
            request.method == "GET" ? .init(headers: ["Content-Encoding": encoding], [.bytes(body)]) : nil
        }
        return backend
    }

    @Test("gzip is read by sync and by the screen, in one member and in many", arguments: ["gzip", "x-gzip"])
    func gzip(encoding: String) async throws {
        let half = Self.list.count / 2
        let members = [Self.list[...], [], Self.list[..<half], Self.list[half...]].map {
            ZlibStream.packed(Array($0), as: .gzip, level: 6) ?? []
        }
        for body in [members[0], members[1] + members[2] + members[3]] {
            let home = try Home()
            let backend = try answering(body, encoding: encoding)
            defer { backend.stop() }
            try home.configure("backend:\n  url: \(backend.url)\n")
            let ending = try await home.run("sync")
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(try await home.names() == ["Elm Gym"])

            let other = try Home()
            let program = try other.start(["--backend", backend.url])
            try await program.wait(for: "Elm Gym")
            try await program.wait(for: "all synced")
            #expect(try await program.quit() == 0)
        }
    }

    @Test("a bomb, bytes that are no gzip, and half an answer are refused in words")
    func damaged() async throws {
        let zeros = [UInt8](repeating: 0x20, count: 64 << 20)  // the limit is four times as much
        let bomb = try #require(ZlibStream.packed(zeros, as: .gzip, level: 9))
        let bombs = Array(repeatElement(bomb, count: 5).joined())
        for (body, words) in [
            (bombs, "is larger than"), (Self.list, "is not gzip as its header says"),
            (Array((ZlibStream.packed(Self.list, as: .gzip, level: 6) ?? []).dropLast(9)), "closed too early"),
        ] {
            let home = try Home()
            let backend = try answering(body, encoding: "gzip")
            defer { backend.stop() }
            try home.configure("backend:\n  url: \(backend.url)\n")
            let ending = try await home.run("sync")
            #expect((1...9).contains(ending.status), "\(ending)")
            #expect(ending.errors.contains(words), "\(ending.errors)")
        }
    }

    @Test("an encoding that was not asked for is named", arguments: ["deflate", "br", "zstd", "gzip, gzip"])
    func others(encoding: String) async throws {
        let home = try Home()
        let backend = try answering(Self.list, encoding: encoding)
        defer { backend.stop() }
        try home.configure("backend:\n  url: \(backend.url)\n")
        let ending = try await home.run("sync")
        #expect(ending.status > 0)
        #expect(ending.errors.contains("encoded as \(encoding);"), "\(ending.errors)")
        #expect(!ending.errors.contains("not HTTP"))
    }
}
