/// A barcode as it is printed: escape sequences and all.
public enum BarcodeLines: Hashable, Sendable {
    case lines([String])
    /// So much room is missing in the terminal.
    case needs(columns: Int, rows: Int)
    /// Its modules are no squares; the screen draws it where the terminal shows pixels.
    case needsPixels
}
