import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("A program that rests", .inTurns, .timeLimit(.minutes(10)))
struct RestJourneys {
    /// libdispatch wakes a process every second for good once a thread of its counting queues has run; their names end in
    /// "-qos", those of the others in "overcommit". A thread lives on for five seconds after its work.
    @Test("is woken by nothing, whatever it has done: started, downloaded, uploaded, shown a photo")
    func threads() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.photoCard]
        let program = try home.start(["--backend", backend.url])
        try await program.wait(for: "swifting.io · 1 of 1")
        try await program.press("t")
        try await program.wait(for: "★ swifting.io")
        try await program.wait(outside: "the upload") { backend.lines.contains("POST /cards") }
        try await program.press(.enter)
        _ = try await program.picture("front")
        let names = try await threadNames(of: program.process)
        #expect(names.contains { $0.hasSuffix("overcommit") })
        #expect(names.filter { $0.hasSuffix("-qos") } == [])
        // One q leaves the card.
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    private func threadNames(of process: Int32) throws -> [String] {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            // A thread may have ended since.
            try? String(contentsOfFile: folder + "/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
