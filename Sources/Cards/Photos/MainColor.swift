extension CardColor {
    /// As many hues are told apart.
    private static let hueCount = 24
    /// Pixels of less colour, or darker ones, are grey.
    private static let leastChroma = 40
    /// The share of the picture that its main hue must have, in thousandths of the strongest colour.
    private static let leastShare = 30
    /// More pixels of a side are not looked at.
    private static let samples = 96

    /// The main colour of a picture: the mean of the pixels of the hue that has most of it, by how strong their colours are. Nil for one
    /// that is grey, or nearly so.
    public init?(mainOf image: PixelImage) {
        let (width, height) = (image.size.width, image.size.height)
        let step = (max(1, width / Self.samples), max(1, height / Self.samples))
        var hues = [(weight: Int, red: Int, green: Int, blue: Int)](repeating: (0, 0, 0, 0), count: Self.hueCount)
        var count = 0
        for y in stride(from: 0, to: height, by: step.1) {
            for x in stride(from: 0, to: width, by: step.0) {
                let place = (y * width + x) * 4
                count += 1
                guard image.rgba[place + 3] >= 128 else { continue }
                let (red, green, blue) = (
                    Int(image.rgba[place]), Int(image.rgba[place + 1]), Int(image.rgba[place + 2])
                )
                let chroma = max(red, green, blue) - min(red, green, blue)
                guard chroma >= Self.leastChroma else { continue }
                let hue = Self.hue(red, green, blue, chroma: chroma)
                hues[hue].weight += chroma
                hues[hue].red += red * chroma
                hues[hue].green += green * chroma
                hues[hue].blue += blue * chroma
            }
        }
        guard let main = hues.max(by: { $0.weight < $1.weight }), main.weight * 1000 >= count * 255 * Self.leastShare
        else { return nil }
        func mean(_ sum: Int) -> UInt8 { UInt8(clamping: sum / main.weight) }
        self.init(red: mean(main.red), green: mean(main.green), blue: mean(main.blue))
    }

    /// The hue of the colour wheel, by the largest channel.
    private static func hue(_ red: Int, _ green: Int, _ blue: Int, chroma: Int) -> Int {
        let sixth = hueCount / 6
        // In parts of a sixth of the wheel, from -1 to 1.
        let (base, offset) =
            if red >= green, red >= blue { (0, green - blue) } else if green >= blue { (2, blue - red) } else {
                (4, red - green)
            }
        return (base * sixth + offset * sixth / chroma + hueCount) % hueCount
    }
}

extension PhotoDecoder {
    private static var colorSize: PixelSize { PixelSize(width: 96, height: 96) }

    /// The main colour of a photo; nil for a grey one, and for one that cannot be decoded.
    public func mainColor(of bytes: [UInt8]) async -> CardColor? {
        (try? await decode(bytes, fitting: Self.colorSize)).flatMap { CardColor(mainOf: $0) }
    }
}
