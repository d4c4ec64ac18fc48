internal import Basics

/// Which part of a turned picture is seen in an area of cells, and how many cells it takes there: in proportion, as large as
/// the look wants it, and never past the picture's edges.
public struct PictureViewport: Hashable, Sendable {
    /// At most the area's; a picture that is smaller stands in the middle of it.
    public let cells: Size
    /// The part that is seen, in pixels of the turned picture.
    public let left: Int
    public let top: Int
    public let width: Int
    public let height: Int
    /// The turned picture, in pixels.
    private let wholeWidth: Int
    private let wholeHeight: Int

    /// - Parameters:
    ///   - width: of the picture before it is turned, in pixels, as `height`.
    ///   - cellAspect: the width of a cell by its height.
    public init(width: Int, height: Int, look: PictureTransform, area: Size, cellAspect: Double) {
        let isTurned = look.quarterTurns % 2 == 1
        let (width, height) = (max(1, isTurned ? height : width), max(1, isTurned ? width : height))
        (wholeWidth, wholeHeight) = (width, height)
        guard area.columns > 0, area.rows > 0, cellAspect > 0 else {
            cells = .zero
            (left, top, self.width, self.height) = (0, 0, 0, 0)
            return
        }
        // How many columns and rows a pixel takes.
        let fit = min(Double(area.columns) / Double(width), Double(area.rows) / (Double(height) * cellAspect))
        let (columns, rows) = (fit * Double(look.zoom) / 100, fit * Double(look.zoom) / 100 * cellAspect)
        let seen = (
            columns: min(Double(area.columns), Double(width) * columns),
            rows: min(Double(area.rows), Double(height) * rows)
        )
        cells = Size(
            columns: Int(seen.columns.rounded()).clamped(to: 1...area.columns),
            rows: Int(seen.rows.rounded()).clamped(to: 1...area.rows))
        self.width = Int((seen.columns / columns).rounded()).clamped(to: 1...width)
        self.height = Int((seen.rows / rows).rounded()).clamped(to: 1...height)
        left = Self.start(of: self.width, around: look.centerX, in: width)
        top = Self.start(of: self.height, around: look.centerY, in: height)
    }

    private static func start(of length: Int, around center: Double, in whole: Int) -> Int {
        Int((center * Double(whole) - Double(length) / 2).rounded()).clamped(to: 0...whole - length)
    }

    /// The point in the middle after a move by so many cells, from 0 to 1; where the picture ends the move does too.
    func center(movedBy columns: Int, _ rows: Int) -> (x: Double, y: Double) {
        guard cells.columns > 0, cells.rows > 0 else { return (0.5, 0.5) }
        let x = left + columns * width / cells.columns
        let y = top + rows * height / cells.rows
        return (
            Self.middle(of: width, from: x.clamped(to: 0...wholeWidth - width), in: wholeWidth),
            Self.middle(of: height, from: y.clamped(to: 0...wholeHeight - height), in: wholeHeight)
        )
    }

    private static func middle(of length: Int, from start: Int, in whole: Int) -> Double {
        (Double(start) + Double(length) / 2) / Double(whole)
    }
}
