import Cards
import Testing

@testable import CardPhotos

/// Pictures with false headers or excessive sizes.
@Suite("Hostile pictures")
struct HostilePictureTests {
    private let box = PixelSize(width: 100, height: 100)

    private func refusal(of bytes: [UInt8], by executable: String = Helper.executable) async throws -> PhotoError? {
        do throws(any Error) {
            _ = try await Helper.with(executable) { try await $0.decode(bytes, fitting: box) }
            return nil
        } catch let error as PhotoError {
            return error
        }
    }

    @Test("of a GIF with 10,000 frames only the first is read")
    func manyFrames() async throws {
        let end = try #require(GIFLayout.read(Pictures.gif).end)
        let (first, second) = (Pictures.gif[..<end], Pictures.gif[end...].dropLast())
        let many = first + Array(repeatElement(second, count: 10_000).joined()) + [GIFLayout.trailer]
        #expect(GIFLayout.read(Array(many)).end == end)
        // The other frames are invalid: decoding them would fail.
        let broken = first + [UInt8](repeating: 0x2C, count: 1 << 20)
        for bytes in [many, broken] {
            let image = try await Helper.with { try await $0.decode(Array(bytes), fitting: box) }
            #expect(image.size == PixelSize(width: 8, height: 4))
            #expect(image.pixel(7, 3) == [255, 0, 0, 255])
        }
    }

    @Test("a picture without height, width or both is damaged, whatever its format")
    func noSize() async throws {
        for (width, height) in [(0, 0), (0, 16), (32, 0)] as [(UInt8, UInt8)] {
            var jpeg = Pictures.jpeg
            let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
            (jpeg[frame + 6], jpeg[frame + 8]) = (height, width)
            var gif = Pictures.gif
            (gif[6], gif[8]) = (width, height)
            let png = Pictures.claim(width: UInt32(width), height: UInt32(height))
            for bytes in [jpeg, gif, png] {
                let error = try await refusal(of: bytes)
                #expect(error == .decoderFailed("its data is damaged"), "\(width) x \(height), begins \(bytes[1])")
            }
        }
    }

    @Test("each format that claims to be huge is rejected with the claimed size")
    func huge() async throws {
        var jpeg = Pictures.jpeg
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xC3, 0x50, 0xC3, 0x50])
        var gif = Pictures.gif
        gif.replaceSubrange(6..<10, with: [0x50, 0xC3, 0x50, 0xC3])
        for bytes in [jpeg, gif, Pictures.claim(width: 50_000, height: 50_000)] {
            #expect(try await refusal(of: bytes) == .tooLarge(PixelSize(width: 50_000, height: 50_000)))
        }
    }

    @Test("a GIF with a frame larger than itself shows the part that fits")
    func frameBeyondTheEdge() async throws {
        var gif = Pictures.gif
        let frame = try #require(gif.indices.first { gif[$0] == 0x2C })
        gif.replaceSubrange(frame + 5..<frame + 9, with: [0x60, 0xEA, 0x60, 0xEA])
        do {
            let size = try await Helper.with { try await $0.decode(gif, fitting: box) }.size
            #expect(size == PixelSize(width: 8, height: 4))
        } catch let error as PhotoError {
            let reasons = ["its data is damaged", "it needs too much memory"]
            #expect(reasons.map { .decoderFailed($0) }.contains(error))
        }
    }

    @Test("an SVG is recognized whatever precedes it, and other text is no picture")
    func text() async throws {
        let entity = "<!DOCTYPE svg [<!ENTITY % file SYSTEM \"https://example.org/x\"> %file;]><svg/>"
        for start in ["", "\u{FEFF}", "\n\t ", "<?xml version=\"1.0\"?>", "<!-- jpg -->"] {
            #expect(try await refusal(of: Array((start + entity).utf8)) == .unsupportedFormat("SVG"))
        }
        #expect(try await refusal(of: Array("GIF88a, said the text".utf8)) == .notAPicture)
        #expect(try await refusal(of: Array("<html><img src=x></html>".utf8)) == .notAPicture)
    }

    @Test("for a format without installed loader the error names its package")
    func loaderMissing() async throws {
        // The library finds its loaders by this file.
        let script = try await Script("GDK_PIXBUF_MODULE_FILE=/dev/null exec \(Helper.executable) \"$@\"")
        let heic = [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        let kinds = [
            (Pictures.webP, "WebP", "webp-pixbuf-loader"), (heic, "HEIC", "heif-gdk-pixbuf"),
            (Pictures.avif, "AVIF", "libavif-gdk-pixbuf"),
        ]
        for (bytes, format, package) in kinds {
            let error = try await refusal(of: bytes, by: script.path)
            #expect(error == .loaderMissing(format: format, package: package))
            #expect(error?.userMessage == "\(format) pictures need \(package), which is not installed.")
        }
        // Formats with built-in loaders are shown.
        let size = try await Helper.with(script.path) { try await $0.decode(Pictures.jpeg, fitting: box) }.size
        #expect(size == PixelSize(width: 32, height: 16))
    }

    @Test("AVIF is shown where its loader is installed, and named in the error otherwise")
    func avif() async throws {
        do {
            let image = try await Helper.with { try await $0.decode(Pictures.avif, fitting: box) }
            #expect(image.size == PixelSize(width: 32, height: 16))
            #expect(image.isNear(255, 0, 0, at: 4, 8))
        } catch let error as PhotoError {
            #expect(error == .loaderMissing(format: "AVIF", package: "libavif-gdk-pixbuf"))
        }
    }
}
