/// Finds a card that lies straight on a plain background. It looks at a small copy of the photo; a card that lies askew, on a pattern,
/// or that is as light as what is around it has no clear edges.
public enum CardEdges {
    /// Fewer pixels show no edges.
    private static let leastSide = 32
    /// How far a channel of the background may be from its usual value.
    private static let tolerance = 36
    /// The share of the photo's border that must be background, and of the rectangle that must not be.
    private static let borderShare = 0.97
    private static let cardShare = 0.9
    /// The share of the photo that a card has at least.
    private static let leastArea = 0.15
    /// Width by height of a card (ISO/IEC 7810 ID-1), and how much a rectangle may differ from it.
    private static let proportion = 85.6 / 53.98
    private static let deviation = 1.15

    /// The part of the photo that the card covers; nil where its edges are not clear.
    public static func card(in image: PixelImage) -> PhotoCrop.Part? {
        let (width, height) = (image.size.width, image.size.height)
        guard min(width, height) >= leastSide else { return nil }
        let border = borderPixels(width, height)
        let background = (0..<3).map { channel in median(border.map { image.rgba[$0 * 4 + channel] }) }
        func isBackground(_ pixel: Int) -> Bool {
            (0..<3).allSatisfy { channel in
                let difference = Int(image.rgba[pixel * 4 + channel]) - Int(background[channel])
                return abs(difference) <= tolerance
            }
        }
        guard Double(border.count(where: isBackground)) >= borderShare * Double(border.count) else { return nil }
        var columns = [Int](repeating: 0, count: width)
        var rows = [Int](repeating: 0, count: height)
        for y in 0..<height {
            for x in 0..<width where !isBackground(y * width + x) {
                columns[x] += 1
                rows[y] += 1
            }
        }
        guard let across = extent(columns), let down = extent(rows) else { return nil }
        let area = across.count * down.count
        let inside = down.reduce(0) { sum, y in sum + across.count(where: { !isBackground(y * width + $0) }) }
        guard Double(inside) >= cardShare * Double(area), Double(area) >= leastArea * Double(width * height),
            hasProportion(across.count, down.count)
        else { return nil }
        return PhotoCrop.Part(
            left: across.lowerBound, top: down.lowerBound, width: across.count, height: down.count, of: image.size)
    }

    /// Where the counts are at least half of the largest: shadows and specks beside the card do not count.
    private static func extent(_ counts: [Int]) -> Range<Int>? {
        guard let most = counts.max(), most > 0, let first = counts.firstIndex(where: { $0 * 2 >= most }),
            let last = counts.lastIndex(where: { $0 * 2 >= most })
        else { return nil }
        return first..<last + 1
    }

    private static func hasProportion(_ width: Int, _ height: Int) -> Bool {
        let ratio = Double(max(width, height)) / Double(min(width, height)) / proportion
        return ratio <= deviation && 1 / ratio <= deviation
    }

    /// The numbers of the pixels at the edge of the photo.
    private static func borderPixels(_ width: Int, _ height: Int) -> [Int] {
        let rows = (0..<width).flatMap { [$0, (height - 1) * width + $0] }
        return rows + (1..<height - 1).flatMap { [$0 * width, ($0 + 1) * width - 1] }
    }

    private static func median(_ values: [UInt8]) -> UInt8 { values.sorted()[values.count / 2] }
}

extension PhotoDecoder {
    /// Enough to find the edges of a card.
    private static var edgesSize: PixelSize { PixelSize(width: 512, height: 512) }

    /// Makes a card's picture of a photo, of the card alone where its edges are clear. Throws ``PhotoError``.
    public func cardPicture(of bytes: [UInt8]) async throws -> [UInt8] {
        let image = try await decode(bytes, fitting: Self.edgesSize)
        let part = image.isDamaged ? nil : CardEdges.card(in: image)
        return try await crop(bytes, to: part.map { PhotoCrop($0) } ?? .everything)
    }
}
