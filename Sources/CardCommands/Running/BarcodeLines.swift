/// A barcode as printed, including escape sequences.
public enum BarcodeLines: Hashable, Sendable {
    case lines([String])
    /// The terminal is too small; this size is required.
    case needs(columns: Int, rows: Int)
    /// Its modules are not square; the screen draws it if the terminal supports pixels.
    case needsPixels
}
