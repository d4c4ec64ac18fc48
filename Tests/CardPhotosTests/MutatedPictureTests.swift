import Cards
import Glibc
import Testing

@testable import CardPhotos

@Suite("Damaged pictures")
struct MutatedPictureTests {
    /// CARDS_FUZZ sets how many.
    private static let count = getenv("CARDS_FUZZ").flatMap { Int(String(cString: $0)) } ?? 200

    @Test("a picture with some bytes changed is shown or refused, and the program goes on")
    func mutated() async throws {
        let sources = [
            try Pictures.redAndBlue(width: 24, height: 12), Pictures.jpeg, Pictures.progressiveJPEG, Pictures.gif,
            Pictures.webP,
            Pictures.oriented(Pictures.jpeg, 6),
            DemoPhoto.png(name: "Library", color: CardColor(red: 30, green: 90, blue: 200), side: .front),
        ]
        var random = Random(state: 41)
        let box = PixelSize(width: 20, height: 20)
        try await Helper.with { decoder in
            for index in 0..<Self.count {
                var bytes = sources[index % sources.count]
                for _ in 0...Int.random(in: 0..<6, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2: bytes.remove(at: place)
                    default: bytes.insert(0xFF, at: place)
                    }
                }
                do {
                    let size = try await decoder.decode(bytes, fitting: box).size
                    #expect((1...20).contains(size.width) && (1...20).contains(size.height), "picture \(index)")
                } catch {
                    #expect(error is PhotoError && error as? PhotoError != .tooLong, "picture \(index): \(error)")
                }
            }
            // Still there.
            let image = try await decoder.decode(Pictures.jpeg, fitting: box)
            #expect(image.size == PixelSize(width: 20, height: 10))
        }
    }

    /// The same numbers in every run (SplitMix64).
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
