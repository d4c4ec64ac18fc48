import Cards
import Testing

@testable import CardPhotos

@Suite("Decoding in the helper")
struct HelperPhotoDecoderTests {
    private let box = PixelSize(width: 300, height: 300)

    private func decode(_ bytes: [UInt8], fitting size: PixelSize? = nil) async throws -> PixelImage {
        try await Helper.with { try await $0.decode(bytes, fitting: size ?? box) }
    }

    /// Returns the error only, without the picture, which a failing test would print pixel by pixel.
    private func refusal(of bytes: [UInt8], by decoder: HelperPhotoDecoder? = nil) async throws -> PhotoError? {
        do throws(any Error) {
            if let decoder { _ = try await decoder.decode(bytes, fitting: box) } else { _ = try await decode(bytes) }
            return nil
        } catch let error as PhotoError {
            return error
        }
    }

    // MARK: - Pictures

    @Test("a PNG is decoded exactly, with its transparency")
    func png() async throws {
        let bytes = try Pictures.png(width: 3, height: 2) { x, y in
            (UInt8(x * 100), UInt8(y * 200), 50, x == 1 ? 128 : 255)
        }
        let image = try await decode(bytes)
        #expect(image.size == PixelSize(width: 3, height: 2))
        #expect(image.pixel(0, 0) == [0, 0, 50, 255])
        #expect(image.pixel(1, 1) == [100, 200, 50, 128])
        #expect(image.pixel(2, 1) == [200, 200, 50, 255])
    }

    @Test(
        "a JPEG, baseline or progressive, is decoded in its colours",
        arguments: [Pictures.jpeg, Pictures.progressiveJPEG])
    func jpeg(bytes: [UInt8]) async throws {
        let image = try await decode(bytes)
        #expect(image.size == PixelSize(width: 32, height: 16))
        #expect(image.isNear(255, 0, 0, at: 4, 8))
        #expect(image.isNear(0, 0, 255, at: 28, 8))
        #expect(image.pixel(4, 8)[3] == 255)
    }

    @Test("the first frame of an animated GIF is shown")
    func gif() async throws {
        let image = try await decode(Pictures.gif)
        #expect(image.size == PixelSize(width: 8, height: 4))
        #expect(image.pixel(7, 3) == [255, 0, 0, 255])
    }

    @Test("WebP is shown where its loader is installed, and named in the error otherwise")
    func webP() async throws {
        do {
            #expect(try await decode(Pictures.webP).isNear(255, 0, 0, at: 4, 8))
        } catch let error as PhotoError {
            #expect(error == .loaderMissing(format: "WebP", package: "webp-pixbuf-loader"))
        }
    }

