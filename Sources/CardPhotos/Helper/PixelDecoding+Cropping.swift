internal import CGdkPixbuf
internal import Cards

/// Makes the picture of a card from a photo. Only the helper calls this.
extension PixelDecoding {
    /// The quality of a JPEG, from 0 to 100: at this value a scaled-down picture shows no artefacts.
    private static let quality = "90"

    /// The photo upright, cropped and scaled to a card's picture at most; nil where it is like that already. Metadata is dropped,
    /// except for the color profile.
    func crop(_ bytes: [UInt8], to crop: PhotoCrop) throws(DecodeFailure) -> [UInt8]? {
        let format = PictureFormat(of: bytes)
        if crop == .everything, let format, isPicture(bytes, of: format) { return nil }
        // Called with the stored size, before rotation: ``size(of:for:)`` allows for both orientations.
        return try withPicture(bytes, sized: { Self.size(of: $0, for: crop) }) { (decoded, _) throws(DecodeFailure) in
            guard let upright = cgdk_upright(library, decoded) else { throw .outOfMemory }
            defer { cgdk_release_pixbuf(library, upright) }
            let image = try part(of: upright, crop)
            return try encode(image, as: format == .png ? .png : .jpeg, profile: cgdk_color_profile(library, decoded))
        }
    }

    /// A small picture file of the photo, which keeps its transparency.
    func thumbnail(of bytes: [UInt8], fitting target: PixelSize) throws(DecodeFailure) -> [UInt8] {
        let image = try decode(bytes, fitting: target)
        return try encode(image, as: image.isOpaque ? .jpeg : .png, profile: nil)
    }

    /// Whether the photo can be used unchanged: of a format that every program reads, small enough, and without metadata.
    private func isPicture(_ bytes: [UInt8], of format: PictureFormat) -> Bool {
        guard format == .png || format == .jpeg else { return false }
        let layout = PictureLayout(of: bytes, format: format)
        guard let size = layout.size, layout.isBare, layout.end == bytes.count else { return false }
        guard max(size.width, size.height) <= PhotoCrop.widest else { return false }
        // It must also be decodable.
        guard let image = try? decode(bytes, fitting: PixelSize(width: 64, height: 64)) else { return false }
        return !image.isDamaged
    }

    /// The size to which a picture has to be decoded, so that the cropped part has all pixels of its target size.
    private static func size(of size: PixelSize, for crop: PhotoCrop) -> PixelSize {
        // The orientation is not known yet, so the larger scale of both is used.
        let scale =
            [size, PixelSize(width: size.height, height: size.width)].map { size in
                Double(crop.pictureSize(of: size).width) / crop.frame(in: size).width
            }.max() ?? 1
        guard scale < 1 else { return size.decodable(size) }
        let needed = PixelSize(
            width: max(1, Int((Double(size.width) * scale).rounded(.up))),
            height: max(1, Int((Double(size.height) * scale).rounded(.up))))
        return size.decodable(needed)
    }

    private func part(of upright: OpaquePointer, _ crop: PhotoCrop) throws(DecodeFailure) -> PixelImage {
        let size = size(of: upright)
        let target = crop.pictureSize(of: size)
        let needed = Self.size(of: size, for: crop)
        // A format that is always decoded at full size: scaled down first, since the sampler averages at most four pixels.
        let scale = needed.width * 2 < size.width ? needed : size
        return try withPicture(upright, scaledTo: scale) { picture throws(DecodeFailure) in
            try part(of: picture, crop.frame(in: scale), target)
        }
    }

    private func part(
        of pixbuf: OpaquePointer, _ frame: PictureFrame, _ target: PixelSize
    ) throws(DecodeFailure) -> PixelImage {
        guard cgdk_is_8_bits(library, pixbuf), let pixels = cgdk_pixels(library, pixbuf) else { throw .damaged }
        let sampler = PixelSampler(
            pixels, size: size(of: pixbuf), stride: Int(cgdk_rowstride(library, pixbuf)),
            channels: Int(cgdk_channels(library, pixbuf)))
        guard let image = sampler?.image(of: frame, size: target) else { throw .damaged }
        return image
    }

    private func encode(
        _ image: PixelImage, as format: PictureFormat, profile: UnsafePointer<CChar>?
    ) throws(DecodeFailure) -> [UInt8] {
        let hasAlpha = format == .png && !image.isOpaque
        let pixels = hasAlpha ? image.rgba : image.opaquePixels
        var buffer: UnsafeMutablePointer<CChar>?
        var count = 0
        let isEncoded = pixels.withUnsafeBufferPointer { pixels in
            guard
                let pixbuf = cgdk_borrowing(
                    library, pixels.baseAddress, hasAlpha ? 4 : 3, Int32(image.size.width), Int32(image.size.height))
            else { return false }
            defer { cgdk_release_pixbuf(library, pixbuf) }
            // If the profile cannot be written, the picture is written without it.
            return [profile, nil].contains { profile in
                cgdk_encode(
                    library, pixbuf, format == .png ? "png" : "jpeg", format == .png ? nil : Self.quality, profile,
                    &buffer, &count, nil)
            }
        }
        guard isEncoded, let buffer else { throw .outOfMemory }
        defer { cgdk_free(library, buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: count))
    }
}

extension PixelImage {
    fileprivate var isOpaque: Bool {
        stride(from: 3, to: rgba.count, by: 4).allSatisfy { rgba[$0] == 255 }
    }

    /// Red, green and blue, on a white background.
    fileprivate var opaquePixels: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size.width * size.height * 3) { buffer, count in
            for start in stride(from: 0, to: rgba.count, by: 4) {
                let alpha = Int(rgba[start + 3])
                for channel in 0..<3 {
                    buffer[count] = UInt8((Int(rgba[start + channel]) * alpha + 255 * (255 - alpha)) / 255)
                    count += 1
                }
            }
        }
    }
}
