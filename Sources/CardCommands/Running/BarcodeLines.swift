/// How a barcode is printed.
public struct BarcodeLook: Hashable, Sendable {
    /// Whole cells only.
    public var isPlain: Bool
    /// White on black.
    public var isInverted = false

    public init(isPlain: Bool, isInverted: Bool = false) { (self.isPlain, self.isInverted) = (isPlain, isInverted) }
}

/// A barcode as printed, including escape sequences.
public enum BarcodeLines: Hashable, Sendable {
    case lines([String])
    /// The terminal is too small; this size is required.
    case needs(columns: Int, rows: Int)
    /// Its modules are not square; the screen draws it if the terminal supports pixels.
    case needsPixels
}
