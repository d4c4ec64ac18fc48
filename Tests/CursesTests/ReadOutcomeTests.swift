import Glibc
import TestSupport
import Testing

@testable import Curses

@Suite("The outcomes of reading")
struct ReadOutcomeTests {
    @Test("bytes, no data yet, the end and an error are distinguished")
    func outcomes() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        #expect(ReadOutcome(of: ends[0]) == .wouldBlock)
        try #require(write(ends[1], "ab", 2) == 2)
        #expect(ReadOutcome(of: ends[0]) == .bytes([0x61, 0x62]))
        #expect(ReadOutcome(of: ends[0]) == .wouldBlock)
        close(ends[1])
        // A program that another test starts has the other end, too, for a moment.
        try await eventually("the end") { ReadOutcome(of: ends[0]) == .endOfFile }
        close(ends[0])
        // A number that no other test can have opened meanwhile.
        #expect(ReadOutcome(of: 1_000_000) == .failure(EBADF))
    }
}
