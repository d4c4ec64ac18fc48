import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport

/// A store of 1,000 cards with photos of the usual size, followed by one with two photos of twelve megapixels.
struct PhotoBenchmarkData {
    static let count = 1001
    /// The last card in the list.
    static let largeCard = "Zz Twelve megapixels"
    /// Text that is only on the screen of that card.
    static let largeNote = "both sides as the camera wrote them"
    /// The number of generated pictures; the others differ from them by a comment.
    private static let painted = 12

    let folder: TemporaryFolder
    let importSeconds: Double
    /// The bytes of all photos, in megabytes.
    let megabytes: Double

    init() throws {
        folder = try TemporaryFolder()
        let files = PhotoFiles(folder: folder)
        let usual = try (1...Self.painted).map { try files.jpeg(PhotoFiles.usual, seed: UInt64($0)) }
        let large = try (1...2).map { try files.jpeg(PhotoFiles.large, seed: UInt64($0)) }
        let path = try files.write([], to: "cards.jsonl")
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        var bytes = 0
        for (index, row) in Row.made(Self.count - 1).enumerated() {
            let photo = PhotoFiles.numbered(usual[index % usual.count], index)
            bytes += photo.count
            Self.write(Self.card(row.name, row.number, front: photo), to: file)
        }
        Self.write(Self.card(Self.largeCard, "12", front: large[0], back: large[1], note: Self.largeNote), to: file)
        fclose(file)
        megabytes = Double(bytes + large[0].count + large[1].count) / 1e6
        let start = ContinuousClock.now
        guard try Self.contender(in: folder.path, arguments: ["import", path]).start().waitForEnd() == 0 else {
            throw BenchError("the photos could not be imported")
        }
        let parts = start.duration(to: .now).components
        importSeconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        unlink(path)
    }

    /// Our program with these cards, in true color.
    var program: Contender { Self.contender(in: folder.path) }

    /// Our program with its own home folder and a camera.
    func program(camera command: String) throws -> Contender {
        let home = folder.path + "/camera"
        let settings = home + "/.config/cards-tui"
        try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
        _ = try folder.write("camera:\n  command: \(command)\n", to: "camera/.config/cards-tui/config.yaml")
        return Self.contender(in: home)
    }

    private static func contender(in home: String, arguments: [String] = []) -> Contender {
        Contender(
            name: "cards-tui", path: Products.program, arguments: arguments,
            environment: ["HOME": home, "XDG_DATA_HOME": home + "/data", "COLORTERM": "truecolor"],
            down: Array("j".utf8), ready: " of \(count)")
    }

    private static func card(
        _ name: String, _ number: String, front: [UInt8], back: [UInt8] = [], note: String = ""
    ) -> JSON {
        .object([
            "identifier": .string("photo-" + number), "name": .string(name), "number": .string(number),
            "front": .string(Data(front).base64EncodedString()), "back": .string(Data(back).base64EncodedString()),
            "note": .string(note),
        ])
    }

    private static func write(_ card: JSON, to file: UnsafeMutablePointer<FILE>) {
        let line = JSONWriter.bytes(of: card) + [0x0A]
        fwrite(line, 1, line.count, file)
    }
}