    @Test("a large picture is scaled down in proportion, a small one is never scaled up")
    func scaling() async throws {
        let wide = try Pictures.redAndBlue(width: 600, height: 200)
        let image = try await decode(wide, fitting: PixelSize(width: 300, height: 300))
        #expect(image.size == PixelSize(width: 300, height: 100))
        #expect(image.pixel(10, 50) == [255, 0, 0, 255])
        #expect(image.pixel(290, 50) == [0, 0, 255, 255])
        #expect(
            try await decode(wide, fitting: PixelSize(width: 300, height: 20)).size == PixelSize(width: 60, height: 20))
        #expect(
            try await decode(wide, fitting: PixelSize(width: 5000, height: 5000)).size
                == PixelSize(width: 600, height: 200))
        #expect(try await decode(wide, fitting: PixelSize(width: 0, height: -1)).size == PixelSize(width: 1, height: 1))
    }

    @Test("a very long and thin picture keeps a pixel of its height")
    func thin() async throws {
        let image = try await decode(try Pictures.redAndBlue(width: 4000, height: 1))
        #expect(image.size == PixelSize(width: 300, height: 1))
    }

    @Test("the camera's orientation is applied, also to the size that has to fit")
    func orientation() async throws {
        // 8: rotated by 90 degrees.
        let fitted = try await decode(Pictures.oriented(Pictures.jpeg, 8), fitting: PixelSize(width: 32, height: 16))
        #expect(fitted.size == PixelSize(width: 8, height: 16))
        #expect(fitted.isNear(0, 0, 255, at: 4, 2))
    }

    @Test(
        "each orientation is applied, rotated and mirrored",
        arguments: zip(1...8 as ClosedRange<UInt8>, ["RBGW", "BRWG", "WGBR", "GWRB", "RGBW", "GRWB", "WBGR", "BWRG"]))
    func orientations(orientation: UInt8, corners: String) async throws {
        let image = try await decode(Pictures.oriented(Pictures.fourColors, orientation))
        let (width, height) = orientation < 5 ? (32, 16) : (16, 32)
        #expect(image.size == PixelSize(width: width, height: height))
        let places = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)]
        let colors: [Character: (Int, Int, Int)] = [
            "R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255), "W": (255, 255, 255),
        ]
        for (place, corner) in zip(places, corners) {
            let (red, green, blue) = try #require(colors[corner])
            #expect(image.isNear(red, green, blue, at: place.0, place.1), "\(corner) at \(place)")
        }
    }

    @Test("an orientation that does not exist is ignored", arguments: [0, 9, 255] as [UInt8])
    func badOrientation(orientation: UInt8) async throws {
        let image = try await decode(Pictures.oriented(Pictures.jpeg, orientation))
        #expect(image.size == PixelSize(width: 32, height: 16))
        #expect(image.isNear(255, 0, 0, at: 4, 8))
    }

    // MARK: - Rejected pictures

    @Test(
        "data that is no picture is rejected",
        arguments: [
            [], Array("just some text, named photo.jpg".utf8), Array("<html><body>404</body></html>".utf8), [0xFF],
        ])
    func notAPicture(bytes: [UInt8]) async throws {
        #expect(try await refusal(of: bytes) == .notAPicture)
    }

    @Test("an SVG is rejected by name, also with an entity that reads a file")
    func svg() async throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]>
            <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>&file;</text></svg>
            """
        #expect(try await refusal(of: Array(text.utf8)) == .unsupportedFormat("SVG"))
    }

    @Test("a format that the library decodes but we do not allow is rejected by name")
    func bitmap() async throws {
        let bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: 60)
        #expect(try await refusal(of: bitmap) == .unsupportedFormat("BMP"))
    }

    @Test("a picture that claims to be huge is rejected with the claimed size")
    func tooLarge() async throws {
        for (width, height) in [(60_000, 60_000), (30_001, 1), (20_000, 20_000)] {
            let claim = Pictures.claim(width: UInt32(width), height: UInt32(height))
            #expect(try await refusal(of: claim) == .tooLarge(PixelSize(width: width, height: height)))
        }
    }

    @Test(
        "a JPEG of 108 or 200 megapixels is scaled while it is decoded; one of more is rejected",
        arguments: [(12_000, 9_000), (16_320, 12_240), (25_000, 12_000)])
    func manyMegapixels(width: Int, height: Int) async throws {
        let photo = Pictures.flatJPEG(width: width, height: height)
        try await Helper.with { decoder in
            guard width * height <= 250_000_000 else {
                #expect(try await refusal(of: photo, by: decoder) == .tooLarge(PixelSize(width: width, height: height)))
                return
            }
            #expect(try await decoder.decode(photo, fitting: PixelSize(width: 600, height: 450)).size.width == 600)
            let picture = try await decoder.crop(photo, to: .everything)
            let size = PictureLayout(of: picture, format: .jpeg).size
            #expect(size == PixelSize(width: PhotoCrop.widest, height: PhotoCrop.widest * height / width))
            // A small part of it, of which all pixels are wanted.
            var part = PhotoCrop()
            part.zoom(to: 1000)
            let cut = try await decoder.crop(photo, to: part)
            #expect(PictureLayout(of: cut, format: .jpeg).size.map { $0.width > 300 } == true)
        }
    }

    @Test("a picture without size is damaged")
    func noSize() async throws {
        #expect(try await refusal(of: Pictures.claim(width: 0, height: 0)) == .decoderFailed("its data is damaged"))
    }

    @Test("missing pixels are grey, not uninitialized memory")
    func missingPixels() async throws {
        let image = try await Helper.with { decoder in
            _ = try await decoder.decode(try Pictures.redAndBlue(width: 50, height: 50), fitting: box)
            return try await decoder.decode(Pictures.claim(width: 50, height: 50), fitting: box)
        }
        #expect(Set((0..<2500).map { image.pixel($0 % 50, $0 / 50) }).count == 1)
    }

    @Test("a truncated picture is reported as such, wherever it is cut")
    func truncated() async throws {
        let png = try Pictures.redAndBlue(width: 40, height: 30)
        let firstFrame = Pictures.gif[..<(try #require(GIFLayout.read(Pictures.gif).end))]
        try await Helper.with { decoder in
            for whole in [png[...], Pictures.jpeg[...], Pictures.progressiveJPEG[...], firstFrame, Pictures.webP[...]] {
                for part in [0.4, 0.5, 0.9] {
                    let bytes = Array(whole.prefix(Int(Double(whole.count) * part)))
                    let error = try await refusal(of: bytes, by: decoder)
                    #expect(error == .truncated)
                }
            }
        }
    }

    @Test("an embedded thumbnail's end does not end a truncated JPEG, and trailing bytes are ignored")
    func thumbnail() async throws {
        let segment =
            [0xFF, 0xE2, UInt8((Pictures.jpeg.count + 2) >> 8), UInt8((Pictures.jpeg.count + 2) & 0xFF)] + Pictures.jpeg
        let withThumbnail = [0xFF, 0xD8] + segment + Pictures.jpeg.dropFirst(2)
        #expect(try await decode(withThumbnail + [1, 2, 3, 0xFF]).size == PixelSize(width: 32, height: 16))
        #expect(try await refusal(of: withThumbnail.dropLast(20)) == .truncated)
    }

    @Test("an oversized file is not sent to the helper")
    func hugeFile() async throws {
        let bytes = [UInt8](repeating: 0, count: HelperRequest.maximumBytes + 1)
        #expect(try await refusal(of: bytes) == .decoderFailed("its file is too large"))
    }
}
