internal import Cards

extension PixelSize {
    /// Pictures of more than 100 megapixels, or of more than 30,000 pixels on a side, are not decoded to all their pixels.
    var isTooLarge: Bool { isLarger(than: 100) }

    /// A JPEG can be decoded to half its size or less, so that a larger one is accepted: phones take photos of 200 megapixels.
    func isTooLarge(as format: PictureFormat) -> Bool { isLarger(than: format == .jpeg ? 250 : 100) }

    private func isLarger(than megapixels: Int) -> Bool {
        width > 30_000 || height > 30_000 || width * height > megapixels * 1_000_000
    }

    /// The size to which this picture can be decoded where that size is wanted.
    func decodable(_ wanted: PixelSize) -> PixelSize {
        isTooLarge && wanted.width * 2 > width ? PixelSize(width: width / 2, height: height / 2) : wanted
    }

    /// The largest size of the same proportion within the box; never larger than the picture, at least one pixel.
    func fitted(in box: PixelSize) -> PixelSize { scaled(by: scale(toFit: box)) }

    /// The same for a picture that may have to be rotated by 90 degrees: large enough for both orientations.
    func fittedEitherWay(in box: PixelSize) -> PixelSize {
        scaled(by: max(scale(toFit: box), scale(toFit: PixelSize(width: box.height, height: box.width))))
    }

    private func scale(toFit box: PixelSize) -> Double {
        min(1, Double(box.width) / Double(width), Double(box.height) / Double(height))
    }

    private func scaled(by scale: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
