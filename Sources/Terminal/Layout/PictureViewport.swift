internal import Basics

/// Which part of a rotated picture is visible in an area of cells, and how many cells it covers: in proportion, at the
/// size of the transform, and never past the picture's edges.
public struct PictureViewport: Equatable, Sendable {
    /// At most the area's; a smaller picture is centered in it.
    public let cells: Size
    /// The visible part, in pixels of the rotated picture.
    public let left: Int
    public let top: Int
    public let width: Int
    public let height: Int
    /// The size of the rotated picture, in pixels.
    private let wholeWidth: Int
    private let wholeHeight: Int

    /// - Parameters:
    ///   - width: the picture's width before rotation, in pixels; so is `height`.
    ///   - cellAspect: the width of a cell divided by its height.
    public init(width: Int, height: Int, transform: PictureTransform, area: Size, cellAspect: Double) {
        let isTurned = transform.quarterTurns % 2 == 1
        let (width, height) = (max(1, isTurned ? height : width), max(1, isTurned ? width : height))
        wholeWidth = width
        wholeHeight = height
        guard area.columns > 0, area.rows > 0, cellAspect > 0 else {
            cells = .zero
            left = 0
            top = 0
            self.width = 0
            self.height = 0
            return
        }
        // Columns and rows per pixel.
        let fit = min(Double(area.columns) / Double(width), Double(area.rows) / (Double(height) * cellAspect))
        let (columns, rows) = (fit * Double(transform.zoom) / 100, fit * Double(transform.zoom) / 100 * cellAspect)
        let seen = (
            columns: min(Double(area.columns), Double(width) * columns),
            rows: min(Double(area.rows), Double(height) * rows)
        )
        cells = Size(
            columns: Int(seen.columns.rounded()).clamped(to: 1...area.columns),
            rows: Int(seen.rows.rounded()).clamped(to: 1...area.rows))
        self.width = Int((seen.columns / columns).rounded()).clamped(to: 1...width)
        self.height = Int((seen.rows / rows).rounded()).clamped(to: 1...height)
        left = Self.start(of: self.width, around: transform.centerX, in: width)
        top = Self.start(of: self.height, around: transform.centerY, in: height)
    }

    private static func start(of length: Int, around center: Double, in whole: Int) -> Int {
        Int((center * Double(whole) - Double(length) / 2).rounded()).clamped(to: 0...whole - length)
    }

    /// The point in the middle after a move by this many cells, from 0 to 1; a move ends at the picture's edge.
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

/// How a picture is viewed: its rotation, whether its colors are inverted, its zoom, and which of its points is in the middle.
///
/// A value: it knows neither the picture's size nor the screen's; ``PictureViewport`` combines the three.
public struct PictureTransform: Equatable, Sendable {
    /// Clockwise quarter turns, 0 to 3.
    public private(set) var quarterTurns = 0
    public var isInverted = false
    /// In percent of the size at which the whole picture is visible.
    public private(set) var zoom = zooms.lowerBound
    /// The point in the middle, in the rotated picture, from 0 to 1 in both directions.
    public private(set) var centerX = 0.5
    public private(set) var centerY = 0.5

    public static let zooms = 100...800
    /// The steps of ``zoomIn()`` and ``zoomOut()``.
    private static let steps = [100, 125, 150, 200, 250, 300, 400, 500, 600, 800]

    /// The whole picture, upright.
    public static let whole = PictureTransform()

    public init() {}

    /// Rotates by a quarter clockwise; the point in the middle stays there.
    public mutating func turn() {
        quarterTurns = (quarterTurns + 1) % 4
        (centerX, centerY) = (1 - centerY, centerX)
    }

    public mutating func zoom(to percent: Int) {
        zoom = percent.clamped(to: Self.zooms)
        // The whole picture is always centered.
        if zoom == Self.zooms.lowerBound { (centerX, centerY) = (0.5, 0.5) }
    }

    public mutating func zoomIn() { zoom(to: Self.steps.first { $0 > zoom } ?? Self.zooms.upperBound) }
    public mutating func zoomOut() { zoom(to: Self.steps.last { $0 < zoom } ?? Self.zooms.lowerBound) }

    /// Moves the visible part by this many cells, no farther than the picture's edges.
    public mutating func pan(columns: Int, rows: Int, in viewport: PictureViewport) {
        let (x, y) = viewport.center(movedBy: columns, rows)
        (centerX, centerY) = (x, y)
    }
}
