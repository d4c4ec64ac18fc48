import Cards
import Glibc
import TestSupport
import Testing

@testable import CardNetwork

/// Bodies of 200 MB. One after the other, because what they cost in memory is measured.
@Suite("Bodies that are too large", .serialized, .timeLimit(.minutes(5)))
struct HostileBodyTests {
    /// In MB: less than any body here, with room for the tests that run beside this one.
    private static let allowedGrowth = 160
    private static let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

    /// The peak of this process's memory so far, in kB.
    private func peakMemory() throws -> Int {
        var usage = rusage()
        try #require(getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0)
        return usage.ru_maxrss
    }

    /// The failure after a list of these pieces, and by how many MB memory grew at its peak.
    private func download(_ pieces: [TestBackend.Answer.Piece]) async throws -> (status: LoaderStatus, growth: Int) {
        let before = try peakMemory()
        var status: LoaderStatus?
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .init(framing: .chunked, pieces) }
            await bench.loader.start()
            status = try await bench.failed()
        }
        return (try #require(status), (try peakMemory() - before) >> 10)
    }

    @Test("200 MB of junk ends at its first byte")
    func junk() async throws {
        let (status, growth) = try await download([.repeated(Self.megabyte, times: 200)])
        #expect(status.failure?.contains("not a list of cards") == true)
        #expect(growth < Self.allowedGrowth)
    }

    @Test("one string of 200 MB ends where a card would be too large")
    func oneString() async throws {
        let (status, growth) = try await download([.text("[\""), .repeated(Self.megabyte, times: 200)])
        #expect(status.failure?.contains("too large") == true)
        #expect(growth < Self.allowedGrowth)
    }

    @Test("300 MB of blanks end at the limit of a list")
    func blanks() async throws {
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let (status, growth) = try await download([.text("["), .repeated(blanks, times: 300)])
        #expect(status.failure?.contains("larger than 256 MB") == true)
        #expect(growth < Self.allowedGrowth)
    }

    @Test("100,000 brackets reject one element and keep its neighbours")
    func deep() async throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .json(#"[{"identifier":"a","name":"One"},\#(deep)]"#) }
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(status.rejected == 1)
            #expect(await bench.store.names == ["One"])
        }
    }
}
