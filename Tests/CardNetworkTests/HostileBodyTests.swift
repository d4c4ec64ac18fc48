import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// Bodies of 200 MB. The journeys measure their memory, since the program is alone in its process there.
@Suite("Oversized bodies", .serialized, .timeLimit(.minutes(5)))
struct HostileBodyTests {
    private static let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

    /// The failure after a list of these chunks.
    private func failure(of chunks: [TestBackend.Answer.Piece]) async throws -> String {
        var status: LoaderStatus?
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .init(framing: .chunked, chunks) }
            await bench.loader.start()
            status = try await bench.failed()
        }
        return try #require(status?.failure?.message)
    }

    @Test("200 MB that are not JSON are rejected at the first byte")
    func junk() async throws {
        let failure = try await failure(of: [.repeated(Self.megabyte, times: 200)])
        #expect(failure.contains("not a list of cards"))
    }

    @Test("a string of 200 MB is skipped, and its neighbours are kept")
    func oneString() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in
                .init(
                    framing: .chunked,
                    [
                        .text(#"[{"identifier":"a","name":"One"},""#), .repeated(Self.megabyte, times: 200),
                        .text(#"",{"identifier":"b","name":"Two"}]"#),
                    ])
            }
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(status.lastList.rejected == 1)
            #expect(status.lastList.rejections.first?.reason == "the card is too large")
            #expect(await bench.store.names == ["One", "Two"])
        }
    }

    @Test("an unterminated string is a truncated list")
    func endless() async throws {
        let failure = try await failure(of: [.text("[\""), .repeated(Self.megabyte, times: 200)])
        #expect(failure.contains("is incomplete"))
    }

    @Test("300 MB of white space end at the size limit of a list")
    func blanks() async throws {
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let failure = try await failure(of: [.text("["), .repeated(blanks, times: 300)])
        #expect(failure.contains("larger than 256 MB"))
    }

    @Test("100,000 nested brackets reject one element and keep its neighbours")
    func deep() async throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .json(#"[{"identifier":"a","name":"One"},\#(deep)]"#) }
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(status.lastList.rejected == 1)
            #expect(await bench.store.names == ["One"])
        }
    }
}
