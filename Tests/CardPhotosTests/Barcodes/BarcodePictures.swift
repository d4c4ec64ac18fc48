import BarcodeSupport
import CardCodes
import Cards
import TestSupport
import Testing

@testable import CardPhotos

/// Pictures and documents with barcodes on them.
enum BarcodePictures {
    static func symbol(_ value: String, _ format: BarcodeFormat) throws -> BarcodeSymbol {
        try #require(try ZintDrawing().symbols(for: BarcodeContent(value, as: format)).first)
    }

    static func grey(_ value: String, _ format: BarcodeFormat) throws -> GreyImage {
        try #require(SymbolPicture.image(of: symbol(value, format), pixelsPerModule: 3))
    }

    /// On a white or a transparent background.
    static func png(_ pictures: [GreyImage], margin: Int = 40, isClear: Bool = false) throws -> [UInt8] {
        let width = (pictures.map(\.width).max() ?? 60) + margin * 2
        let ground = [UInt8](repeating: 255, count: 3) + [isClear ? 0 : 255]
        func blank(_ count: Int) -> [UInt8] { Array(repeatElement(ground, count: count).joined()) }
        var pixels = blank(width * margin)
        for picture in pictures {
            for row in 0..<picture.height {
                pixels += blank(margin)
                for x in 0..<picture.width {
                    let light = picture.pixels[row * picture.width + x]
                    // The color of transparent pixels is arbitrary.
                    pixels += isClear && light == 255 ? [0, 0, 0, 0] : [light, light, light, 255]
                }
                pixels += blank(width - margin - picture.width)
            }
            pixels += blank(width * margin)
        }
        return try #require(
            PNGWriter.bytes(width: width, height: pixels.count / width / 4, channels: .rgba, pixels: pixels))
    }
}
