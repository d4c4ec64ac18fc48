internal import CGdkPixbuf
internal import CardCodes
internal import Cards

/// Decodes a photo to grey pixels, for reading barcodes. Only the helper calls this.
extension PixelDecoding {
    /// The maximum number of pixels, that of usual cameras. Larger photos are scaled down.
    private static let mostPixels = 16_000_000

    /// The picture as it is stored, since a barcode can be read in any orientation. Transparent pixels become white.
    func grey(_ bytes: [UInt8]) throws(DecodeFailure) -> GreyImage {
        try withPicture(bytes, sized: Self.size) { (decoded, _) throws(DecodeFailure) in
            try withPicture(decoded, scaledTo: Self.size(of: size(of: decoded)), grey)
        }
    }

    private static func size(of size: PixelSize) -> PixelSize {
        let pixels = size.width * size.height
        guard pixels > mostPixels else { return size }
        let scale = (Double(mostPixels) / Double(pixels)).squareRoot()
        return PixelSize(
            width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)))
    }

    private func grey(of pixbuf: OpaquePointer) throws(DecodeFailure) -> GreyImage {
        guard cgdk_is_8_bits(library, pixbuf), let pixels = cgdk_pixels(library, pixbuf) else { throw .damaged }
        let size = size(of: pixbuf)
        let (stride, channels) = (Int(cgdk_rowstride(library, pixbuf)), Int(cgdk_channels(library, pixbuf)))
        guard (3...4).contains(channels) else { throw .damaged }
        let grey = [UInt8](unsafeUninitializedCapacity: size.width * size.height) { grey, count in
            for row in 0..<size.height {
                var pixel = pixels + row * stride
                for _ in 0..<size.width {
                    // ITU-R BT.601, in parts of 1024.
                    let light = (306 * UInt32(pixel[0]) + 601 * UInt32(pixel[1]) + 117 * UInt32(pixel[2])) >> 10
                    let alpha = channels == 4 ? UInt32(pixel[3]) : 255
                    grey[count] = UInt8((light * alpha + 255 * (255 - alpha)) / 255)
                    (pixel, count) = (pixel + channels, count + 1)
                }
            }
        }
        guard let image = GreyImage(width: size.width, height: size.height, pixels: grey) else { throw .damaged }
        return image
    }
}
