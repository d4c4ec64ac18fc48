import Cards
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

/// Re-encoding of photos that a user picked.
@Suite("Making a card's picture from a photo")
struct CroppingTests {
    private func crop(_ bytes: [UInt8], _ change: (inout PhotoCrop) -> Void = { _ in }) async throws -> [UInt8] {
        var crop = PhotoCrop()
        change(&crop)
        return try await Helper.with { [crop] in try await $0.crop(bytes, to: crop) }
    }

    private func image(_ bytes: [UInt8]) async throws -> PixelImage {
        try await Helper.with { try await $0.decode(bytes, fitting: PixelSize(width: 4000, height: 4000)) }
    }

    /// Red, green, blue and white in the four quarters, as a PNG.
    private func quarters(width: Int, height: Int, alpha: UInt8 = 255) throws -> [UInt8] {
        try Pictures.png(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (255, 0, 0, alpha)
            case (false, true): (0, 255, 0, alpha)
            case (true, false): (0, 0, 255, alpha)
            case (false, false): (255, 255, 255, alpha)
            }
        }
    }

    private func corners(_ image: PixelImage) -> [[UInt8]] {
        let (right, bottom) = (image.size.width - 3, image.size.height - 3)
        return [(2, 2), (right, 2), (2, bottom), (right, bottom)].map { Array(image.pixel($0.0, $0.1).prefix(3)) }
    }

    private static let (red, green, blue, white): ([UInt8], [UInt8], [UInt8], [UInt8]) =
        ([255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255])

    @Test("a rectangle is cut out of the photo") func rectangle() async throws {
        let bytes = try quarters(width: 400, height: 300)
        let size = PixelSize(width: 400, height: 300)
        let part = try #require(PhotoCrop.Part(left: 200, top: 0, width: 200, height: 150, of: size))
        let cut = try await image(try await Helper.with { try await $0.crop(bytes, to: PhotoCrop(part)) })
        #expect(cut.size == PixelSize(width: 200, height: 150))
        #expect(corners(cut) == [Self.green, Self.green, Self.green, Self.green])
    }

    @Test("a large photo becomes 1,600 pixels wide, in a card's proportion")
    func size() async throws {
        let photo = try await crop(try quarters(width: 1700, height: 1100))
        #expect(PictureFormat(of: photo) == .png)
        let image = try await image(photo)
        #expect(image.size == PixelSize(width: 1600, height: 1009))
        #expect(corners(image) == [Self.red, Self.green, Self.blue, Self.white])
    }

    @Test("rotating by 90 degrees clockwise moves the lower left corner up")
    func turned() async throws {
        let photo = try await crop(try quarters(width: 300, height: 400)) { $0.turn() }
        #expect(corners(try await image(photo)) == [Self.blue, Self.red, Self.white, Self.green])
    }

    @Test("the part inside the outline is kept")
    func part() async throws {
        let photo = try await crop(try quarters(width: 400, height: 300)) { crop in
            crop.zoom(to: 200)
            for _ in 0..<4 { crop.move(right: -1, down: -1, in: PixelSize(width: 400, height: 300)) }
        }
        let image = try await image(photo)
        #expect(image.size == PixelSize(width: 200, height: 126))
        #expect(corners(image) == [Self.red, Self.red, Self.red, Self.red])
    }

    @Test("a straightened picture has no empty corners")
    func straightened() async throws {
        let photo = try await crop(try quarters(width: 400, height: 300)) { $0.tilt(to: 170) }
        let image = try await image(photo)
        #expect(stride(from: 3, to: image.rgba.count, by: 4).allSatisfy { image.rgba[$0] == 255 })
        // The middle of the upper edge is now to the right of the border between red and green.
        #expect(Array(image.pixel(image.size.width / 2 + 5, 2).prefix(3)) == Self.red)
    }

    @Test("a JPEG stays one, and other formats except PNG become one", arguments: [Pictures.jpeg, Pictures.gif])
    func kinds(bytes: [UInt8]) async throws {
        let photo = try await crop(bytes)
        #expect(PictureFormat(of: photo) == .jpeg)
        #expect(try await image(photo).pixel(1, 1)[0] > 200)
    }

    @Test(
        "WebP and HEIC become JPEGs, so that every other program can read the card",
        arguments: [Pictures.webP, Pictures.heic])
    func foreignKinds(bytes: [UInt8]) async throws {
        do {
            let photo = try await crop(bytes)
            #expect(PictureFormat(of: photo) == .jpeg)
            let image = try await image(photo)
            #expect(image.pixel(1, image.size.height / 2)[0] > 180)
            #expect(image.pixel(image.size.width - 2, image.size.height / 2)[2] > 180)
        } catch PhotoError.loaderMissing {
            // On some systems the loader is a separate package; the error for that is tested elsewhere.
        }
    }

    @Test("a photo with an orientation becomes upright pixels, and the camera's metadata is dropped")
    func upright() async throws {
        let turned = Pictures.oriented(Pictures.jpeg, 6)
        let photo = try await crop(turned) { $0.isWhole = true }
        #expect(!photo.contains("Exif"))
        let image = try await image(photo)
        // 32 x 16 with red on the left; rotated clockwise, red is on top.
        #expect(image.size == PixelSize(width: 16, height: 32))
        #expect(image.pixel(8, 2)[0] > 200)
        #expect(image.pixel(8, 29)[2] > 200)
    }

    @Test("text chunks of a PNG are dropped")
    func textChunks() async throws {
        let bare = try quarters(width: 40, height: 30)
        let text = PNGWriter.chunk("tEXt", Array("Comment\0at home".utf8))
        let photo = try await crop(Array(bare.dropLast(12)) + text + bare.suffix(12)) { $0.isWhole = true }
        #expect(!photo.contains("at home"))
        #expect(try await image(photo).size == PixelSize(width: 40, height: 30))
    }

    @Test("a photo that already fits is kept byte for byte", arguments: [Pictures.jpeg, nil])
    func unchanged(jpeg: [UInt8]?) async throws {
        let photo = try jpeg ?? quarters(width: 640, height: 400)
        #expect(try await crop(photo) { $0.isWhole = true } == photo)
    }

    @Test(
        "metadata in unusual segments is dropped",
        arguments: [0xE0, 0xE2, 0xEE, 0xE5, 0xFE])
    func hiddenNotes(marker: Int) async throws {
        let note = Array("MPF\0 taken at home".utf8)
        let segment = [0xFF, UInt8(marker), 0, UInt8(note.count + 2)] + note
        let photo = try await crop(Array(Pictures.jpeg.prefix(2)) + segment + Pictures.jpeg.dropFirst(2)) {
            $0.isWhole = true
        }
        #expect(!photo.contains("at home"))
    }

    @Test("bytes after the picture are dropped")
    func trailing() async throws {
        let photo = try await crop(Pictures.jpeg + Array("a film of the same moment".utf8)) { $0.isWhole = true }
        #expect(!photo.contains("film"))
        #expect(PictureFormat(of: photo) == .jpeg)
    }

    @Test("a PNG keeps its transparency")
    func transparent() async throws {
        let photo = try await crop(try quarters(width: 400, height: 300, alpha: 100))
        #expect(try await image(photo).pixel(5, 5) == [255, 0, 0, 100])
    }

    @Test("data that is no picture, and a truncated picture, give errors")
    func refused() async throws {
        await #expect(throws: PhotoError.notAPicture) { try await crop(Array("no picture".utf8)) }
        await #expect(throws: PhotoError.truncated) { try await crop(Array(Pictures.jpeg.dropLast(40))) }
        await #expect(throws: PhotoError.tooLarge(PixelSize(width: 50_000, height: 50_000))) {
            try await crop(Pictures.claim(width: 50_000, height: 50_000))
        }
    }
}

