import Cards
import TestSupport
import Testing

@testable import CardPhotos

@Suite("A JPEG damaged in the middle")
struct DamagedJPEGTests {
    private let box = PixelSize(width: 400, height: 400)

    /// Noise, red above and blue below, whose data is spread over the file.
    private func jpeg(_ decoder: HelperPhotoDecoder) async throws -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        let png = try Pictures.png(width: 256, height: 256) { _, y in
            let noise = UInt8.random(in: 0..<40, using: &generator)
            return y < 128 ? (255 - noise, noise, noise, 255) : (noise, noise, 255 - noise, 255)
        }
        return try await decoder.thumbnail(of: png, fitting: box)
    }

    @Test(
        "it is shown as far as possible, and reported as damaged",
        arguments: [
            // Misplaced markers: a second header, at which the library fails, and reserved ones.
            [0xFF, 0xC1, 0x00], [0xFF, 0xD8, 0x12], [0xFF, 0x02, 0x34],
            // The picture has no restart markers, and these are out of order.
            [0xFF, 0xD5, 0x55],
        ] as [[UInt8]])
    func shown(damage: [UInt8]) async throws {
        try await Helper.with { decoder in
            var bytes = try await jpeg(decoder)
            let whole = try await decoder.decode(bytes, fitting: box)
            #expect(!whole.isDamaged)
            let middle = bytes.count * 3 / 4
            bytes.replaceSubrange(middle..<middle + 300, with: (0..<300).map { damage[$0 % 3] })
            let image = try await decoder.decode(bytes, fitting: box)
            #expect(image.isDamaged)
            #expect(image.size == PixelSize(width: 256, height: 256))
            // The upper half is before the damage.
            #expect(image.rgba.prefix(256 * 120 * 4) == whole.rgba.prefix(256 * 120 * 4))
            // Cropping uses the visible part, and never returns the damaged file.
            let made = try await decoder.crop(bytes, to: .everything)
            #expect(made != bytes)
            #expect(try await !decoder.decode(made, fitting: box).isDamaged)
        }
    }

    @Test("a JPEG that lacks a part of its coded data is shown and reported as damaged as well")
    func withoutMarker() async throws {
        try await Helper.with { decoder in
            let whole = try await jpeg(decoder)
            let middle = whole.count / 2
            let bytes = Array(whole[..<middle] + whole[(middle + 1000)...])
            #expect(!PictureLayout(of: bytes, format: .jpeg).isDamaged)
            let image = try await decoder.decode(bytes, fitting: box)
            // Compared without the pixels, which a failure would print.
            let isDamaged = image.isDamaged
            #expect(isDamaged)
            #expect(image.size == PixelSize(width: 256, height: 256))
            // The next photo is not reported.
            let isNextDamaged = try await decoder.decode(whole, fitting: box).isDamaged
            #expect(!isNextDamaged)
        }
    }

    /// What a disk gives back for a sector that it lost.
    @Test("a JPEG with 2,000 zero bytes in its coded data is shown and reported as damaged", arguments: [2, 3, 4])
    func zeroed(parts: Int) async throws {
        try await Helper.with { decoder in
            var bytes = try await jpeg(decoder)
            let start = bytes.count * (parts - 1) / parts - 2500
            bytes.replaceSubrange(start..<start + 2000, with: [UInt8](repeating: 0, count: 2000))
            let image = try await decoder.decode(bytes, fitting: box)
            let isDamaged = image.isDamaged
            #expect(isDamaged)
            #expect(image.size == PixelSize(width: 256, height: 256))
        }
    }

    @Test("an intact JPEG is not reported, even with the few bytes after its last row that cameras leave")
    func harmless() async throws {
        try await Helper.with { decoder in
            let whole = try await jpeg(decoder)
            let padded = whole.dropLast(2) + [0, 0, 0] + whole.suffix(2)
            for bytes in [whole, Array(padded), Pictures.jpeg, Pictures.progressiveJPEG, Pictures.fourColors] {
                #expect(try await !decoder.decode(bytes, fitting: box).isDamaged)
                #expect(try await !decoder.decode(bytes, fitting: PixelSize(width: 16, height: 16)).isDamaged)
            }
        }
    }

    @Test("a JPEG of which nothing can be shown is rejected")
    func nothing() async throws {
        try await Helper.with { decoder in
            var bytes = try await jpeg(decoder)
            let table = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC4]) })
            bytes.replaceSubrange(table + 4..<table + 21, with: [UInt8](repeating: 0xFF, count: 17))
            await #expect(throws: PhotoError.decoderFailed("its data is damaged")) {
                _ = try await decoder.decode(bytes, fitting: box)
            }
        }
    }

    @Test("no intact JPEG of the tests is reported, even with restarts and tables between scans")
    func whole() {
        // Three scans of coded data between restart markers, which run through their numbers twice.
        let restarts = (0..<20).flatMap { [0x12, 0x34, 0xFF, 0xD0 + UInt8($0 % 8)] as [UInt8] }
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + restarts + [0x56]
        let restarted = [0xFF, 0xD8] + scan + [0xFF, 0xC4, 0, 4, 0, 0] + scan + [0xFF, 0xD9]
        for bytes in [Pictures.jpeg, Pictures.progressiveJPEG, Pictures.fourColors, restarted] {
            let layout = JPEGLayout.read(bytes)
            #expect(layout.end == bytes.count)
            #expect(!layout.isDamaged)
        }
    }
}
