import Basics
import Cards
import TestSupport
import Testing

@testable import CardPhotos

/// The decoding library applies the orientation of JPEG, but not that of these formats.
@Suite("Orientation of WebP and PNG")
struct OrientationTests {
    private let corners = ["RBGW", "BRWG", "WGBR", "GWRB", "RGBW", "GRWB", "WBGR", "BWRG"]
    private let colors: [Character: [UInt8]] = [
        "R": [255, 0, 0, 255], "G": [0, 255, 0, 255], "B": [0, 0, 255, 255], "W": [255, 255, 255, 255],
    ]

    /// Red and blue above green and white.
    private func png(_ exif: [UInt8]) throws -> [UInt8] {
        let png = try Pictures.png(width: 32, height: 16) { x, y in
            x < 16 ? (y < 8 ? (255, 0, 0, 255) : (0, 255, 0, 255)) : y < 8 ? (0, 0, 255, 255) : (255, 255, 255, 255)
        }
        // After the header chunk with 13 bytes.
        let start = PNGLayout.signature.count + 12 + 13
        return png[..<start] + PNGWriter.chunk("eXIf", exif) + png[start...]
    }

    /// The same picture in the extended format (RFC 9649, 2.7): a header with flags, the picture, and Exif.
    private func webP(_ exif: [UInt8]) -> [UInt8] {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let count = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
            return Array(name.utf8) + count + content + (content.count.isMultiple(of: 2) ? [] : [0])
        }
        let header: [UInt8] = [0x08, 0, 0, 0, 31, 0, 0, 15, 0, 0]
        return chunk(
            "RIFF",
            Array("WEBP".utf8) + chunk("VP8X", header) + Pictures.fourColorsWebP.dropFirst(12) + chunk("EXIF", exif))
    }

    private func tiff(_ orientation: UInt8, isLittleEndian: Bool) -> [UInt8] {
        isLittleEndian
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    }

    @Test("each of the eight orientations of a PNG with Exif is applied", arguments: [false, true])
    func png(isLittleEndian: Bool) async throws {
        try await Helper.with { decoder in
            for (orientation, corners) in zip(1...8 as ClosedRange<UInt8>, corners) {
                let exif = tiff(orientation, isLittleEndian: isLittleEndian)
                let image = try await decoder.decode(png(exif), fitting: PixelSize(width: 100, height: 100))
                expect(corners, in: image, orientation)
            }
        }
    }

    /// XMP as an attribute, and as an element.
    private func xmp(_ orientation: UInt8, isElement: Bool) -> [UInt8] {
        let value =
            isElement ? "><tiff:Orientation>\(orientation)</tiff:Orientation>" : " tiff:Orientation=\"\(orientation)\">"
        return Array(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description tiff:Make='x'\(value)</rdf:Description></x:xmpmeta>"
                .utf8)
    }

    /// As ImageMagick writes profiles.
    private func rawProfile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("\n\(name)\n      \(bytes.count)\n\(Hexadecimal.text(of: bytes))\n".utf8)
    }

    @Test("an orientation that only XMP or a raw profile tells is applied; Exif goes before XMP")
    func otherPlaces() async throws {
        let plain = try Pictures.png(width: 32, height: 16) { x, y in
            x < 16 ? (y < 8 ? (255, 0, 0, 255) : (0, 255, 0, 255)) : y < 8 ? (0, 0, 255, 255) : (255, 255, 255, 255)
        }
        let start = PNGLayout.signature.count + 12 + 13
        func png(_ name: String, _ content: [UInt8]) -> [UInt8] {
            plain[..<start] + PNGWriter.chunk(name, content) + plain[start...]
        }
        func text(_ keyword: String) -> [UInt8] { Array(keyword.utf8) + [0] }
        try await Helper.with { decoder in
            for (orientation, corners) in zip(1...8 as ClosedRange<UInt8>, corners) {
                let exif = tiff(orientation, isLittleEndian: true)
                let other = tiff(orientation % 8 + 1, isLittleEndian: false)
                let packed = try #require(ZlibStream.packed(rawProfile("exif", exif), as: .zlib, level: 9))
                let xmpText = xmp(orientation, isElement: orientation.isMultiple(of: 2))
                let packedXMP = try #require(ZlibStream.packed(xmpText, as: .zlib, level: 9))
                for picture in [
                    png("iTXt", text("XML:com.adobe.xmp") + [0, 0, 0, 0] + xmpText),
                    png("iTXt", text("XML:com.adobe.xmp") + [1, 0] + Array("en".utf8) + [0, 0] + packedXMP),
                    png("tEXt", text("Raw profile type exif") + rawProfile("exif", Array("Exif\0\0".utf8) + exif)),
                    png("tEXt", text("Raw profile type APP1") + rawProfile("app1", XMPOrientation.mark + xmpText)),
                    png("zTXt", text("Raw profile type exif") + [0] + packed),
                    plain[..<start] + PNGWriter.chunk("tEXt", text("Raw profile type exif") + rawProfile("exif", other))
                        + PNGWriter.chunk("eXIf", exif) + plain[start...],
                ] {
                    expect(
                        corners, in: try await decoder.decode(picture, fitting: PixelSize(width: 100, height: 100)),
                        orientation)
                }
            }
        }
    }

    @Test("the XMP of a JPEG counts where its Exif tells no orientation", arguments: 1...8 as ClosedRange<UInt8>)
    func jpeg(orientation: UInt8) {
        func segment(_ content: [UInt8]) -> [UInt8] {
            [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
        }
        let end: [UInt8] = [0xFF, 0xD9]
        let packet = segment(XMPOrientation.mark + xmp(orientation, isElement: false))
        #expect(PictureLayout(of: [0xFF, 0xD8] + packet + end, format: .jpeg).orientation == Int(orientation))
        for text in ["tiff:Orientation=\"9\"", "tiff:Orientation=\"16\"", "tiff:Orientation 6", "tiff:Orientation"] {
            #expect(XMPOrientation.read(Array(text.utf8)[...]) == nil)
        }
    }

    private func expect(_ corners: String, in image: PixelImage, _ orientation: UInt8) {
        let (width, height) = orientation < 5 ? (32, 16) : (16, 32)
        #expect(image.size == PixelSize(width: width, height: height))
        let places = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)]
        for (place, corner) in zip(places, corners) {
            #expect(image.pixel(place.0, place.1) == colors[corner], "\(orientation): \(corner) at \(place)")
        }
    }

    @Test("each of the eight orientations of a WebP is applied", arguments: [false, true])
    func webP(isLittleEndian: Bool) async throws {
        try await Helper.with { decoder in
            for (orientation, corners) in zip(1...8 as ClosedRange<UInt8>, corners) {
                let photo = webP(tiff(orientation, isLittleEndian: isLittleEndian))
                let image = try await decoder.decode(photo, fitting: PixelSize(width: 100, height: 100))
                expect(corners, in: image, orientation)
            }
        }
    }

    @Test("the orientation of a WebP is applied, with and without the Exif header")
    func webP() async throws {
        try await Helper.with { decoder in
            for (exif, size) in [
                (tiff(1, isLittleEndian: true), PixelSize(width: 32, height: 16)),
                (tiff(6, isLittleEndian: true), PixelSize(width: 16, height: 32)),
                (Array("Exif\0\0".utf8) + tiff(8, isLittleEndian: false), PixelSize(width: 16, height: 32)),
                (tiff(9, isLittleEndian: false), PixelSize(width: 32, height: 16)),
                (Array("MM".utf8), PixelSize(width: 32, height: 16)),
            ] {
                let image = try await decoder.decode(webP(exif), fitting: PixelSize(width: 100, height: 100))
                #expect(image.size == size)
            }
        }
    }

    @Test("the card's picture and the thumbnail are upright, too")
    func made() async throws {
        try await Helper.with { decoder in
            for photo in [try png(tiff(6, isLittleEndian: false)), webP(tiff(6, isLittleEndian: true))] {
                let card = try await decoder.crop(photo, to: .everything)
                let small = try await decoder.thumbnail(of: photo, fitting: PixelSize(width: 100, height: 100))
                for bytes in [card, small] {
                    let image = try await decoder.decode(bytes, fitting: PixelSize(width: 100, height: 100))
                    #expect(image.size == PixelSize(width: 16, height: 32))
                }
            }
        }
    }
}