extension [UInt8] {
    /// Whether the bytes contain the text.
    fileprivate func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}

@Suite("Making a card's picture from real photos", .enabled(if: Fixtures.photos != nil, "needs CARDS_FIXTURES"))
struct RealPhotoTests {
    @Test("each becomes a picture that every program reads, complete and cropped")
    func real() async throws {
        let photos = try #require(Fixtures.photos)
        try #require(!photos.isEmpty)
        for path in photos {
            let bytes = try Fixtures.bytes(of: path)
            for crop in [PhotoCrop(), .everything] {
                let photo = try await Helper.with { try await $0.crop(bytes, to: crop) }
                let format = PictureFormat(of: photo)
                #expect(format == .jpeg || format == .png, "\(path)")
                let image = try await Helper.with {
                    try await $0.decode(photo, fitting: PixelSize(width: 4000, height: 4000))
                }
                #expect(image.size.width <= PhotoCrop.widest, "\(path)")
                let again = try await Helper.with { try await $0.crop(photo, to: .everything) }
                #expect(again == photo, "\(path) is made twice")
            }
        }
    }
}

/// The real photos, if the environment names their folder.
private enum Fixtures {
    static let photos: [String]? = getenv("CARDS_FIXTURES").map { folder in
        let path = String(cString: folder) + "/photos"
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(path + "/" + name) }
        }
        return names
    }

    static func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 32 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
