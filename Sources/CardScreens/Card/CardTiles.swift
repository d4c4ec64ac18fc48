import Cards
import Terminal

/// The frames of a card's code and photos beneath its fields: the code as large as it fits, the photos in the space that it leaves.
struct CardTiles {
    private(set) var code: Rect?
    private(set) var photos: [(side: Card.Side, frame: Rect)] = []

    /// Between a code and photos, and between texts and a code beside them.
    static let gap = 3
    /// Smaller photos are not worth the space: they are drawn larger, and the page scrolls.
    private static let leastPhoto = photoSize(columns: 30)
    private static let photoGap = 4
    /// The width of a photo where the page scrolls.
    private static let scrolledColumns = 60

    /// - Parameters:
    ///   - area: the free area of the window.
    ///   - codeSize: the size of the largest code that fits an area; nil if none does.
    init(_ sides: [Card.Side], in area: Size, codeSize: (Size) -> Size?) {
        guard !sides.isEmpty else {
            code = codeSize(area).map { Rect($0) }
            return
        }
        let both = [Self.beside(sides, area, codeSize), Self.above(sides, area, codeSize)].compactMap { $0 }
        if let best = both.max(by: { $0.score < $1.score }) {
            self = best
        } else if let frames = Self.photoFrames(sides.count, in: area) {
            photos = Self.pairs(sides, frames)
        } else {
            self = CardTiles(scrolling: sides, columns: area.columns)
        }
    }

    /// Photos in a window of any height.
    init(scrolling sides: [Card.Side], columns: Int) {
        let isWide = columns >= CardContent.twoColumns
        let width = isWide ? (columns - Self.photoGap) / 2 : min(columns, Self.scrolledColumns)
        let size = Self.photoSize(columns: width)
        photos = sides.enumerated().map { index, side in
            let (left, top) = isWide ? (index * (width + Self.photoGap), 0) : (0, index * size.rows)
            return (side: side, frame: Rect(size).offset(columns: left, rows: top))
        }
    }

    private init(code: Rect, photos: [(side: Card.Side, frame: Rect)]) { (self.code, self.photos) = (code, photos) }

    private static func pairs(_ sides: [Card.Side], _ frames: [Rect]) -> [(side: Card.Side, frame: Rect)] {
        zip(sides, frames).map { (side: $0, frame: $1) }
    }

    /// The rows down to the end of the last frame.
    var rows: Int { ([code].compactMap { $0 } + photos.map(\.frame)).map(\.bottom).max() ?? 0 }

    /// A larger code is better, then larger photos.
    private var score: (Int, Int) {
        (code?.columns ?? 0, photos.reduce(0) { $0 + $1.frame.columns * $1.frame.rows })
    }

    // MARK: - Both

    /// The code at the left of the photos.
    private static func beside(_ sides: [Card.Side], _ area: Size, _ codeSize: (Size) -> Size?) -> CardTiles? {
        guard let size = codeSize(Size(columns: area.columns - leastPhoto.columns - gap, rows: area.rows)) else {
            return nil
        }
        let left = size.columns + gap
        return photoFrames(sides.count, in: Size(columns: area.columns - left, rows: area.rows)).map { frames in
            CardTiles(code: Rect(size), photos: pairs(sides, frames.map { $0.offset(columns: left) }))
        }
    }

    /// The code above the photos.
    private static func above(_ sides: [Card.Side], _ area: Size, _ codeSize: (Size) -> Size?) -> CardTiles? {
        let highest = Size(columns: area.columns, rows: area.rows - leastPhoto.rows - 1)
        guard let largest = codeSize(highest) else { return nil }
        // Bars that are only higher are no larger: half of the space is enough for them.
        let lower = codeSize(Size(columns: area.columns, rows: min(highest.rows, area.rows / 2)))
        let size = lower.flatMap { $0.columns == largest.columns ? $0 : nil } ?? largest
        let top = size.rows + 1
        return photoFrames(sides.count, in: Size(columns: area.columns, rows: area.rows - top)).map { frames in
            CardTiles(code: Rect(size), photos: pairs(sides, frames.map { $0.offset(rows: top) }))
        }
    }

    // MARK: - Photos

    /// The largest photos of the same size, beside each other or one above the other; nil if there is no space for them.
    private static func photoFrames(_ count: Int, in area: Size) -> [Rect]? {
        let column = (area.columns - (count - 1) * photoGap) / count
        let arrangements = [
            (size: photo(in: Size(columns: column, rows: area.rows)), step: (columns: column + photoGap, rows: 0)),
            (size: photo(in: Size(columns: area.columns, rows: area.rows / count)), step: (columns: 0, rows: 1)),
        ]
        guard
            let best = arrangements.first(where: { other in arrangements.allSatisfy { $0.size.rows <= other.size.rows }
            }),
            best.size.columns >= leastPhoto.columns
        else { return nil }
        return (0..<count).map { index in
            Rect(best.size).offset(columns: index * best.step.columns, rows: index * best.step.rows * best.size.rows)
        }
    }

    /// The largest photo that fits, with its border.
    private static func photo(in area: Size) -> Size {
        let columns = min(area.columns, Int(Double(max(0, area.rows - 2)) * 2 * CardOutline.proportion) + 2)
        let size = photoSize(columns: columns)
        return size.rows > area.rows ? photoSize(columns: columns - 2) : size
    }

    private static func photoSize(columns: Int) -> Size {
        Size(columns: columns, rows: Int((Double(columns - 2) / CardOutline.proportion / 2).rounded()) + 2)
    }
}
