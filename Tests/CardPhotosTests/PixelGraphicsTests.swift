import Cards
import FoundationEssentials
import Glibc
import Terminal
import TestSupport
import Testing

@testable import CardPhotos

/// Decodes the graphics that are sent to terminals with independent decoders: gdk-pixbuf and libsixel.
@Suite("Pictures in pixels")
struct PixelGraphicsTests {
    private typealias Pixel = Pictures.Pixel

    /// Every pixel has a different color, so that misplaced ones are detected.
    private func rgba(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) -> [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x in
                let pixel = pixel(x, y)
                return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
            }
        }
    }

    private func medium(_ graphics: PictureGraphics) -> PictureMedium {
        PictureMedium(colors: .trueColor, graphics: graphics, cell: CellPixels(width: 10, height: 20))
    }

    private func decode(_ png: [UInt8]) async throws -> PixelImage {
        try await Helper.with { try await $0.decode(png, fitting: PixelSize(width: 4000, height: 4000)) }
    }

    private func bytes(ofBase64 text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }

    /// The commands of kitty's protocol: their keys and payload.
    private func commands(_ bytes: [UInt8]) throws -> [(keys: [String: String], content: String)] {
        let text = try #require(String(validating: bytes, as: UTF8.self))
        return try text.split(separator: "\u{1B}_G", omittingEmptySubsequences: false).dropFirst().map { command in
            #expect(command.hasSuffix("\u{1B}\\"))
            let parts = command.dropLast(2).split(separator: ";", maxSplits: 1)
            let keys = try parts[0].split(separator: ",").map { key in
                let sides = key.split(separator: "=")
                try #require(sides.count == 2)
                return (String(sides[0]), String(sides[1]))
            }
            return (Dictionary(uniqueKeysWithValues: keys), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    @Test("kitty gets the complete picture in chunks of valid size, and is asked not to answer", arguments: [255, 100])
    func kitty(alpha: UInt8) async throws {
        var random = SeededGenerator(usual: 5)
        let pixels = rgba(90, 60) { x, y in
            (UInt8(x * 2), UInt8(y * 4), .random(in: 0...255, using: &random), y < 30 ? 255 : alpha)
        }
        let graphic = try #require(
            PictureGraphic(
                rgba: pixels, width: 90, height: 60, size: Size(columns: 9, rows: 3), medium: medium(.kitty)))
        #expect(graphic.isOpaque == (alpha == 255))
        let commands = try commands(graphic.show(as: 77))
        #expect(commands.count > 2)
        #expect(commands.allSatisfy { $0.content.utf8.count <= 4096 && $0.keys["q"] == "2" })
        #expect(commands.dropLast().allSatisfy { $0.content.utf8.count.isMultiple(of: 4) && $0.keys["m"] == "1" })
        #expect(commands.dropFirst().allSatisfy { Set($0.keys.keys) == ["q", "m"] })
        #expect(commands.last?.keys["m"] == "0")
        let wanted = [
            "a": "T", "f": "100", "i": "77", "p": "1", "c": "9", "r": "3", "C": "1", "q": "2", "m": "1",
        ]
        #expect(commands.first?.keys == wanted)
        let png = try bytes(ofBase64: commands.map(\.content).joined())
        let image = try await decode(png)
        #expect(image.size == PixelSize(width: 90, height: 60))
        #expect(image.rgba == pixels)
    }

    @Test("iTerm2 gets a file of the announced size, and the number of cells")
    func iterm() async throws {
        let pixels = rgba(33, 21) { x, y in (UInt8(x * 7), UInt8(y * 12), UInt8((x * y) % 256), 255) }
        let graphic = try #require(
            PictureGraphic(
                rgba: pixels, width: 33, height: 21, size: Size(columns: 5, rows: 2), medium: medium(.iterm)))
        let text = String(decoding: graphic.show(as: 1), as: UTF8.self)
        let start = "\u{1B}]1337;File="
        try #require(text.hasPrefix(start) && text.hasSuffix("\u{7}"))
        let parts = text.dropFirst(start.count).dropLast().split(separator: ":")
        try #require(parts.count == 2)
        let png = try bytes(ofBase64: String(parts[1]))
        let arguments = Set(parts[0].split(separator: ";").map(String.init))
        #expect(
            arguments.isSuperset(of: [
                "inline=1", "width=5", "height=2", "preserveAspectRatio=0", "size=\(png.count)",
            ]))
        #expect(try await decode(png).rgba == pixels)
    }

    @Test("black and white as sixels are two colours, each pixel at its position")
    func blackAndWhite() async throws {
        let size = Size(columns: 5, rows: 3)
        let (width, height) = (50, 60)
        // Bars two pixels wide below a frame.
        let rgba = rgba(width, height) { x, y in
            x / 2 % 2 == 0 || y < 3 ? (0, 0, 0, 255) : (255, 255, 255, 255)
        }
        let graphic = try #require(
            PictureGraphic(rgba: rgba, width: width, height: height, size: size, medium: medium(.sixel)))
        let bytes = graphic.show(as: 1)
        #expect(String(decoding: bytes, as: UTF8.self).split(separator: "#").count { $0.contains(";2;") } == 2)
        let folder = try TemporaryFolder()
        let (sixels, file) = (folder.path + "/picture.six", folder.path + "/picture.png")
        _ = try folder.write(String(decoding: bytes, as: UTF8.self), to: "picture.six")
        #expect(try await succeeds("sixel2png -i \"$1\" -o \"$2\"", sixels, file), "is libsixel-bin installed?")
        let image = try await decode([UInt8](Data(contentsOf: URL(filePath: file))))
        #expect(image.size == PixelSize(width: width, height: height))
        #expect(image.rgba == rgba)
    }

    @Test("sixels have the right colours at their positions, and stay within their cells")
    func sixel() async throws {
        // Four fields of one color each.
        let pixels = rgba(80, 80) { x, y in
            (x < 40 ? 230 : 20, y < 40 ? 200 : 40, x < 40 && y < 40 ? 10 : 120, 255)
        }
        let graphic = try #require(
            PictureGraphic(
                rgba: pixels, width: 80, height: 80, size: Size(columns: 8, rows: 4), medium: medium(.sixel)))
        let folder = try TemporaryFolder()
        let (sixels, file) = (folder.path + "/picture.six", folder.path + "/picture.png")
        _ = try folder.write(String(decoding: graphic.show(as: 1), as: UTF8.self), to: "picture.six")
        #expect(try await succeeds("sixel2png -i \"$1\" -o \"$2\"", sixels, file), "is libsixel-bin installed?")
        let image = try await decode([UInt8](Data(contentsOf: URL(filePath: file))))
        // Eighty rows of pixels, without those of an incomplete band of six.
        #expect(image.size == PixelSize(width: 80, height: 78))
        for (columns, rows, red, green, blue) in [
            (4..<36, 4..<36, 230, 200, 10), (44..<76, 4..<36, 20, 200, 120), (4..<36, 44..<74, 230, 40, 120),
            (44..<76, 44..<74, 20, 40, 120),
        ] {
            let mean = mean(of: image, columns, rows)
            #expect(abs(mean.red - red) < 12 && abs(mean.green - green) < 12 && abs(mean.blue - blue) < 12, "\(mean)")
        }
    }

    private func mean(of image: PixelImage, _ columns: Range<Int>, _ rows: Range<Int>) -> (
        red: Int, green: Int, blue: Int
    ) {
        func mean(_ channel: Int) -> Int {
            let sum = rows.reduce(0) { sum, y in
                columns.reduce(sum) { $0 + Int(image.rgba[(y * image.size.width + $1) * 4 + channel]) }
            }
            return sum / (columns.count * rows.count)
        }
        return (mean(0), mean(1), mean(2))
    }

    @Test("no more pixels are sent than the cells have, each the mean of those that it replaces")
    func shrunk() async throws {
        // Lines one pixel wide, which would vanish or double if pixels were skipped.
        let pixels = rgba(300, 200) { x, _ in x.isMultiple(of: 2) ? (200, 0, 100, 255) : (0, 100, 0, 255) }
        let graphic = try #require(
            PictureGraphic(
                rgba: pixels, width: 300, height: 200, size: Size(columns: 10, rows: 4), medium: medium(.kitty)))
        let png = try bytes(ofBase64: commands(graphic.show(as: 1)).map(\.content).joined())
        let image = try await decode(png)
        #expect(image.size == PixelSize(width: 100, height: 80))
        let places = stride(from: 0, to: image.rgba.count, by: 4)
        #expect(places.allSatisfy { [66, 67, 132, 133, 134].contains(Int(image.rgba[$0])) })
        let sum = places.reduce(0) { $0 + Int(image.rgba[$1]) }
        #expect(abs(sum / places.underestimatedCount - 100) <= 1)
    }

    @Test("transparent pixels do not affect the colours")
    func transparent() async throws {
        let pixels = rgba(40, 40) { x, _ in x.isMultiple(of: 2) ? (250, 10, 20, 255) : (0, 255, 255, 0) }
        let graphic = try #require(
            PictureGraphic(
                rgba: pixels, width: 40, height: 40, size: Size(columns: 2, rows: 1), medium: medium(.kitty)))
        let png = try bytes(ofBase64: commands(graphic.show(as: 1)).map(\.content).joined())
        let image = try await decode(png)
        #expect(image.size == PixelSize(width: 20, height: 20))
        for place in stride(from: 0, to: image.rgba.count, by: 4) {
            let pixel = image.rgba[place..<place + 4].map { Int($0) }
            #expect(zip(pixel, [250, 10, 20, 128]).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel)")
        }
    }
}
