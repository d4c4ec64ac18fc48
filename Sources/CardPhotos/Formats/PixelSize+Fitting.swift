internal import Cards

extension PixelSize {
    /// Pictures of more than 100 megapixels, or of more than 30,000 pixels on a side, are not decoded.
    var isTooLarge: Bool { width > 30_000 || height > 30_000 || width * height > 100_000_000 }

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
