import Cards
import PtySupport
import TestSupport

/// Measures notes of the maximum length: from a key to the end of its frame, on the card page and in the form.
struct TextReport {
    private static let megabyte = 1 << 20
    private static let notes: [(label: String, text: String)] = [
        ("no blanks", String(repeating: "x", count: megabyte)),
        ("line ends", String(repeating: "\n", count: megabyte)),
        ("100,000 links", String(repeating: "http://a.b\n", count: megabyte / 11)),
        ("500,000 brackets behind a link", "https://a" + String(repeating: ")", count: 500_000)),
        ("regional indicators", String(repeating: "\u{1F1F5}", count: megabyte / 4)),
        ("letters of two bytes", String(repeating: "zażółć ", count: megabyte / 11)),
    ]

    private(set) var table = Table(title: "notes of a megabyte", programs: ["cards-tui"], compares: false)

    init() throws {
        for (label, text) in Self.notes {
            let recorder = try Self.program(text)
            defer { recorder.kill() }
            recorder.read(untilQuietFor: 300)
            // Open, a page down, the end, the first link, back, the form; then to the note, and a key in it.
            let keys = ["\r", "\u{1B}[6~", "G", "\t", "h", "e", "\t", "\t", "\t", "x", "\u{7F}", "\u{17}"]
            var worst = Samples()
            for key in keys { worst.add(Self.press(key, recorder)) }
            table.add("\(label): worst key", "ms", [worst.worst], wanted: "100 ms")
        }
        let recorder = try Self.program("")
        defer { recorder.kill() }
        recorder.read(untilQuietFor: 300)
        recorder.send(Array("e\t\t\t".utf8))
        recorder.read(untilQuietFor: 300)
        let keys = String(repeating: "word and ", count: 11_111) + "END"
        var typed = Samples()
        typed.add(Self.press(keys, recorder))
        table.add("100 kB of keys into a note", "ms", [typed.worst], wanted: "1 s")
    }

    /// The time to the end of the last frame that the keys lead to.
    static func press(_ keys: String, _ recorder: TerminalRecorder) -> Duration {
        let (first, start) = (recorder.chunks.count, ContinuousClock.now)
        // A terminal accepts a few thousand bytes at once.
        var rest = Array(keys.utf8)[...]
        while !rest.isEmpty {
            recorder.send(Array(rest.prefix(1024)))
            rest = rest.dropFirst(1024)
            if !rest.isEmpty { recorder.read(until: .now + .milliseconds(1)) }
        }
        recorder.read(untilQuietFor: quiet)
        let end = recorder.chunks.count > first ? recorder.chunks.last?.time : nil
        // A program that is still busy with the key responds only after it.
        let asked = ContinuousClock.now
        let shown = recorder.chunks.count
        recorder.send([0x0C])
        while recorder.chunks.count == shown, asked.duration(to: .now) < .seconds(120) {
            recorder.read(until: .now + .milliseconds(5))
        }
        let late = recorder.chunks.last.map { asked.duration(to: $0.time) } ?? .zero
        recorder.read(untilQuietFor: 100)
        return late > .milliseconds(50) ? start.duration(to: asked) + late : end.map { start.duration(to: $0) } ?? .zero
    }

    /// Longer than an acceptable frame.
    private static let quiet: Int32 = 500

    private static func program(_ note: String) throws -> TerminalRecorder {
        let folder = try TemporaryFolder()
        let card: JSON = .object([
            "identifier": .string("long"), "name": .string("Long"), "number": .string("1"), "note": .string(note),
        ])
        let path = try folder.write(String(decoding: JSONWriter.bytes(of: card), as: UTF8.self), to: "cards.jsonl")
        func program(_ arguments: [String]) -> Contender {
            Contender(
                name: "cards-tui", path: Products.program, arguments: arguments,
                environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"], down: Array("j".utf8),
                ready: " of 1")
        }
        guard try program(["import", path]).start().waitForEnd() == 0 else {
            throw BenchError("the card could not be imported")
        }
        return try program([]).start()
    }
}
