internal import Basics

/// How a picture is viewed: its rotation, whether its colours are inverted, its zoom, and which of its points is in the middle.
///
/// A value: it knows neither the picture's size nor the screen's; ``PictureViewport`` combines the three.
public struct PictureTransform: Hashable, Sendable {
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
