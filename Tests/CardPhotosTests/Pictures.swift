import Cards
import FoundationEssentials
import TestSupport
import Testing

@testable import CardPhotos

/// Generated pictures for the tests, valid and invalid.
enum Pictures {
    typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

    static func png(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> Pixel) throws -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue, alpha) = pixel(x, y)
                pixels += [red, green, blue, alpha]
            }
        }
        return try #require(PNGWriter.bytes(width: width, height: height, channels: .rgba, pixels: pixels))
    }

    /// Red on the left, blue on the right.
    static func redAndBlue(width: Int, height: Int) throws -> [UInt8] {
        try png(width: width, height: height) { x, _ in x < width / 2 ? (255, 0, 0, 255) : (0, 0, 255, 255) }
    }

    /// A grey JPEG of any size, in two bits for each 64 pixels.
    static func flatJPEG(width: Int, height: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker] + UInt16(content.count + 2).bigEndianBytes + content
        }
        // One code of one bit in each table: no difference to the block before, and the end of a block.
        let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC0, [8] + UInt16(height).bigEndianBytes + UInt16(width).bigEndianBytes + [1, 1, 0x11, 0])
            + segment(0xC4, [0x00] + table + [0x10] + table) + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + [UInt8](repeating: 0, count: (blocks * 2 + 7) / 8) + [0xFF, 0xD9]
    }

    /// A PNG whose header claims a size, without a picture.
    static func claim(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return PNGLayout.signature + PNGWriter.chunk("IHDR", bytes(width) + bytes(height) + [8, 6, 0, 0, 0])
            + PNGWriter.chunk("IDAT", PNGWriter.zlib([0])) + PNGWriter.chunk("IEND", [])
    }

    /// A JPEG with an orientation (Exif 2.3, tag 0x0112) after its first marker.
    static func oriented(_ jpeg: [UInt8], _ orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
        let segment = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + jpeg.dropFirst(2)
    }

    /// 32 x 16, red on the left, blue on the right.
    static let jpeg = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSop
        GR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
        KCj/wAARCAAQACADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAA
        AAAAAAAAAAAAAAAIBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AM6Y5SICAWElYBfo9VSAgFhJWAf/2Q==
        """)

    /// The same, progressive: several scans with tables between them.
    static let progressiveJPEG = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSop
        GR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
        KCj/wgARCAAQACADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAcF/9oADAMBAAIQ
        AxAAAAHOY1IECwysX49VBAsMrH//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAEFAg//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oA
        CAEDAQE/AQ//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAECAQE/AQ//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAY/Ag//xAAU
        EAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/IQ//2gAMAwEAAgADAAAAEP0v0v/EABQRAQAAAAAAAAAAAAAAAAAAADD/2gAIAQMBAT8Q
        D//EABQRAQAAAAAAAAAAAAAAAAAAADD/2gAIAQIBAT8QD//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8QD//Z
        """)

    /// 8 x 4, two frames: the first red, the second blue.
    static let gif = decoded(
        """
        R0lGODdhCAAEAIEAAP8AAAAA/wAAAAAAACwAAAAACAAEAAAIDAABCBxIsKDBgwQDAgAh+QQBAAABACwAAAAACAAEAIEAAP8AAAAAAAAA
        AAAIDAABCBxIsKDBgwQDAgA7
        """)

    /// 32 x 16.
    static let webP = decoded(
        """
        UklGRk4AAABXRUJQVlA4IEIAAAAQAwCdASogABAAAUAmJaACdMoRwN4B+IH6q8YFygATfQAA/vLrf/zUxYDJHP/0sa3VwBw/65bK3o+M
        3Kvi7lqoAAA=
        """)

    /// 32 x 16, lossless: red and blue above green and white.
    static let fourColorsWebP = decoded(
        "UklGRjgAAABXRUJQVlA4TCwAAAAvH8ADAB8gEEjeHzqN+RcQFPwf3fxHZA+AINtmkpOc5AEuENH/qAL4qW7bDw==")

    /// 32 x 16: red and blue above green and white.
    static let fourColors = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSop
        GR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
        KCj/wAARCAAQACADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAgGB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEA
        AAAAAAAAAAAAAAAACAcG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8A5045SIDALCSsAqFBzHQFGNgb0A//2Q==
        """)

    /// 32 x 16, red on the left, blue on the right.
    static let avif = decoded(
        """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA
        AAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAANAAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFD
        b2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJu
        Y2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAPG1kYXQSAAoJGBD/7RAQ0GhAMiUZR4eGIYeeeeaAAADXcW7Nn38hFU2S
        yXChOAklGufdbE8fmFzA
        """)

    /// 64 x 32, red on the left, blue on the right.
    static let heic = decoded(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w
        aXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAhwACAAEAAAAAAAAAAQAAAAAA
        AAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAA
        dmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAAD
        AB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAA
        AAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAI9tZGF0AAAA
        gygBrwngPfMi///yPzf//LDOy/vFxFe//8dbw7/Ulg//5BV6YSgwK4fJZOV/OjuvTe0nzRSLF6VXROUsfyV5YE0dz5ScPKu0k7mrR5Zm
        03rO8lbypFTqxOw5etvY1hyVJ2YWxFMxWkiECHU6E8t7/aXrC6g/pw39+aqK+UFz2Mj7hoeO
        """)

    private static func decoded(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}

extension PixelImage {
    /// Red, green, blue and alpha of one pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * size.width + x) * 4
        return Array(rgba[start..<start + 4])
    }

    /// Whether the pixel has approximately this color, within the tolerance of JPEG.
    func isNear(_ red: Int, _ green: Int, _ blue: Int, at x: Int, _ y: Int) -> Bool {
        zip(pixel(x, y), [red, green, blue]).allSatisfy { abs(Int($0) - $1) < 24 }
    }
}
