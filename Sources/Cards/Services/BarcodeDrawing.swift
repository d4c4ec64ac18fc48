/// Turns what a barcode says into modules.
public protocol BarcodeDrawing: Sendable {
    /// The ways in which it can be drawn, the usual one first: kinds of many rows can be wide or high. Never empty. May take
    /// milliseconds for what is long: call it away from the main actor. Throws ``BarcodeProblem``.
    func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol]
}
