internal import Basics

/// How a picture is looked at: how far it is turned, whether its colours are inverted, how large it is, and which point of it
/// stands in the middle.
///
/// A value: it knows neither the picture's size nor the screen's; ``PictureViewport`` brings the three together.
public struct PictureTransform: Hashable, Sendable {
    /// Quarters of a turn to the right, 0 to 3.
    public private(set) var quarterTurns = 0
    public var isInverted = false
    /// In percent of the size at which all of it is seen.
    public private(set) var zoom = zooms.lowerBound
    /// The point in the middle: in the turned picture, from 0 to 1 in both directions.
    public private(set) var centerX = 0.5
    public private(set) var centerY = 0.5

    public static let zooms = 100...800
    /// What a key goes to, next larger or smaller.
    private static let steps = [100, 125, 150, 200, 250, 300, 400, 500, 600, 800]

    /// All of it, upright.
    public static let whole = PictureTransform()

    public init() {}

    /// A quarter to the right; the point in the middle stays there.
    public mutating func turn() {
        quarterTurns = (quarterTurns + 1) % 4
        (centerX, centerY) = (1 - centerY, centerX)
    }

    public mutating func zoom(to percent: Int) {
        zoom = percent.clamped(to: Self.zooms)
        // All of it has one middle.
        if zoom == Self.zooms.lowerBound { (centerX, centerY) = (0.5, 0.5) }
    }

    public mutating func zoomIn() { zoom(to: Self.steps.first { $0 > zoom } ?? Self.zooms.upperBound) }
    public mutating func zoomOut() { zoom(to: Self.steps.last { $0 < zoom } ?? Self.zooms.lowerBound) }

    /// Moves what is seen by so many cells, no farther than the picture goes.
    public mutating func pan(columns: Int, rows: Int, in viewport: PictureViewport) {
        let (x, y) = viewport.center(movedBy: columns, rows)
        (centerX, centerY) = (x, y)
    }
}
