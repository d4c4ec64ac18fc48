import Cards
import Foundation
import PtySupport
import TestSupport

/// The time from the key to the first frame with the text of a card that has a barcode and two photos: for the first opening after a
/// start, and for later ones. Code and photos come behind it.
struct CardTextFigures {
    private static let starts = 15
    private static let openings = 15
    private static let cardName = "Counter"
    /// Text that is only on the card's page.
    private static let note = "for both of us"

    private let folder: TemporaryFolder
    private(set) var first = Samples()
    private(set) var again = Samples()

    init() throws {
        folder = try TemporaryFolder()
        let files = PhotoFiles(folder: folder)
        let photos = try (1...2).map {
            Data(try files.jpeg(PhotoFiles.usual, seed: UInt64($0))).base64EncodedString()
        }
        let card: JSON = .object([
            "identifier": .string("counter"), "name": .string(Self.cardName), "number": .string("4006381333931"),
            "barcode": .object(["format": .string("EAN_13")]), "note": .string(Self.note),
            "front": .string(photos[0]), "back": .string(photos[1]),
        ])
        let path = try files.write(JSONWriter.bytes(of: card) + [0x0A], to: "cards.jsonl")
        guard try Self.program(in: folder.path, ["import", path]).start().waitForEnd() == 0 else {
            throw BenchError("the card could not be imported")
        }
        // The first run only warms the caches.
        for start in 0...Self.starts {
            let terminal = try Self.program(in: folder.path).startReady()
            defer { terminal.recorder.kill() }
            let time = try Self.open(terminal)
            guard start > 0 else { continue }
            first.add(time)
            guard start == Self.starts else { continue }
            for _ in 0..<Self.openings {
                guard terminal.press(Array("q".utf8), until: { StatusLine.position(on: $0) != nil }) != nil else {
                    throw BenchError("the list does not come back:\n\(terminal.text)")
                }
                terminal.recorder.read(untilQuietFor: 200)
                again.add(try Self.open(terminal))
            }
        }
    }

    private static func open(_ terminal: WatchedTerminal) throws -> Duration {
        guard let time = terminal.press([0x0D], until: { $0.text.contains(note) }) else {
            throw BenchError("the card does not show its note:\n\(terminal.text)")
        }
        // Code and photos belong to no later key.
        terminal.recorder.read(untilQuietFor: 300)
        return time
    }

    private static func program(in home: String, _ arguments: [String] = []) -> Contender {
        Contender(
            name: "cards-tui", path: Products.program, arguments: arguments,
            environment: ["HOME": home, "XDG_DATA_HOME": home + "/data", "COLORTERM": "truecolor"],
            down: Array("j".utf8), ready: " of 1")
    }
}
