import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("An idle program", .inTurns)
struct IdleJourneys {
    /// After a thread of libdispatch's counting queues has run, libdispatch wakes the process every second from then on. Names of such
    /// threads end in "-qos", those of the others in "overcommit". A thread exits five seconds after its last work.
    @Test("does not wake up after start, download, upload and a photo")
    func threads() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.photoCard]
        let program = try home.start(["--backend", backend.url])
        try await program.wait(for: "swifting.io · 1 of 1")
        try await program.press("t")
        try await program.wait(for: "★▎swifting.io")
        try await program.wait(outside: "the upload") { backend.lines.contains("POST /cards") }
        try await program.press(.enter)
        _ = try await program.picture("front")
        let names = try await threadNames(of: program.process)
        #expect(names.contains { $0.hasSuffix("overcommit") })
        #expect(names.filter { $0.hasSuffix("-qos") } == [])
        // q closes the card's screen.
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    private func threadNames(of process: Int32) throws -> [String] {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            // A thread may have exited meanwhile.
            try? String(contentsOfFile: folder + "/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
