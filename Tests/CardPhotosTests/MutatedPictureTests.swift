import Basics
import Cards
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

@Suite("Damaged pictures")
struct MutatedPictureTests {
    /// CARDS_FUZZ sets the number of pictures; CARDS_SEED repeats a run with the same ones.
    private static let count = fuzz ?? 400
    private static let fuzz = getenv("CARDS_FUZZ").flatMap { Int(String(cString: $0)) }

    @Test("a picture with some changed bytes is shown or rejected, and the program goes on")
    func mutated() async throws {
        let sources = [
            try Pictures.redAndBlue(width: 24, height: 12), Pictures.jpeg, Pictures.progressiveJPEG, Pictures.gif,
            Pictures.webP, Pictures.avif, Pictures.heic, Pictures.fourColors, Pictures.oriented(Pictures.jpeg, 6),
            try #require(
                DemoPhoto.png(name: "Library", color: CardColor(red: 30, green: 90, blue: 200), side: .front)),
        ]
        let seed = SeededGenerator.seed(Self.fuzz == nil ? 41 : nil)
        var random = SeededGenerator(seed: seed)
        var outcomes: [String: Int] = [:]
        let box = PixelSize(width: 20, height: 20)
        try await Helper.with { decoder in
            for index in 0..<Self.count {
                let bytes = Self.mutated(sources[index % sources.count], using: &random)
                do {
                    let size = try await decoder.decode(bytes, fitting: box).size
                    #expect(
                        (1...20).contains(size.width) && (1...20).contains(size.height),
                        "picture \(index) of seed \(seed)")
                    outcomes["shown", default: 0] += 1
                    // The same for cropping and encoding.
                    var crop = PhotoCrop()
                    crop.tilt(to: .random(in: PhotoCrop.tilts, using: &random))
                    crop.zoom(to: .random(in: crop.zooms, using: &random))
                    crop.turn(right: .random(using: &random))
                    crop.isWhole = Int.random(in: 0..<4, using: &random) == 0
                    let photo = try await decoder.crop(bytes, to: crop)
                    #expect(PictureFormat(of: photo) != nil, "picture \(index) of seed \(seed)")
                    _ = try await decoder.thumbnail(of: bytes, fitting: box)
                } catch {
                    let failure = error as? PhotoError
                    #expect(failure != nil && failure != .tooLong, "picture \(index) of seed \(seed): \(error)")
                    let words = if case .tooLarge = failure { "too large" } else { failure?.userMessage ?? "" }
                    outcomes[words, default: 0] += 1
                }
            }
            // The helper still runs.
            let image = try await decoder.decode(Pictures.jpeg, fitting: box)
            #expect(image.size == PixelSize(width: 20, height: 10))
        }
        // A single outcome would mean that the mutations have no effect.
        #expect(outcomes.count > 2 && outcomes["shown", default: 0] > 0)
        if getenv("CARDS_FUZZ") != nil {
            for (words, count) in outcomes.sorted(by: { $0.value > $1.value }) { print(count, words) }
        }
    }

    // MARK: - Damage

    private static func mutated(_ source: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = source
        for _ in 0...Int.random(in: 0..<6, using: &random) where bytes.count > 8 {
            let place = Int.random(in: 0..<bytes.count - 4, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 3: bytes.remove(at: place)
            case 4: bytes.insert(0xFF, at: place)
            // An extreme value of a number.
            case 5:
                let edges: [[UInt8]] = [
                    [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
                ]
                bytes.replaceSubrange(place..<place + 4, with: edges[Int.random(in: 0..<4, using: &random)])
            // A copy of a part at another position.
            case 6:
                let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            default:
                // Rarely: truncated pictures are rejected before the library reads them.
                if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeLast(bytes.count - place) }
            }
        }
        return Bool.random(using: &random) ? sealed(bytes) : bytes
    }

    /// Corrects the checksums of a PNG: with wrong ones little of it is read.
    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: PNGLayout.signature) else { return bytes }
        var sealed = PNGLayout.signature
        var reader = ByteReader(bytes, at: sealed.count)
        while let length = reader.bigEndian(4) {
            let start = reader.position
            guard reader.skip(4 + length), reader.skip(4) else { return sealed + bytes[(start - 4)...] }
            let name = String(decoding: bytes[start..<start + 4], as: UTF8.self)
            guard name.utf8.count == 4 else { return sealed + bytes[(start - 4)...] }
            sealed += PNGWriter.chunk(name, Array(bytes[(start + 4)..<(start + 4 + length)]))
        }
        return sealed
    }
}
